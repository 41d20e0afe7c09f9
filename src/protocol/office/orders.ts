// Orders in the office: the list, one with all that belongs to it, and what people do about one.
import { z } from 'zod'
import { ORDER_EVENTS, ORDER_MARKS } from '../../game/office/payments.ts'
import { CURRENCIES } from '../../game/payments/deposit.ts'
import { FREEZE_REASONS } from '../../game/payments/freezes.ts'
import { PAYMENT_PROVIDERS } from '../../game/payments/payment-providers.ts'
import { METHOD_KINDS } from '../../game/payments/payment-rules.ts'
import { DISPUTE_STATES } from '../../game/payments/reversal.ts'
import { KEPT_REASONS } from '../../game/withdrawal/kept-reasons.ts'
import { centsSchema } from '../common.ts'
import { LIMIT_WINDOWS } from '../limits.ts'
import { ORDER_STATES } from '../payment.ts'
import { authorSchema, momentSchema, reasonSchema } from './common.ts'
import { entrySchema } from './proposals.ts'

/** `GET /orders/:id/refund`; `byHand`: the money was paid back outside. */
export const refundQuerySchema = z.strictObject({ byHand: z.stringbool().default(false) })

/** What a refund would take now, in cents, and counts. */
export const refundPreviewSchema = z.object({
  amount: centsSchema,
  /** What the payer gets back, in minor units of the order's currency. */
  minor: z.int(),
  currency: z.enum(CURRENCIES),
  /** The player's balance now, and as it would be. */
  before: centsSchema,
  after: centsSchema,
  bonus: centsSchema,
  commission: centsSchema,
  debt: centsSchema,
  itemsSold: z.int(),
  itemsWorth: centsSchema,
  prizesTaken: z.int(),
  prizesCharged: centsSchema,
  entries: z.array(entrySchema),
})

export type RefundPreview = z.infer<typeof refundPreviewSchema>

/** `POST /orders/:id/refund`. */
export const refundBodySchema = z.strictObject({ byHand: z.boolean().default(false), reason: reasonSchema })

const playerSchema = z.object({ id: z.int(), username: z.string() })

/** `GET /orders`. A filter that is left out allows everything; `q` is an order's id, or what its provider calls the payment. */
export const ordersQuerySchema = z.strictObject({
  cursor: z.uuid().optional(),
  q: z.string().trim().min(1).max(120).optional(),
  provider: z.enum(PAYMENT_PROVIDERS).optional(),
  state: z.enum(ORDER_STATES).optional(),
  mark: z.enum(ORDER_MARKS).optional(),
  player: z.coerce.number().int().min(1000).max(2_147_483_647).optional(),
  /** The least amount, in cents. */
  least: z.coerce.number().int().min(1).optional(),
  /** When it was placed: from a moment on and before another one. */
  from: z.coerce.number().int().min(0).optional(),
  to: z.coerce.number().int().min(0).optional(),
})

export type OrdersQuery = z.output<typeof ordersQuerySchema>

const orderRowSchema = z.object({
  id: z.uuid(),
  at: momentSchema,
  player: playerSchema,
  state: z.enum(ORDER_STATES),
  provider: z.string(),
  method: z.string(),
  amount: centsSchema,
  bonus: centsSchema,
  /** What refunds and lost disputes have taken back of both. */
  returned: centsSchema,
  /** In minor units of the currency. */
  charge: z.int(),
  currency: z.enum(CURRENCIES),
  /** What the provider calls the payment. */
  reference: z.string().nullable(),
  marks: z.array(z.enum(ORDER_MARKS)),
})

export type OrderListRow = z.infer<typeof orderRowSchema>

/** The newest first, fifty a page at most: a page that many rows were looked through for may have fewer, and a cursor all the same. */
export const ordersReplySchema = z.object({ orders: z.array(orderRowSchema), cursor: z.uuid().nullable() })

export type OrdersReply = z.infer<typeof ordersReplySchema>

const keptPartSchema = z.object({
  part: z.enum(['payment', 'excess']),
  reason: z.enum(KEPT_REASONS),
  state: z.enum(['waiting', 'approved', 'refunded', 'credited']),
  amount: centsSchema,
  /** In minor units of the order's currency. */
  minor: z.int(),
  since: momentSchema,
  endedAt: momentSchema.nullable(),
  /** When the provider is asked to send it back next; null when a person has to. */
  dueAt: momentSchema.nullable(),
  attempts: z.int(),
  problem: z.string().nullable(),
})

const answerSchema = z.object({
  id: z.uuid(),
  at: momentSchema,
  author: z.string(),
  sent: z.string(),
  /** The digest of the file of evidence that its author was handed last. */
  evidence: z.string().nullable(),
})

