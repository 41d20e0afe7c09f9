// The tables of deposits: orders, webhook events, and limits that players set themselves.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Localized } from '../../game/base/language.ts'
import { METHOD_KINDS } from '../../game/payments/payment-rules.ts'
import { DISPUTE_STATES } from '../../game/payments/reversal.ts'
import { KEPT_REASONS } from '../../game/withdrawal/kept-reasons.ts'
import { LIMIT_WINDOWS } from '../../protocol/limits.ts'
import { ORDER_STATES } from '../../protocol/payment.ts'
import { players } from './schema.ts'
import { promoCodes } from './schema-promo.ts'

const now = () => timestamp({ withTimezone: true }).notNull().defaultNow()
const moment = () => timestamp({ withTimezone: true })
const money = () => bigint({ mode: 'number' })

/** Deposits. An order fixes what it credits; providers only report whether it was paid. */
export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    state: text({ enum: ORDER_STATES }).notNull(),
    provider: text().notNull(),
    method: text().notNull(),
    kind: text({ enum: METHOD_KINDS }).notNull().default('card'),
    /** The provider's id of the payment; null until it has responded. */
    reference: text(),
    url: text(),
    amount: money().notNull(),
    bonus: money().notNull(),
    bonusPercent: integer().notNull(),
    /** The fixed sum of its code in cents; 0 where the bonus is a percentage. */
    bonusSum: money().notNull().default(0),
    promoId: integer().references(() => promoCodes.id),
    /** The player's referrer when it was paid, and the commission in cents. */
    referrerId: integer(),
    commission: money().notNull().default(0),
    currency: text().notNull(),
    /** Units of the currency for a dollar. */
    rate: doublePrecision().notNull(),
    /** The amount to pay, in minor units of the currency. */
    charge: money().notNull(),
    /** Minor units of the charge that the provider has refunded so far. */
    refundedMinor: money().notNull().default(0),
    /** What reversals have taken back of the amount, of the bonus and of the commission. */
    returned: money().notNull().default(0),
    bonusReturned: money().notNull().default(0),
    commissionReturned: money().notNull().default(0),
    /** What reversals could not take back, because the player had spent it. */
    shortfall: money().notNull().default(0),
    /** The margin that a reversal took back, in millionths of a cent. */
    voidedMargin: money().notNull().default(0),
    /** What was staked and no longer counts as turnover, because a reversal took the deposit back, in cents. */
    voidedStakes: money().notNull().default(0),
    /** Why it failed, or what was unusual about it, for the operator. */
    remark: text(),
    /** What its provider reported and the site could not book, for the operator; null for nothing. */
    question: text(),
    /** When the newest part of the question was asked, and when a person settled it; an order is in question between the two. */
    questionedAt: moment(),
    answeredAt: moment(),
    /** The idempotency key of the request, and a hash of what was requested. */
    key: uuid().notNull(),
    requestHash: text().notNull(),
    createdAt: now(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    paidAt: moment(),
    /** Until when its player's items wait; null when they need not. */
    heldUntil: moment(),
    refundedAt: moment(),
    /** When the provider was last polled about it. */
    askedAt: moment(),
  },
  (table) => [
    unique('order_once_a_click').on(table.playerId, table.key),
    unique('order_reference').on(table.provider, table.reference),
    check(
      'order_amounts',
      sql`${table.amount} > 0 and ${table.bonus} >= 0 and ${table.charge} > 0 and ${table.commission} >= 0`,
    ),
    check('order_state_known', sql.raw(`state in (${ORDER_STATES.map((state) => `'${state}'`).join(', ')})`)),
    index('orders_of_player').on(table.playerId, table.id),
    index('orders_of_referrer')
      .on(table.referrerId, table.playerId, table.paidAt)
      .where(sql`${table.referrerId} is not null`),
    index('orders_paid').on(table.playerId, table.paidAt).where(sql`${table.paidAt} is not null`),
    index('orders_open').on(table.askedAt).where(sql`${table.state} in ('created', 'expired', 'cancelled')`),
    index('orders_in_question')
      .on(table.playerId)
      .where(sql`${table.question} is not null and ${table.answeredAt} is null`),
    check('question_timed', sql`(${table.question} is null) = (${table.questionedAt} is null)`),
    // The office lists orders of a state, of a provider, and those that were paid late.
    index('orders_by_state').on(table.state, table.id),
    index('orders_by_provider').on(table.provider, table.id),
    index('orders_paid_late').on(table.id).where(sql`${table.paidAt} > ${table.expiresAt}`),
    index('orders_of_promo').on(table.promoId, table.playerId).where(sql`${table.promoId} is not null`),
    index('orders_with_promo').on(table.promoId, table.id).where(sql`${table.promoId} is not null`),
  ],
)

