// Settlement of payments: each order is credited once, although webhook events may be repeated or arrive in any order.
import { and, eq, isNotNull, ne, or } from 'drizzle-orm'
import { bonusOf, countingBonus } from '../../../game/deposit.ts'
import { type Cents, cents } from '../../../game/money.ts'
import { holdAfter, type PaymentRules } from '../../../game/payment-rules.ts'
import type { ReferralTier, Rewards } from '../../../game/rewards.ts'
import { nightOf } from '../../../game/site-time.ts'
import type { SiteEvents } from '../../base/events.ts'
import { isId } from '../../base/ids.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { type OrderRow, orders, webhookEvents } from '../../db/schema-payments.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import type { PaymentIdentity, PaymentProvider, PaymentState, WebhookRequest } from '../../payments/provider.ts'
import { type FreeNight, unlockNotification } from '../games/free-case-notification.ts'
import { storeNotification } from '../kernel/notifications.ts'
import { chargePlayer, lockBalance, payPlayer } from '../kernel/pay.ts'
import {
  type CommissionTransfer,
  commissionFor,
  lockForRefund,
  lockPayer,
  payCommission,
  reverseCommission,
} from '../referral/commission.ts'
import { depositStatus, lockOrders, orderView } from './orders.ts'
import { mayUsePromo, type OrderBonus } from './promo.ts'

/** The result of settling an order. */
interface Settled {
  readonly row: OrderRow
  /** Other open orders of the player, which lost the bonus that this one got. */
  readonly others: readonly OrderRow[]
  /** Null when the balance did not change. */
  readonly balance: Cents | null
  /** In the order in which they are stored and emitted. */
  readonly notifications: readonly PlayerNotification[]
  /** The referrer's commission that was paid or reversed; null for none. */
  readonly commission: CommissionTransfer | null
}

type Changes = Partial<typeof orders.$inferInsert>

async function change(tx: Queries, row: OrderRow, changes: Changes): Promise<OrderRow> {
  const [changed] = await tx.update(orders).set(changes).where(eq(orders.id, row.id)).returning()
  if (changed === undefined) throw new Error(`Order ${row.id} is gone`)
  return changed
}

/** Tells whether an order that is paid now gets the bonus of its code. */
async function getsCodeBonus(tx: Queries, { id, promoId, playerId }: OrderRow, isHolding: boolean): Promise<boolean> {
  return promoId !== null && (await mayUsePromo(tx, { promoId, playerId, orderId: id, isHolding }))
}

/** Returns the bonus that an order gets now: another order may have used it, and the first one that is paid is the first deposit. */
async function bonusNow(tx: Queries, row: OrderRow): Promise<OrderBonus> {
  const ofCode = (await getsCodeBonus(tx, row, row.state === 'created')) ? row.bonusPercent : 0
  const { percent, usesCode } = countingBonus((await depositStatus(tx, row.playerId)).percent, ofCode)
  return { percent, promoId: usesCode ? row.promoId : null }
}

function lockOpenOrders(tx: Queries, { id, playerId }: OrderRow): Promise<OrderRow[]> {
  const isOther = and(eq(orders.playerId, playerId), eq(orders.state, 'created'), ne(orders.id, id))
  return tx.select().from(orders).where(isOther).orderBy(orders.id).for('update')
}

/**
 * Takes the bonus off open orders that do not get it any more: it went to the order that was paid.
 *
 * @param open the player's open orders, locked
 */
async function withdrawBonuses(tx: Queries, open: readonly OrderRow[]): Promise<OrderRow[]> {
  const changed: OrderRow[] = []
  for (const row of open) {
    // A code that the player may use again keeps its bonus, when another use is left.
    if (row.bonus === 0 || (await getsCodeBonus(tx, row, false))) continue
    changed.push(await change(tx, row, { bonus: 0, bonusPercent: 0, promoId: null }))
  }
  return changed
}

/** The player's own end of an order, which no provider reports. */
interface Cancelled {
  readonly kind: 'cancelled'
}

/** How a payment is credited: when, and by which rules for commissions and free cases. */
interface Payment {
  readonly at: Date
  readonly remark: string | null
  readonly tiers: readonly ReferralTier[]
  readonly night: FreeNight
  /** Undefined where nothing is held. */
  readonly holds: PaymentRules | undefined
}

