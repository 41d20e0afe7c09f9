// Deposits: payment methods, promo codes, orders.
import { z } from 'zod'
import { CURRENCIES } from '../game/payments/deposit.ts'
import { centsSchema, refusalSchema, successSchema } from './common.ts'
import { prizeSchema } from './prize.ts'

const currencySchema = z.enum(CURRENCIES)

const paymentMethodSchema = z.object({
  /** Identifies the method in calls; 'crypto' is the entry of all coins. */
  name: z.string(),
  /** The label of its button. */
  title: z.string(),
  /** The path of its icon. */
  icon: z.string(),
  /** The minimum deposit in dollars. */
  min_dep: z.number(),
  /** What the player may deposit by it now, in dollars; null where it has no limit of its own. */
  max_dep: z.number().nullable(),
  /** The path, with /api, that its order is posted to. Null where it cannot be ordered itself. */
  apiUrl: z.string().nullable(),
})

const cryptoMethodSchema = z.object({
  name: z.string(),
  title: z.string(),
  icon: z.string(),
  min_dep: z.number(),
  max_dep: z.number().nullable(),
  apiUrl: z.string(),
})

export const paymentQuerySchema = z.strictObject({ currency: currencySchema })

export const paymentReplySchema = z.object({
  success: z.literal(true),
  message: z.string(),
  paymentMethods: z.array(paymentMethodSchema),
  cryptoMethods: z.array(cryptoMethodSchema),
  /** Roubles for one unit of each currency. */
  rates: z.object({ RUB: z.number(), UAH: z.number(), USD: z.number() }),
  /** The bonus of this deposit without a code in percent, e.g. on the first one; 0 for none. */
  bonusPercent: z.int(),
  /** What the bonus of one deposit is at most, with a code or without. */
  bonusMost: centsSchema,
  /** True until the player has paid for a deposit, when limits are suggested. */
  isFirst: z.boolean(),
})

export type PaymentReply = z.infer<typeof paymentReplySchema>

/** A longer code is refused before it is looked up. */
const promocodeSchema = z.string().trim().max(40)

export const approveBodySchema = z.strictObject({ promocode: promocodeSchema.min(1) })

export const approveReplySchema = z.union([
  successSchema.extend({
    /** The bonus of a deposit with this code in percent: the code's, or the first deposit's where that one counts; 0 for a fixed sum. */
    percent: z.int(),
    /** The fixed sum of the code; 0 for a percentage. A greater bonus of the first deposit counts instead, and the code is kept. */
    sum: centsSchema,
    /** The least deposit that gets it. */
    least: centsSchema,
    /** The player's newest unpaid order with this code; null for none. The one that is paid first gets the bonus. */
    held: z.object({ id: z.uuid(), amount: centsSchema, url: z.string().nullable() }).nullable(),
    /** The case that the code opens, and no deposit uses; null for a bonus of one. */
    opens: prizeSchema.nullable(),
  }),
  refusalSchema,
])

export type ApproveReply = z.infer<typeof approveReplySchema>

export const createBodySchema = z.strictObject({
  method_name: z.string().min(1).max(40),
  /** Dollars, as the player types them, with at most two decimals. */
  sum: z.number().positive().max(1_000_000_000),
  promocode: promocodeSchema,
  user_id: z.int(),
})

export type CreateBody = z.infer<typeof createBodySchema>

/** Each method's `apiUrl` contains the currency of the payment. */
export const createQuerySchema = z.strictObject({ currency: currencySchema.default('USD') })

/**
 * A paid order may be disputed by the payer's bank, and the dispute is won or lost; a refund of the whole or of a part changes it
 * too. A kept one was paid when it could not be credited: it is refunded.
 */
export const ORDER_STATES = [
  'created',
  'paid',
  'expired',
  'failed',
  'cancelled',
  'refunded',
  'partly_refunded',
  'disputed',
  'won',
  'lost',
  'kept',
] as const

export type OrderState = (typeof ORDER_STATES)[number]

const orderSchema = z.object({
  id: z.uuid(),
  state: z.enum(ORDER_STATES),
  method: z.string(),
  /** The amount that is credited to the balance. */
  amount: centsSchema,
  bonus: centsSchema,
  bonusPercent: z.int(),
  /** What refunds and lost disputes have taken back of the amount and the bonus. */
  returned: centsSchema,
  currency: currencySchema,
  /** The amount to pay, in minor units of the currency. */
  charge: z.int(),
  /** The page where the payment continues, while the order is open. */
  url: z.string().nullable(),
  /** Milliseconds since 1970. */
  created_at: z.int(),
  expires_at: z.int(),
  paid_at: z.int().nullable(),
})

export type Order = z.infer<typeof orderSchema>

export const createReplySchema = z.union([
  successSchema.extend({
    /** The page where the player pays, to which the browser is redirected. */
    url: z.string(),
    order: orderSchema,
  }),
  refusalSchema,
])

export type CreateReply = z.infer<typeof createReplySchema>

export const cancelBodySchema = z.strictObject({})

export const cancelReplySchema = z.union([
  z.object({ success: z.literal(true), message: z.string(), order: orderSchema }),
  refusalSchema,
])

export type CancelReply = z.infer<typeof cancelReplySchema>

export const ordersQuerySchema = z.strictObject({ cursor: z.uuid().optional() })

export const ordersReplySchema = z.object({
  success: z.literal(true),
  /** Newest first, at most fifty. */
  orders: z.array(orderSchema),
  /** The cursor of the next page; null at the end. */
  cursor: z.uuid().nullable(),
})

export type OrdersReply = z.infer<typeof ordersReplySchema>
