// The room Switches: the parts of the shop, which of them are off, and the calls that change that.
import { z } from 'zod'
import { perLanguage } from '../../game/base/language.ts'
import { WORDS_MOST } from '../../game/office/switches.ts'
import { momentSchema, reasonSchema } from './common.ts'

const wordsSchema = z.object(perLanguage(() => z.string()))

const endedSchema = z.object({ name: z.string(), since: momentSchema, endedAt: momentSchema, words: wordsSchema })

export const shopSwitchSchema = z.object({
  /** A part of the shop, or `deposits.provider.method`. */
  name: z.string(),
  /** The label of a way to deposit; null for a part. */
  title: z.string().nullable(),
  /** Null where it is on. */
  off: z.object({ words: wordsSchema, since: momentSchema, until: momentSchema.nullable() }).nullable(),
})

export type ShopSwitch = z.infer<typeof shopSwitchSchema>

/** `GET /switches`. */
export const switchesReplySchema = z.object({
  switches: z.array(shopSwitchSchema),
  /** What was off before, the newest first. */
  ended: z.array(endedSchema),
  /** Words for players that are ready in every language. */
  ready: z.array(wordsSchema),
})

export type SwitchesReply = z.infer<typeof switchesReplySchema>

/** `id` is the name of a switch. */
export const switchParamsSchema = z.strictObject({ id: z.string().max(90) })

const YEAR_MINUTES = 525_600

/** `POST /switches/:id/off`. */
export const switchOffBodySchema = z.strictObject({
  words: z.strictObject(perLanguage(() => z.string().trim().min(3).max(WORDS_MOST))),
  /** How long it lasts; null until a person ends it. */
  minutes: z.int().positive().max(YEAR_MINUTES).nullable(),
  reason: reasonSchema,
})

export type SwitchOffBody = z.output<typeof switchOffBodySchema>