/** Returns until when the player's items wait after a payment; null when they need not. The account is locked. */
async function heldUntil(tx: Queries, row: OrderRow, at: Date, rules: PaymentRules | undefined): Promise<Date | null> {
  if (rules === undefined) return null
  const isOfKind = and(eq(orders.playerId, row.playerId), eq(orders.kind, row.kind), isNotNull(orders.paidAt))
  const [earlier] = await tx.select({ id: orders.id }).from(orders).where(isOfKind).limit(1)
  const untilMs = holdAfter(rules, row.kind, earlier === undefined, at.getTime())
  return untilMs === null ? null : new Date(untilMs)
}

async function credit(tx: Queries, row: OrderRow, { at, remark, tiers, night, holds }: Payment): Promise<Settled> {
  // Before the accounts, in the order of locks. No other transaction locks orders of this player meanwhile.
  const open = await lockOpenOrders(tx, row)
  const { percent, promoId } = await bonusNow(tx, row)
  const bonus = bonusOf(cents(row.amount), percent)
  const lost = bonus < row.bonus ? 'paid late: its bonus was used elsewhere by then' : null
  const held = await heldUntil(tx, row, at, holds)
  const bonusParts = { bonus, bonusPercent: percent, promoId }
  const settled = await change(tx, row, { state: 'paid', paidAt: at, heldUntil: held, ...bonusParts })
  const others = await withdrawBonuses(tx, open)
  // It locks both accounts in the order of their ids.
  const commission = await commissionFor(tx, settled, tiers)
  const paid = await change(tx, settled, {
    referrerId: commission?.referrerId ?? null,
    commission: commission?.commission ?? 0,
    remark: lost ?? remark,
  })
  const to = { playerId: row.playerId, reference: row.id }
  const deposit = { ...to, from: HOUSE_ACCOUNTS.deposits, amount: cents(row.amount), kind: 'deposit' } as const
  const deposited = await payPlayer(tx, deposit)
  const balance =
    bonus > 0 ? await payPlayer(tx, { ...to, from: HOUSE_ACCOUNTS.bonuses, amount: bonus, kind: 'bonus' }) : deposited
  const notification: PlayerNotification =
    bonus > 0
      ? { kind: 'depositBonus', amounts: { amount: row.amount, bonus }, link: '/deposit' }
      : { kind: 'deposit', amounts: { amount: row.amount }, link: '/deposit' }
  const moved = commission === null ? null : await payCommission(tx, row.id, commission)
  const unlocked = await unlockNotification(tx, paid, at, night)
  // The deposit's notification comes last, so that it is the newest.
  const notifications = unlocked === null ? [notification] : [unlocked, notification]
  return { row: paid, others, balance, notifications, commission: moved }
}

/**
 * Reverses what a paid order credited to its player and their referrer, as far as the balances cover it; the rest is recorded as
 * a shortfall.
 */
export async function reverseDeposit(tx: Queries, row: OrderRow, at: Date): Promise<Settled> {
  await lockForRefund(tx, row)
  const balance = await lockBalance(tx, row.playerId)
  const amount = cents(Math.min(balance, row.amount))
  const bonus = cents(Math.min(balance - amount, row.bonus))
  const of = { playerId: row.playerId, reference: row.id }
  if (amount > 0) await chargePlayer(tx, { ...of, to: HOUSE_ACCOUNTS.deposits, amount, kind: 'refund' })
  if (bonus > 0) await chargePlayer(tx, { ...of, to: HOUSE_ACCOUNTS.bonuses, amount: bonus, kind: 'bonus-back' })
  const taken = amount + bonus
  const refunded = await change(tx, row, {
    state: 'refunded',
    refundedAt: at,
    shortfall: row.amount + row.bonus - taken,
  })
  const notification: PlayerNotification = {
    kind: 'depositRefunded',
    amounts: { amount: row.amount },
    link: '/deposit',
  }
  const commission = await reverseCommission(tx, row)
  return { row: refunded, others: [], balance: cents(balance - taken), notifications: [notification], commission }
}

/** The result of a change that moved no balance. */
function withoutTransfer(row: OrderRow, notification: PlayerNotification | null = null): Settled {
  return {
    row,
    others: [],
    balance: null,
    notifications: notification === null ? [] : [notification],
    commission: null,
  }
}

