// Free cases: their required deposits and contents, the deposits of this night, and opening one.
import { z } from 'zod'
import { FREE_TIERS } from '../game/rewards/rewards.ts'
import { contentViewSchema, openReplySchema } from './case.ts'
import { centsSchema, localizedSchema } from './common.ts'

export const freeTierSchema = z.enum(FREE_TIERS)

const freeCaseViewSchema = z.object({
  tier: freeTierSchema,
  name: localizedSchema,
  /** File name in /assets/img/cases/. */
  image: z.string(),
  /** The deposits that are required within a night. */
  asks: centsSchema,
  /** Null for a guest; 0 once it can be opened. */
  missing: centsSchema.nullable(),
  /** True once it was opened this night. */
  opened: z.boolean(),
  /** Present while it cannot be opened because prices of its items are held. */
  paused: z.literal(true).optional(),
  /** SHA-256 of the odds table that each roll of this case commits to. */
  oddsHash: z.string(),
  /** Most expensive first. */
  contents: z.array(contentViewSchema),
})

export type FreeCaseView = z.infer<typeof freeCaseViewSchema>

export const freeCaseReplySchema = z.object({
  success: z.literal(true),
  /** Milliseconds since 1970: the server's clock, and the start and the end of the night. */
  now: z.int(),
  from: z.int(),
  to: z.int(),
  /** The time zone of the nights, e.g. Europe/Kyiv. */
  timeZone: z.string(),
  /** This night's deposits; null for a guest. */
  deposited: centsSchema.nullable(),
  /** In ascending order of the required deposits. */
  cases: z.array(freeCaseViewSchema),
})

export type FreeCaseReply = z.infer<typeof freeCaseReplySchema>

export const freeOpenBodySchema = z.strictObject({})

/** The same response as for a paid opening. */
export const freeOpenReplySchema = openReplySchema
