// The room Safer play: signals that wait for a look, limits, exclusions, what came of the looks, and one player.
import { z } from 'zod'
import { perLanguage } from '../../game/base/language.ts'
import { CONVERSATION_OUTCOMES, SIGNAL_KINDS } from '../../game/office/safer-play.ts'
import { centsSchema } from '../common.ts'
import { excludeBodySchema, LIMIT_WINDOWS } from '../limits.ts'
import { momentSchema, reasonSchema } from './common.ts'

const playerSchema = z.object({ id: z.int(), username: z.string() })

/** Where a page begins, as its list names it. */
const cursorSchema = z.string().regex(/^[\w.-]{1,80}$/)

export const saferPlayQuerySchema = z.strictObject({ cursor: cursorSchema.optional() })

const signalSchema = z.object({
  id: z.uuid(),
  kind: z.enum(SIGNAL_KINDS),
  /** What it rests on, by name; sums in cents. */
  numbers: z.record(z.string(), z.number()),
  firstSeen: momentSchema,
  lastSeen: momentSchema,
  /** From when on it waits for a look; null while it waits for none. */
  waitsFrom: momentSchema.nullable(),
  lookedAt: momentSchema.nullable(),
  /** Who looked last. */
  lookedBy: z.string().nullable(),
})

export type PlaySignal = z.infer<typeof signalSchema>

const waitingSchema = signalSchema.extend({ player: playerSchema })

export type WaitingSignal = z.infer<typeof waitingSchema>

/** `GET /safer-play/signals`: those that wait longest first. */
export const signalsReplySchema = z.object({ signals: z.array(waitingSchema), cursor: z.string().nullable() })

export type SignalsReply = z.infer<typeof signalsReplySchema>

const limitRowSchema = z.object({
  player: playerSchema,
  window: z.enum(LIMIT_WINDOWS),
  /** Null for no limit. */
  amount: centsSchema.nullable(),
  pendingAmount: centsSchema.nullable(),
  pendingAt: momentSchema.nullable(),
  changedAt: momentSchema,
  /** What the player asked for last; null where nothing was there before. */
  change: z.enum(['set', 'raised', 'lowered', 'removed']),
})

export type LimitRow = z.infer<typeof limitRowSchema>

/** `GET /safer-play/limits`: those that changed last first. */
export const limitRowsReplySchema = z.object({ limits: z.array(limitRowSchema), cursor: z.string().nullable() })

export type LimitRowsReply = z.infer<typeof limitRowsReplySchema>

const wordsSchema = z.object(perLanguage(() => z.string()))

const exclusionSchema = z.object({
  id: z.int(),
  kind: z.enum(['time-out', 'self-exclusion']),
  at: momentSchema,
  until: momentSchema.nullable(),
  /** What the player reads where the shop excluded them. */
  words: wordsSchema.nullable(),
})

const exclusionRowSchema = exclusionSchema.extend({ player: playerSchema })

export type ExclusionRow = z.infer<typeof exclusionRowSchema>

/** `GET /safer-play/exclusions`: the newest first. */
export const exclusionRowsReplySchema = z.object({
  exclusions: z.array(exclusionRowSchema),
  cursor: z.string().nullable(),
})

export type ExclusionRowsReply = z.infer<typeof exclusionRowsReplySchema>

const monthSchema = z.object({
  /** Its first day. */
  month: z.string(),
  prompts: z.int(),
  players: z.int(),
  lookedAt: z.int(),
  conversations: z.int(),
  limits: z.int(),
  exclusions: z.int(),
  depositsBefore: centsSchema,
  depositsAfter: centsSchema,
})

export type SaferPlayMonth = z.infer<typeof monthSchema>

/** `GET /safer-play/months`: the newest first, two years. */
export const monthsReplySchema = z.object({ months: z.array(monthSchema) })

export type MonthsReply = z.infer<typeof monthsReplySchema>

const limitChangeSchema = z.object({
  id: z.uuid(),
  window: z.enum(LIMIT_WINDOWS),
  before: centsSchema.nullable(),
  after: centsSchema.nullable(),
  at: momentSchema,
  appliesAt: momentSchema,
})

const conversationSchema = z.object({
  id: z.uuid(),
  at: momentSchema,
  by: z.string(),
  outcome: z.enum(CONVERSATION_OUTCOMES),
  text: z.string(),
})

/** `GET /safer-play/players/:id`. */
export const saferPlayerReplySchema = z.object({
  player: playerSchema,
  state: z.enum(['active', 'banned', 'erasing', 'erased']),
  /** The last 30 days: deposits, and play as the player's own mirror counts it. */
  month: z.object({
    deposits: z.int(),
    deposited: centsSchema,
    staked: centsSchema,
    won: centsSchema,
    playedMs: z.int(),
    sessions: z.int(),
  }),
  signals: z.array(signalSchema),
  limits: z.array(limitRowSchema.omit({ player: true, change: true })),
  limitChanges: z.array(limitChangeSchema),
  exclusions: z.array(exclusionSchema),
  conversations: z.array(conversationSchema),
  /** Words for an exclusion that the shop has ready. */
  words: z.array(z.object({ id: z.string(), text: wordsSchema })),
})

export type SaferPlayerReply = z.infer<typeof saferPlayerReplySchema>

/** The most letters of a note about a conversation. */
const CONVERSATION_MOST = 2000

/** `POST /safer-play/players/:id/conversations`. */
export const conversationBodySchema = z.strictObject({
  text: z.string().trim().min(3).max(CONVERSATION_MOST),
  outcome: z.enum(CONVERSATION_OUTCOMES),
})

export type ConversationBody = z.output<typeof conversationBodySchema>

/** `POST /safer-play/players/:id/look`: at the signals that were read, until a day on which they wait again; null for none. */
export const lookBodySchema = z.strictObject({
  signals: z.array(z.uuid()).max(50),
  nextLook: momentSchema.nullable(),
})

export type LookBody = z.output<typeof lookBodySchema>

/** `POST /safer-play/players/:id/exclude`; `words` is the id of those that the player reads. */
export const shopExcludeBodySchema = excludeBodySchema.extend({
  words: z.string().max(40),
  reason: reasonSchema,
})

export type ShopExcludeBody = z.output<typeof shopExcludeBodySchema>