function isUnderpaid(row: OrderRow, state: PaymentState & { kind: 'paid' }): boolean {
  const { paid } = state
  return paid !== undefined && (paid.currency !== row.currency || paid.minor < row.charge)
}

/**
 * Changes an order by its provider's state. A payment counts after any earlier state; a refund is final.
 *
 * @param row the order, locked
 * @returns undefined when nothing changes
 */
async function settle(
  tx: Queries,
  row: OrderRow,
  state: PaymentState | Cancelled,
  at: Date,
  rules: Pick<Payment, 'tiers' | 'night' | 'holds'>,
): Promise<Settled | undefined> {
  const unpaid = row.paidAt === null && row.state !== 'refunded'
  switch (state.kind) {
    case 'open':
      return undefined
    case 'partial':
      if (!unpaid || row.remark === PARTIAL) return undefined
      return withoutTransfer(await change(tx, row, { remark: PARTIAL }))
    case 'paid': {
      if (!unpaid) return undefined
      if (isUnderpaid(row, state)) return settle(tx, row, { kind: 'partial' }, at, rules)
      const over = state.paid !== undefined && state.paid.minor > row.charge ? `paid ${state.paid.minor}` : null
      return credit(tx, row, { at, remark: over, ...rules })
    }
    case 'expired':
      if (row.state !== 'created') return undefined
      return withoutTransfer(await change(tx, row, { state: 'expired' }))
    case 'cancelled':
      // Its provider may have told that it expired, because it was cancelled there first.
      if (row.state !== 'created' && row.state !== 'expired') return undefined
      return withoutTransfer(await change(tx, row, { state: 'cancelled' }))
    case 'failed': {
      if (row.state !== 'created') return undefined
      const failed = await change(tx, row, { state: 'failed', remark: state.reason })
      const notification: PlayerNotification = {
        kind: 'depositFailed',
        amounts: { amount: row.amount },
        link: '/deposit',
      }
      return withoutTransfer(failed, notification)
    }
    case 'refunded':
      if (row.state === 'paid') return reverseDeposit(tx, row, at)
      if (!unpaid) return undefined
      return withoutTransfer(await change(tx, row, { state: 'refunded', refundedAt: at }))
  }
}

/** The remark of an order that was paid in part. */
export const PARTIAL = 'paid in part: see the provider'

export interface Settlement {
  /**
   * Handles a webhook request of a provider.
   *
   * @throws WebhookRefused when the provider did not send it
   * @throws ProviderFailed when the provider, asked about the payment, did not answer
   * @throws ProtocolError 404 for an unknown payment: the provider sends the event again later
   */
  handleWebhook(provider: PaymentProvider, request: WebhookRequest): Promise<void>
  /** Asks the provider for the state of an order's payment and settles the order. */
  refresh(provider: PaymentProvider, orderId: string): Promise<void>
  /** Settles an order by a state. */
  apply(orderId: string, state: PaymentState): Promise<void>
  /** Ends an unpaid order for its player; a payment that arrives later counts. */
  cancel(orderId: string): Promise<void>
}

export interface SettlementParts {
  readonly db: Database
  readonly events: SiteEvents
  readonly now: () => number
  /** The time zone in which the nights of free cases begin. */
  readonly timeZone: string
  /** The operator's current rules for commissions and free cases. */
  readonly rewards: () => Pick<Rewards, 'referral' | 'freeCases'>
  /** The operator's rules of holds; undefined where nothing is held. */
  readonly rules: () => PaymentRules | undefined
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
}

function describeState(state: PaymentState): string {
  return state.kind === 'paid' && state.paid !== undefined
    ? `paid ${state.paid.minor} ${state.paid.currency}`
    : state.kind
}

/**
 * Returns the order of a webhook event.
 *
 * @throws ProtocolError 404 when there is none, or more than one
 */
