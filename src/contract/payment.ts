// Topping up: methods, promo codes, orders.
import { z } from 'zod'
import { CURRENCIES } from '../game/deposit.ts'
import { centsSchema, refusalSchema, successSchema } from './common.ts'

const currencySchema = z.enum(CURRENCIES)

const paymentMethodSchema = z.object({
  /** Names the method in calls; 'crypto' stands for all coins together. */
  name: z.string(),
  /** As it is written on its button. */
  title: z.string(),
  /** Path of a picture. */
  icon: z.string(),
  /** The least deposit in dollars. */
  min_dep: z.number(),
  /** Where its order is posted to, with /api. Null where it cannot be ordered by itself. */
  apiUrl: z.string().nullable(),
})

export type PaymentMethod = z.infer<typeof paymentMethodSchema>

const cryptoMethodSchema = z.object({
  name: z.string(),
  title: z.string(),
  icon: z.string(),
  min_dep: z.number(),
  apiUrl: z.string(),
})

export type CryptoMethod = z.infer<typeof cryptoMethodSchema>

export const paymentQuerySchema = z.strictObject({ currency: currencySchema })

export const paymentReplySchema = z.object({
  success: z.literal(true),
  message: z.string(),
  paymentMethods: z.array(paymentMethodSchema),
  cryptoMethods: z.array(cryptoMethodSchema),
  /** Roubles for one unit of each currency. */
  rates: z.object({ RUB: z.number(), UAH: z.number(), USD: z.number() }),
  /** Percent that this deposit brings without a code, e.g. on the first one; 0 for none. */
  bonusPercent: z.int(),
  /** True until the player has paid for a deposit: the moment to offer limits. */
  isFirst: z.boolean(),
})

export type PaymentReply = z.infer<typeof paymentReplySchema>

/** What a code may look like; a longer one is refused before anything looks for it. */
const promocodeSchema = z.string().trim().max(40)

export const approveBodySchema = z.strictObject({ promocode: promocodeSchema.min(1) })

export const approveReplySchema = z.union([successSchema.extend({ percent: z.int() }), refusalSchema])

export type ApproveReply = z.infer<typeof approveReplySchema>

export const createBodySchema = z.strictObject({
  method_name: z.string().min(1).max(40),
  /** Dollars, to the cent. */
  sum: z.number().positive().max(1_000_000_000),
  promocode: promocodeSchema,
  user_id: z.int(),
})

export type CreateBody = z.infer<typeof createBodySchema>

/** The currency to pay in stands in each method's `apiUrl`. */
export const createQuerySchema = z.strictObject({ currency: currencySchema.default('USD') })

export const ORDER_STATES = ['created', 'paid', 'expired', 'failed', 'refunded'] as const

export type OrderState = (typeof ORDER_STATES)[number]

const orderSchema = z.object({
  id: z.uuid(),
  state: z.enum(ORDER_STATES),
  method: z.string(),
  /** What it brings to the balance. */
  amount: centsSchema,
  bonus: centsSchema,
  bonusPercent: z.int(),
  currency: currencySchema,
  /** What is paid, in minor units of the currency. */
  charge: z.int(),
  /** Where to go on paying, as long as the order is open. */
  url: z.string().nullable(),
  /** Milliseconds since 1970. */
  created_at: z.int(),
  expires_at: z.int(),
  paid_at: z.int().nullable(),
})

export type Order = z.infer<typeof orderSchema>

export const createReplySchema = z.union([
  successSchema.extend({
    /** Where the player pays; the browser goes there. */
    url: z.string(),
    order: orderSchema,
  }),
  refusalSchema,
])

export type CreateReply = z.infer<typeof createReplySchema>

export const ordersQuerySchema = z.strictObject({ cursor: z.uuid().optional() })

export const ordersReplySchema = z.object({
  success: z.literal(true),
  /** Newest first, fifty at most. */
  orders: z.array(orderSchema),
  /** For the next page; null at the end. */
  cursor: z.uuid().nullable(),
})

export type OrdersReply = z.infer<typeof ordersReplySchema>