/** Disputes of payers about deposits, as their provider reports them. */
export const disputes = pgTable(
  'disputes',
  {
    provider: text().notNull(),
    /** The provider's id of the dispute. */
    reference: text().notNull(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    state: text({ enum: DISPUTE_STATES }).notNull(),
    reason: text().notNull(),
    /** The disputed part of the charge in its minor units; the whole charge where the provider reports another currency. */
    minor: money().notNull(),
    /** When the provider reported the state. */
    saidAt: timestamp({ withTimezone: true }).notNull(),
    openedAt: now(),
    closedAt: moment(),
    /** Until when the provider takes an answer; null where it did not tell. */
    dueAt: moment(),
  },
  (table) => [
    primaryKey({ name: 'disputes_pkey', columns: [table.provider, table.reference] }),
    index('disputes_of_order').on(table.orderId),
    index('disputes_open').on(table.openedAt).where(sql`${table.state} = 'open'`),
    // The office lists open ones by their deadline, those without one last, and closed ones by their end.
    index('disputes_by_deadline')
      .on(sql`coalesce(${table.dueAt}, '9999-01-01 00:00:00+00'::timestamptz)`, table.provider, table.reference)
      .where(sql`${table.state} = 'open'`),
    index('disputes_closed')
      .on(table.state, table.closedAt, table.provider, table.reference)
      .where(sql`${table.state} <> 'open'`),
    check('dispute_state_known', sql.raw(`state in (${DISPUTE_STATES.map((state) => `'${state}'`).join(', ')})`)),
    check('dispute_amount', sql`${table.minor} > 0`),
  ],
)

/** Answers to disputes, as who gave them noted: rows are only added. */
export const disputeAnswers = pgTable(
  'dispute_answers',
  {
    id: uuid().primaryKey(),
    provider: text().notNull(),
    /** The provider's id of the dispute. */
    dispute: text().notNull(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** What was sent to the provider, in the words of who sent it. */
    sent: text().notNull(),
    /** The digest of the file of evidence that its author was handed last; null where they were handed none. */
    evidence: text(),
    /** Who answered: a member of the staff, or a user of a machine. */
    author: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    foreignKey({
      name: 'answer_of_dispute',
      columns: [table.provider, table.dispute],
      foreignColumns: [disputes.provider, disputes.reference],
    }),
    index('dispute_answers_of_dispute').on(table.provider, table.dispute, table.id),
    index('dispute_answers_of_order').on(table.orderId, table.id),
  ],
)

export const REVERSAL_CAUSES = ['refund', 'dispute', 'reinstated'] as const

/**
 * Every time that credits of an order were taken back, or given again after a dispute was won, then with amounts below zero. Rows
 * are only added; their transfers have the row's id as reference.
 */
export const orderReversals = pgTable(
  'order_reversals',
  {
    id: uuid().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    cause: text({ enum: REVERSAL_CAUSES }).notNull(),
    amount: money().notNull(),
    bonus: money().notNull(),
    /** Prizes that the deposit had unlocked and that were not there any more, by their price. */
    prizes: money().notNull(),
    /** The part of `amount`, `bonus`, `prizes` and `leaderPrizes` that became a debt. */
    debt: money().notNull(),
    /** The commission that was due back, and the part of it that the referrer's balance did not cover. */
    commission: money().notNull(),
    commissionShortfall: money().notNull(),
    at: now(),
    /** Prizes of leaderboards that the margin which is left does not cover. */
    leaderPrizes: money().notNull().default(0),
  },
  (table) => [index('reversals_of_order').on(table.orderId, table.id)],
)

/** Prizes that a reversed deposit had unlocked, each once. */
export const voidedPrizes = pgTable('voided_prizes', {
  itemId: uuid().primaryKey(),
  reversalId: uuid()
    .notNull()
    .references(() => orderReversals.id),
  price: money().notNull(),
  /** True when the item itself was taken back, false when its price was charged. */
  taken: boolean().notNull(),
})

/** A row of the table of orders. */
export type OrderRow = typeof orders.$inferSelect

/** Webhook events of providers, each once. */
export const webhookEvents = pgTable(
  'payment_notices',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    provider: text().notNull(),
    /** The provider's id of the event, or what identifies it where it has none. */
    event: text().notNull(),
    orderId: uuid(),
    /** The state that it reported. */
    said: text().notNull(),
    at: now(),
  },
  (table) => [unique('notice_once').on(table.provider, table.event), index().on(table.orderId)],
)

const KEPT_STATES = ['waiting', 'approved', 'refunded', 'credited'] as const

/** What is kept of a payment: up to the charge of its order, or what was paid beyond that. */
export const KEPT_PARTS = ['payment', 'excess'] as const

export type KeptPart = (typeof KEPT_PARTS)[number]

/** Received money that may not be credited: what was paid of an order, and what was paid beyond its charge. */
export const keptPayments = pgTable(
  'kept_payments',
  {
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    part: text({ enum: KEPT_PARTS }).notNull().default('payment'),
    reason: text({ enum: KEPT_REASONS }).notNull(),
    /** approved: a person decided that it may be credited now; the server does it, unless something forbids it again. */
    state: text({ enum: KEPT_STATES }).notNull(),
    amount: money().notNull(),
    /** In minor units of the order's currency. */
    minor: money().notNull(),
    at: now(),
    endedAt: moment(),
    /** True when its provider reported the refund, false for what an operator sent back outside. */
    isReported: boolean().notNull().default(false),
    /** When the provider is asked for the refund again; null when a person has to send it back. */
    dueAt: moment(),
    attempts: integer().notNull().default(0),
    /** Why the last attempt failed, for the operator. */
    problem: text(),
  },
  (table) => [
    primaryKey({ name: 'kept_payments_pkey', columns: [table.orderId, table.part] }),
    check(
      'kept_part_known',
      sql.raw(
        `(part = 'excess') = (reason = 'overpaid') and part in (${KEPT_PARTS.map((part) => `'${part}'`).join(', ')})`,
      ),
    ),
    check('kept_reason_known', sql.raw(`reason in (${KEPT_REASONS.map((reason) => `'${reason}'`).join(', ')})`)),
    check('kept_state_known', sql.raw(`state in (${KEPT_STATES.map((state) => `'${state}'`).join(', ')})`)),
    check('kept_amount', sql`${table.amount} > 0 and ${table.minor} > 0`),
    check('kept_ended', sql`(${table.endedAt} is null) = (${table.state} in ('waiting', 'approved'))`),
    index('payments_kept').on(table.dueAt).where(sql`${table.state} in ('waiting', 'approved')`),
    // The office lists those that wait longest first, and orders that were paid in part.
    index('payments_kept_since').on(table.at, table.orderId, table.part).where(sql`${table.endedAt} is null`),
    index('payments_kept_partial').on(table.orderId).where(sql`${table.reason} = 'partial'`),
  ],
)

/** A row of the table of kept payments. */
export type KeptPayment = typeof keptPayments.$inferSelect

/** Deposit limits that players set themselves. */
export const depositLimits = pgTable(
  'deposit_limits',
  {
    playerId: integer()
      .notNull()
      .references(() => players.id),
    window: text({ enum: LIMIT_WINDOWS }).notNull(),
    /** Cents; null for no limit. */
    amount: money(),
    /** The amount from `pendingAt` on. */
    pendingAmount: money(),
    pendingAt: moment(),
    changedAt: now(),
  },
  (table) => [
    primaryKey({ name: 'deposit_limits_pkey', columns: [table.playerId, table.window] }),
    // The office lists players with limits, those that changed last first.
    index('deposit_limits_by_change').on(table.changedAt, table.playerId, table.window),
  ],
)

/** What players asked their limits to be. Rows are only added. */
export const limitChanges = pgTable(
  'limit_changes',
  {
    id: uuid().primaryKey(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    window: text({ enum: LIMIT_WINDOWS }).notNull(),
    /** Cents; null for no limit. */
    before: money(),
    after: money(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** When it applies: a raise a day later. */
    appliesAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('limit_changes_of_player').on(table.playerId, table.id)],
)

/** Time-outs and self-exclusions; none is ever lifted early. */
export const exclusions = pgTable(
  'exclusions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    kind: text({ enum: ['time-out', 'self-exclusion'] }).notNull(),
    at: now(),
    /** Null for an exclusion without end. */
    until: moment(),
    /** What the player reads where the shop excluded them; null where they did. */
    words: jsonb().$type<Localized>(),
  },
  (table) => [index().on(table.playerId)],
)