async function namedOrder(
  { db, log }: Pick<SettlementParts, 'db' | 'log'>,
  provider: PaymentProvider,
  { reference, orderId }: PaymentIdentity,
): Promise<OrderRow> {
  const id = orderId?.toLowerCase()
  const names = [
    ...(reference === undefined ? [] : [eq(orders.reference, reference)]),
    // A text that is not an id of ours cannot be compared with ids; comparing it as text would scan every order.
    ...(id === undefined || !isId(id) ? [] : [eq(orders.id, id)]),
  ]
  const isNamed = and(eq(orders.provider, provider.name), or(...names))
  const found = names.length === 0 ? [] : await db.queries.select().from(orders).where(isNamed)
  const [row] = found
  // An event that names two orders is refused.
  if (row === undefined || found.length > 1) {
    log.warn({ provider: provider.name, reference, orderId }, 'a webhook event about an unknown payment')
    throw new ProtocolError(404, 'payment-unknown', 'There is no such payment here')
  }
  return row
}

/** Emits the result to the pages of the players concerned. */
function emitSettled({ events, log }: Pick<SettlementParts, 'events' | 'log'>, settled: Settled): void {
  const { row, others, balance, notifications, commission } = settled
  log.info({ order: row.id, state: row.state, remark: row.remark }, 'an order changed its state')
  if (balance !== null) events.emit('balance', { playerId: row.playerId, balance })
  for (const order of [...others, row]) {
    events.emit('order', { playerId: order.playerId, provider: order.provider, order: orderView(order) })
  }
  for (const notification of notifications) events.emit('notification', { playerId: row.playerId, notification })
  if (commission === null) return
  events.emit('balance', { playerId: commission.playerId, balance: commission.balance })
  events.emit('notification', { playerId: commission.playerId, notification: commission.notification })
}

/** Makes the settlement over a database. */
export function createSettlement(parts: SettlementParts): Settlement {
  const { db, now, timeZone, rewards, rules, log } = parts

  async function applyState(
    orderId: string,
    state: PaymentState | Cancelled,
    keep?: (tx: Queries) => Promise<boolean>,
  ): Promise<void> {
    const settled = await db.transaction(async (tx) => {
      await lockPayer(tx, orderId)
      const [row] = await lockOrders(tx, [orderId])
      if (row === undefined) throw new Error(`Order ${orderId} is gone`)
      if (keep !== undefined && !(await keep(tx))) return undefined
      const nowMs = now()
      const { referral, freeCases } = rewards()
      const night = { span: nightOf(nowMs, timeZone), cases: freeCases }
      const moved = await settle(tx, row, state, new Date(nowMs), { tiers: referral, night, holds: rules() })
      for (const notification of moved?.notifications ?? []) await storeNotification(tx, row.playerId, notification)
      return moved
    })
    if (settled !== undefined) emitSettled(parts, settled)
  }

  /** Returns a step that stores an event under its provider's id; the step returns false when the event was stored before. */
  function storeEventOnce(provider: string, event: string, orderId: string | null, what: string) {
    return async (queries: Queries): Promise<boolean> => {
      const stored = await queries
        .insert(webhookEvents)
        .values({ provider, event, orderId, said: what, at: new Date(now()) })
        .onConflictDoNothing()
        .returning({ id: webhookEvents.id })
      if (stored.length === 0) log.info({ provider, event }, 'a repeated webhook event')
      return stored.length === 1
    }
  }

  async function fetchAndApply(provider: PaymentProvider, orderId: string): Promise<void> {
    const [row] = await db.queries.select().from(orders).where(eq(orders.id, orderId))
    if (row === undefined || row.reference === null) return
    await applyState(orderId, await provider.fetchState(row.reference))
  }

  return {
    handleWebhook: async (provider, request) => {
      const webhook = await provider.readWebhook(request)
      if (webhook.kind === 'other') {
        await storeEventOnce(provider.name, webhook.event, null, webhook.about)(db.queries)
        return
      }
      const row = await namedOrder(parts, provider, webhook.about)
      if (webhook.kind === 'hint') {
        await fetchAndApply(provider, row.id)
        await storeEventOnce(provider.name, webhook.event, row.id, 'hint')(db.queries)
        return
      }
      await applyState(
        row.id,
        webhook.state,
        storeEventOnce(provider.name, webhook.event, row.id, describeState(webhook.state)),
      )
    },
    refresh: fetchAndApply,
    apply: (orderId, state) => applyState(orderId, state),
    cancel: (orderId) => applyState(orderId, { kind: 'cancelled' }),
  }
}
