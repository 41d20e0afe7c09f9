// What waits for a player, and why: on an item, on a withdrawal, and all of it in one list.
import { z } from 'zod'
import { PERSON_QUEUES } from '../game/base/decision-times.ts'
import { GAME_NAMES } from '../game/base/games.ts'
import { REVIEW_GROUNDS, WAIT_REASONS, WAIT_SUBJECTS } from '../game/withdrawal/waiting.ts'
import { centsSchema, itemViewSchema, localizedSchema } from './common.ts'
import { LIMIT_WINDOWS } from './limits.ts'

/** Milliseconds since 1970; null for none that is known. */
const momentSchema = z.int().nullable()

/** Who decides, and by when. */
const decisionSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('time'), at: z.int() }),
  /** How long it usually takes is in `usual` of the list. */
  z.object({ by: z.literal('person'), queue: z.enum(PERSON_QUEUES) }),
  z.object({ by: z.literal('player'), until: momentSchema }),
  z.object({ by: z.literal('steam'), until: momentSchema }),
  z.object({ by: z.enum(['bank', 'play', 'site', 'nobody']) }),
])

export const waitSchema = z.object({
  subject: z.enum(WAIT_SUBJECTS),
  reason: z.enum(WAIT_REASONS),
  since: momentSchema,
  decided: decisionSchema,
  /** The numbers that it rests on: `have` of `need`. */
  amounts: z.object({ have: centsSchema.nullable(), need: centsSchema }).optional(),
  /** What a review rests on, in kind. */
  grounds: z.array(z.enum(REVIEW_GROUNDS)).readonly().optional(),
})

/** What a wait of the list is about. */
const aboutSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('item'), item: itemViewSchema }),
  /** `next` is the limit from then on; null for none. */
  z.object({ kind: z.literal('limit'), window: z.enum(LIMIT_WINDOWS), next: centsSchema.nullable() }),
  /** `name` is that of a case. */
  z.object({ kind: z.literal('game'), game: z.enum(GAME_NAMES), name: localizedSchema.nullable(), path: z.string() }),
])

const waitEntrySchema = waitSchema.extend({
  /** Identifies it in the list. */
  id: z.string(),
  about: aboutSchema.nullable(),
})

export type WaitEntry = z.infer<typeof waitEntrySchema>

const usualTimeSchema = z.object({
  minutes: z.int(),
  /** True for the median of the last 30 days, false for what the site promises while it has too few decisions. */
  measured: z.boolean(),
})

const usualTimesSchema = z.record(z.enum(PERSON_QUEUES), usualTimeSchema)

export type UsualTimes = z.infer<typeof usualTimesSchema>

export const waitingReplySchema = z.object({
  success: z.literal(true),
  /** At most fifty withdrawals and fifty items among them. */
  waits: z.array(waitEntrySchema),
  /** How long the decisions of people take. */
  usual: usualTimesSchema,
})

export type WaitingReply = z.infer<typeof waitingReplySchema>
