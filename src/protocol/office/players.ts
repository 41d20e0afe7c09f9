// The room Players: one player with all that the staff may need to know, and what they do about one.
import { z } from 'zod'
import { PLAYER_STATES } from '../../game/office/subjects.ts'
import { DISPUTE_STATES } from '../../game/payments/reversal.ts'
import { CAMPAIGN_FIELDS } from '../../game/rewards/campaign.ts'
import { HOLD_REASONS, WITHDRAWAL_STATES } from '../../game/withdrawal/withdrawal.ts'
import { REVIEW_REASONS } from '../../game/withdrawal/withdrawal-review.ts'
import { centsSchema, itemViewSchema } from '../common.ts'
import { LIMIT_WINDOWS } from '../limits.ts'
import { ORDER_STATES } from '../payment.ts'
import { actSchema, momentSchema, reasonSchema } from './common.ts'

export const playerParamsSchema = z.strictObject({ id: z.coerce.number().int().min(1000).max(2_147_483_647) })

/** What connects two accounts. */
const RELATIONS = ['device', 'address', 'card', 'trade'] as const

/** What of other accounts is shared, since when and until when. */
const relationSchema = z.object({
  id: z.int(),
  username: z.string(),
  reason: z.enum(RELATIONS),
  /** How many devices, cards, subnets or Steam accounts connect them. */
  shared: z.int(),
  /** The first and the last day in UTC, as `2026-11-23`. */
  firstDay: z.string(),
  lastDay: z.string(),
})

const noteSchema = z.object({ id: z.uuid(), at: momentSchema, by: z.string(), text: z.string() })

export type Note = z.infer<typeof noteSchema>

/** A limit of deposits that the player set; the pending one applies later. */
const limitSchema = z.object({
  window: z.enum(LIMIT_WINDOWS),
  amount: centsSchema.nullable(),
  pendingAmount: centsSchema.nullable(),
  pendingAt: momentSchema.nullable(),
})

const orderSchema = z.object({
  id: z.uuid(),
  at: momentSchema,
  state: z.enum(ORDER_STATES),
  provider: z.string(),
  amount: centsSchema,
  bonus: centsSchema,
  /** What refunds and lost disputes have taken back. */
  returned: centsSchema,
  /** What was done about it, the oldest first. */
  acts: z.array(actSchema),
})

export type PlayerOrder = z.infer<typeof orderSchema>

const disputeSchema = z.object({
  id: z.string(),
  order: z.uuid(),
  state: z.enum(DISPUTE_STATES),
  /** The provider's word for it. */
  reason: z.string(),
  openedAt: momentSchema,
  closedAt: momentSchema.nullable(),
})

const withdrawalSchema = z.object({
  id: z.uuid(),
  at: momentSchema,
  state: z.enum(WITHDRAWAL_STATES),
  item: itemViewSchema,
  worth: centsSchema,
  /** Why a person has to check it. */
  review: z.array(z.enum(REVIEW_REASONS)),
  /** What the last attempt to send it reported. */
  problem: z.string().nullable(),
  /** What was done about it, the oldest first. */
  acts: z.array(actSchema),
})

export type PlayerWithdrawal = z.infer<typeof withdrawalSchema>

/** `GET /players/:id`. Sums in cents. */
export const playerReplySchema = z.object({
  id: z.int(),
  steamid: z.string(),
  username: z.string(),
  avatar: z.string(),
  createdAt: momentSchema,
  state: z.enum(PLAYER_STATES),
  /** Of the ban in force; null without one. */
  ban: z
    .object({
      reason: z.string(),
      at: momentSchema,
      /** When it ends by itself. */
      until: momentSchema.nullable(),
      keepsWithdrawals: z.boolean(),
      /** Who banned the player; null where it was not recorded. */
      by: z.string().nullable(),
    })
    .nullable(),
  /** An erasure that waits. */
  erasure: z
    .object({
      at: momentSchema,
      dueAt: momentSchema,
      byShop: z.boolean(),
      /** Who of the shop asked for it; null for the player. */
      by: z.string().nullable(),
    })
    .nullable(),
  /** What the link of an advertisement said by which the player came; null where there was none. */
  campaign: z.record(z.enum(CAMPAIGN_FIELDS), z.string()).nullable(),
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
  exclusion: z
    .object({
      kind: z.enum(['time-out', 'self-exclusion']),
      until: momentSchema.nullable(),
      /** Who of the shop excluded the player; null where they did. */
      by: z.string().nullable(),
    })
    .nullable(),
  limits: z.array(limitSchema),
  /** The interval of the reality check in minutes; null for none. */
  realityMinutes: z.int().nullable(),
  /** The newest ones. */
  orders: z.array(orderSchema),
  disputes: z.array(disputeSchema),
  /** Those in progress. */
  withdrawals: z.array(withdrawalSchema),
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
  /** How many days it lasts; null until a person ends it. */
  days: z.int().min(1).max(3_650).nullable().default(null),
})
