// The room Players: one player with all that the staff may need to know, and what they do about one.
import { z } from 'zod'
import { PLAYER_STATES } from '../../game/office/subjects.ts'
import { HOLD_REASONS } from '../../game/withdrawal/withdrawal.ts'
import { centsSchema } from '../common.ts'
import { momentSchema, reasonSchema } from './common.ts'

export const playerParamsSchema = z.strictObject({ id: z.coerce.number().int().min(1000).max(2_147_483_647) })

/** What connects two accounts. */
const RELATIONS = ['device', 'address', 'card', 'trade'] as const

/** What of other accounts is shared, and until when. */
const relationSchema = z.object({
  id: z.int(),
  username: z.string(),
  reason: z.enum(RELATIONS),
  /** How many devices, cards, subnets or Steam accounts connect them. */
  shared: z.int(),
  /** The last day in UTC, as `2026-11-23`. */
  lastDay: z.string(),
})

const noteSchema = z.object({ id: z.uuid(), at: momentSchema, by: z.string(), text: z.string() })

export type Note = z.infer<typeof noteSchema>

/** `GET /players/:id`. Sums in cents. */
export const playerReplySchema = z.object({
  id: z.int(),
  steamid: z.string(),
  username: z.string(),
  avatar: z.string(),
  createdAt: momentSchema,
  state: z.enum(PLAYER_STATES),
  /** Of the ban in force; null without one. */
  ban: z.object({ reason: z.string(), at: momentSchema, keepsWithdrawals: z.boolean() }).nullable(),
  holds: z.array(z.object({ reason: z.enum(HOLD_REASONS), since: momentSchema, until: momentSchema.nullable() })),
  money: z.object({
    balance: centsSchema,
    /** The part of the balance that gifts have given and that is not unlocked. */
    locked: centsSchema,
    debt: centsSchema,
    /** Owned items, and their value when they were won. */
    items: z.int(),
    worth: centsSchema,
    spent: centsSchema,
    won: centsSchema,
    /** Margin made, which unlocks gifts; whole cents. */
    margin: centsSchema,
    unlocked: centsSchema,
    deposited: centsSchema,
    /** What is left to stake before items leave. */
    turnoverMissing: centsSchema,
  }),
  exclusion: z.object({ kind: z.enum(['time-out', 'self-exclusion']), until: momentSchema.nullable() }).nullable(),
  relations: z.array(relationSchema),
  notes: z.array(noteSchema),
})

export type PlayerReply = z.infer<typeof playerReplySchema>

export const noteBodySchema = z.strictObject({ text: z.string().trim().min(1).max(2_000) })

/** `POST /players/:id/ban`. */
export const banBodySchema = z.strictObject({
  reason: reasonSchema,
  /** Whether the withdrawals that the player requested are sent all the same. */
  keepsWithdrawals: z.boolean().default(false),
})