const orderDisputeSchema = z.object({
  id: z.string(),
  state: z.enum(DISPUTE_STATES),
  /** The provider's word for it. */
  reason: z.string(),
  /** The disputed part of the charge, in its minor units. */
  minor: z.int(),
  openedAt: momentSchema,
  /** Until when the provider takes an answer; null where it did not tell. */
  dueAt: momentSchema.nullable(),
  closedAt: momentSchema.nullable(),
  answers: z.array(answerSchema),
})

export type OrderDispute = z.infer<typeof orderDisputeSchema>

/** What happened to an order: what its provider reported, and what people and jobs did. */
const orderEventSchema = z.object({
  id: z.string(),
  at: momentSchema,
  what: z.enum(ORDER_EVENTS),
  /** In the words of who reported or did it; of what is kept and taken back the reason. */
  words: z.string().nullable(),
  /** Of an act: what was done, and who did it. */
  act: z.object({ verb: z.string(), by: authorSchema }).nullable(),
})

export type OrderEvent = z.infer<typeof orderEventSchema>

/** `GET /orders/:id`. */
export const orderReplySchema = orderRowSchema.extend({
  kind: z.enum(METHOD_KINDS),
  code: z.string().nullable(),
  bonusPercent: z.int(),
  /** Minor units of the charge that went back. */
  refunded: z.int(),
  shortfall: centsSchema,
  remark: z.string().nullable(),
  question: z.object({ text: z.string(), at: momentSchema, answeredAt: momentSchema.nullable() }).nullable(),
  expiresAt: momentSchema,
  paidAt: momentSchema.nullable(),
  heldUntil: momentSchema.nullable(),
  refundedAt: momentSchema.nullable(),
  /** When the provider was last asked about it. */
  askedAt: momentSchema.nullable(),
  /** What the player owes now. */
  debt: centsSchema,
  /** Limits of deposits that the player set. */
  limits: z.array(z.object({ window: z.enum(LIMIT_WINDOWS), amount: centsSchema })),
  kept: z.array(keptPartSchema),
  disputes: z.array(orderDisputeSchema),
  /** The file of evidence that was made last. */
  evidence: z.object({ at: momentSchema, by: z.string(), digest: z.string() }).nullable(),
  freezes: z.array(
    z.object({ id: z.int(), reason: z.enum(FREEZE_REASONS), at: momentSchema, liftedAt: momentSchema.nullable() }),
  ),
  reversals: z.array(
    z.object({
      id: z.uuid(),
      at: momentSchema,
      cause: z.enum(['refund', 'dispute', 'reinstated']),
      amount: centsSchema,
      bonus: centsSchema,
      prizes: centsSchema,
      debt: centsSchema,
      commission: centsSchema,
    }),
  ),
  events: z.array(orderEventSchema),
  /** True where earlier notices of the provider, or acts, are left out: fifty of each are there at most. */
  hasEarlierEvents: z.boolean(),
  transfers: z.array(
    z.object({ id: z.uuid(), at: momentSchema, from: z.string(), to: z.string(), amount: centsSchema }),
  ),
})

export type OrderReply = z.infer<typeof orderReplySchema>

/** `GET /orders/:id/return`: what sending kept money back would do. */
export const returnPreviewSchema = z.object({
  state: z.enum(ORDER_STATES),
  payment: centsSchema,
  excess: centsSchema,
  /** What the payer gets back, in minor units of the order's currency. */
  minor: z.int(),
  currency: z.enum(CURRENCIES),
  entries: z.array(entrySchema),
})

export type ReturnPreview = z.infer<typeof returnPreviewSchema>

/** `POST /orders/:id/return`. */
export const returnBodySchema = z.strictObject({ byHand: z.boolean().default(false), reason: reasonSchema })

/** `GET /orders/:id/credit`: what would be credited within seconds, without the bonus, which is computed then. */
export const creditPreviewSchema = z.object({ amount: centsSchema })

export type CreditPreview = z.infer<typeof creditPreviewSchema>

/** `POST /orders/:id/credit`: approves it. */
export const creditBodySchema = z.strictObject({ reason: reasonSchema })

/** `POST /orders/:id/answer`: settles the question; with a dispute, notes what was answered to it. The reason says what. */
export const answerBodySchema = z.strictObject({ dispute: z.string().min(1).max(255).optional(), reason: reasonSchema })

/** `POST /players/:id/unfreeze`: ends the freeze that a warning of fraud about an order made. */
export const unfreezeBodySchema = z.strictObject({ order: z.uuid() })
