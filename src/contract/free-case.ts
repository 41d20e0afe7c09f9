// Free cases: what each asks for and holds, how far this night's deposits have come, and opening one.
import { z } from 'zod'
import { FREE_TIERS } from '../game/rewards.ts'
import { contentViewSchema, openReplySchema } from './case.ts'
import { centsSchema, localizedSchema } from './common.ts'

export const freeTierSchema = z.enum(FREE_TIERS)

const freeCaseViewSchema = z.object({
  tier: freeTierSchema,
  name: localizedSchema,
  /** File name in /assets/img/cases/. */
  image: z.string(),
  /** What has to be deposited within a night. */
  asks: centsSchema,
  /** Null for a guest, whose deposits nobody knows; 0 once it can be opened. */
  missing: centsSchema.nullable(),
  /** True once it was opened this night. */
  opened: z.boolean(),
  /** SHA-256 of the odds table that each roll of this case is bound to. */
  oddsHash: z.string(),
  /** Dearest first. */
  contents: z.array(contentViewSchema),
})

export type FreeCaseView = z.infer<typeof freeCaseViewSchema>

export const freeCaseReplySchema = z.object({
  success: z.literal(true),
  /** Milliseconds since 1970: the server's clock, and the night's first moment and the first one after it. */
  now: z.int(),
  from: z.int(),
  to: z.int(),
  /** In which nights begin, e.g. Europe/Kyiv. */
  timeZone: z.string(),
  /** This night's deposits; null for a guest. */
  deposited: centsSchema.nullable(),
  /** In the order of what they ask for. */
  cases: z.array(freeCaseViewSchema),
})

export type FreeCaseReply = z.infer<typeof freeCaseReplySchema>

export const freeOpenBodySchema = z.strictObject({})

/** As an opening that was paid answers. */
export const freeOpenReplySchema = openReplySchema
