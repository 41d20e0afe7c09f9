// Withdrawals, and replacements for items that are out of stock.
import { z } from 'zod'
import { REPLACEMENTS_MOST, WITHDRAW_MOST } from '../game/base/economy.ts'
import { STATE_REASONS, WITHDRAWAL_STATES } from '../game/withdrawal/withdrawal.ts'
import { centsSchema, itemViewSchema, localizedSchema, refusalSchema, successSchema } from './common.ts'
import { waitSchema } from './waiting.ts'

const withdrawalSchema = z.object({
  id: z.uuid(),
  /** The id of the item itself. */
  item_id: z.uuid(),
  item: itemViewSchema,
  price: centsSchema,
  state: z.enum(WITHDRAWAL_STATES),
  /** Why it was declined or refused, or why it is unavailable if that is not the stock; null in every other state. */
  reason: z.enum(STATE_REASONS).nullable(),
  /** Why it was refused, in the words of the shop, in each language; null where it has none of its own. */
  refusal: localizedSchema.nullable(),
  /** Milliseconds since 1970. */
  requested_at: z.int(),
  changed_at: z.int(),
  /** When the offer expires; null without an offer. */
  offered_until: z.int().nullable(),
  /** Until when Steam can reverse the trade; null before the items were exchanged. */
  protected_until: z.int().nullable(),
  /** The page of the offer at Steam, while it waits for the player; null otherwise. */
  offer_url: z.string().nullable(),
  /** Why it waits, and who decides; null once it has ended. */
  wait: waitSchema.nullable(),
})

export type Withdrawal = z.infer<typeof withdrawalSchema>

export const withdrawalsQuerySchema = z.strictObject({ cursor: z.uuid().optional() })

export const withdrawalsReplySchema = z.object({
  success: z.literal(true),
  /** At most fifty, newest first. */
  withdrawals: z.array(withdrawalSchema),
  cursor: z.string().nullable(),
})

export const withdrawalHoldReplySchema = z.object({
  success: z.literal(true),
  /** What would hold a withdrawal that is requested now; null for nothing. */
  wait: waitSchema.nullable(),
  /** What of the deposits was staked, while it is too little for a withdrawal to be requested; null otherwise. */
  turnover: waitSchema.nullable(),
})

export type WithdrawalHoldReply = z.infer<typeof withdrawalHoldReplySchema>

export type WithdrawalsReply = z.infer<typeof withdrawalsReplySchema>

export const withdrawBodySchema = z.strictObject({ ids: z.array(z.uuid()).min(1).max(WITHDRAW_MOST) })

export const withdrawReplySchema = z.union([
  successSchema.extend({ withdrawals: z.array(withdrawalSchema) }),
  refusalSchema,
])

export type WithdrawReply = z.infer<typeof withdrawReplySchema>

/** The item of an 'unavailable' withdrawal. */
export const withdrawalQuoteQuerySchema = z.strictObject({ id: z.uuid() })

/** What the item of an 'unavailable' withdrawal counts for now. */
export const withdrawalQuoteReplySchema = z.union([
  z.object({
    success: z.literal(true),
    value: centsSchema,
    /** What the player can pay to get the item although its price rose; null when only replacements are offered. */
    difference: centsSchema.nullable(),
  }),
  refusalSchema,
])

export type WithdrawalQuoteReply = z.infer<typeof withdrawalQuoteReplySchema>

/** The item of an 'unavailable' withdrawal, and the catalogue ids of its replacements; an id may occur several times. */
export const replaceBodySchema = z.strictObject({
  id: z.uuid(),
  with: z.array(z.string().max(80)).min(1).max(REPLACEMENTS_MOST),
  /** The rest for the balance by the prices that the player saw: other prices are refused. */
  rest: centsSchema.min(0),
})

export type ReplaceBody = z.output<typeof replaceBodySchema>

export const replaceReplySchema = z.union([
  successSchema.extend({
    balance: centsSchema,
    /** The rest that was paid to the balance. */
    rest: centsSchema,
    items: z.array(z.object({ id: z.uuid(), item: itemViewSchema, price: centsSchema })),
    withdrawal: withdrawalSchema,
  }),
  refusalSchema,
])

export type ReplaceReply = z.infer<typeof replaceReplySchema>

/** The item of an 'unavailable' withdrawal, and the difference that the player saw: a higher one is refused, a lower one charged. */
export const payDifferenceBodySchema = z.strictObject({ id: z.uuid(), difference: centsSchema.min(0) })

export type PayDifferenceBody = z.output<typeof payDifferenceBodySchema>

export const payDifferenceReplySchema = z.union([
  successSchema.extend({
    balance: centsSchema,
    /** What was charged. */
    paid: centsSchema,
    withdrawal: withdrawalSchema,
  }),
  refusalSchema,
])

export type PayDifferenceReply = z.infer<typeof payDifferenceReplySchema>

/** The item of an 'unavailable' withdrawal, which the player keeps. */
export const takeBackBodySchema = z.strictObject({ id: z.uuid() })

export const takeBackReplySchema = z.union([successSchema.extend({ withdrawal: withdrawalSchema }), refusalSchema])

export type TakeBackReply = z.infer<typeof takeBackReplySchema>
