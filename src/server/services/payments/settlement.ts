// Settlement of payments: each order is credited once, although webhook events may be repeated or arrive in any order.
import { and, eq, or } from 'drizzle-orm'
import type { PaymentRules } from '../../../game/payment-rules.ts'
import type { Rewards } from '../../../game/rewards.ts'
import { nightOf } from '../../../game/site-time.ts'
import type { SiteEvents } from '../../base/events.ts'
import { isId } from '../../base/ids.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { type OrderRow, orders, webhookEvents } from '../../db/schema-payments.ts'
import type { PaymentIdentity, PaymentProvider, PaymentState, WebhookRequest } from '../../payments/provider.ts'
import { freezeWithdrawals } from '../account/freezes.ts'
import { recordCard } from '../account/related-players.ts'
import type { PricedCatalogue } from '../kernel/item-value.ts'
import { storeNotification } from '../kernel/notifications.ts'
import { emitTransition } from '../withdrawal/transitions.ts'
import { changeOrder, credit, type Payment, type Settled } from './crediting.ts'
import { storeDispute } from './disputes.ts'
import { lockOrders, orderView } from './orders.ts'
import { disputesOf, freezeWhileDisputed, type Reconciled, reconcile } from './reconcile.ts'
import { refundUnspent } from './refunds.ts'
import { lockPayerForReversal, type ReversalContext } from './reversal.ts'

/** The player's own end of an order, which no provider reports. */
interface Cancelled {
  readonly kind: 'cancelled'
}

/** The result of a change that moved no balance. */
function withoutTransfer(row: OrderRow, notification: PlayerNotification | null = null): Settled {
  return {
    row,
    others: [],
    balance: null,
    notifications: notification === null ? [] : [notification],
    commissions: [],
    reversal: null,
  }
}

function isUnderpaid(row: OrderRow, state: PaymentState & { kind: 'paid' }): boolean {
  const { paid } = state
  return paid !== undefined && (paid.currency !== row.currency || paid.minor < row.charge)
}

interface Rules extends Pick<Payment, 'night' | 'holds' | 'gifts'> {
  readonly context: ReversalContext
}

/** Settles refunds and disputes of a paid order, after what the same event has changed already. */
async function settleReversals(
  tx: Queries,
  row: OrderRow,
  before: Settled | undefined,
  { context }: Rules,
): Promise<Settled | undefined> {
  const reconciled = row.paidAt === null ? undefined : await reconcile(tx, row, context)
  return reconciled === undefined ? before : settledBy(reconciled, before)
}

/** Returns the result of refunds and disputes together with what the same event has changed before. */
function settledBy({ row, reversal, notifications }: Reconciled, before: Settled | undefined): Settled {
  const commission = reversal?.commission ?? null
  return {
    row,
    others: before?.others ?? [],
    balance: reversal?.balance ?? before?.balance ?? null,
    notifications: [...(before?.notifications ?? []), ...notifications],
    commissions: [...(before?.commissions ?? []), ...(commission === null ? [] : [commission])],
    reversal,
  }
}

/** Stores what the provider has refunded so far; late events report less than is known. */
async function settleRefund(tx: Queries, row: OrderRow, minor: number, rules: Rules): Promise<Settled | undefined> {
  const refundedMinor = Math.min(row.charge, Math.max(row.refundedMinor, minor))
  if (refundedMinor === row.refundedMinor) return undefined
  return settleReversals(tx, await changeOrder(tx, row, { refundedMinor }), undefined, rules)
}

async function settlePaid(
  tx: Queries,
  row: OrderRow,
  state: PaymentState & { kind: 'paid' },
  at: Date,
  rules: Rules,
): Promise<Settled | undefined> {
  const { paid, refunded = 0 } = state
  if (row.paidAt !== null) return settleRefund(tx, row, refunded, rules)
  if (row.state === 'refunded') return undefined
  if (isUnderpaid(row, state)) return settle(tx, row, { kind: 'partial' }, at, rules)
  const over = paid !== undefined && paid.minor > row.charge ? `paid ${paid.minor}` : null
  const refundedMinor = Math.min(row.charge, Math.max(row.refundedMinor, refunded))
  const credited = await credit(tx, { ...row, refundedMinor }, { at, remark: over, ...rules })
  return settleReversals(tx, await changeOrder(tx, credited.row, { refundedMinor }), credited, rules)
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
  rules: Rules,
): Promise<Settled | undefined> {
  const unpaid = row.paidAt === null && row.state !== 'refunded'
  switch (state.kind) {
    case 'open':
    case 'charged':
      return undefined
    case 'partial':
      if (!unpaid || row.remark === PARTIAL) return undefined
      return withoutTransfer(await changeOrder(tx, row, { remark: PARTIAL }))
    case 'paid':
      return settlePaid(tx, row, state, at, rules)
    case 'expired':
      if (row.state !== 'created') return undefined
      return withoutTransfer(await changeOrder(tx, row, { state: 'expired' }))
    case 'cancelled':
      // Its provider may have told that it expired, because it was cancelled there first.
      if (row.state !== 'created' && row.state !== 'expired') return undefined
      return withoutTransfer(await changeOrder(tx, row, { state: 'cancelled' }))
    case 'failed': {
      if (row.state !== 'created') return undefined
      const failed = await changeOrder(tx, row, { state: 'failed', remark: state.reason })
      const notification: PlayerNotification = {
        kind: 'depositFailed',
        amounts: { amount: row.amount },
        link: '/deposit',
      }
      return withoutTransfer(failed, notification)
    }
    case 'refunded':
      if (row.paidAt !== null) return settleRefund(tx, row, row.charge, rules)
      if (!unpaid) return undefined
      return withoutTransfer(await changeOrder(tx, row, { state: 'refunded', refundedAt: at }))
    case 'partly-refunded':
      if (state.refunded.currency === row.currency) return settleRefund(tx, row, state.refunded.minor, rules)
      if (row.remark === OTHER_CURRENCY) return undefined
      return withoutTransfer(await changeOrder(tx, row, { remark: OTHER_CURRENCY }))
    case 'dispute': {
      if (!(await storeDispute(tx, row, state.dispute, at))) return undefined
      if (row.paidAt !== null) return settleReversals(tx, row, undefined, rules)
      // The payment's own event is late; it finds the dispute.
      await freezeWhileDisputed(tx, row, await disputesOf(tx, row.id), at)
      return withoutTransfer(row)
    }
    case 'fraud-warning': {
      const { playerId, id: orderId, amount } = row
      if (!(await freezeWithdrawals(tx, { playerId, reason: 'fraud-warning', orderId }, at))) return undefined
      return withoutTransfer(row, { kind: 'withdrawalsFrozen', amounts: { amount }, link: '/deposit' })
    }
  }
}

const OTHER_CURRENCY = 'a refund in another currency: see the provider'
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
  /** The operator's current rules for free cases and bonuses. */
  readonly rewards: () => Pick<Rewards, 'freeCases' | 'gifts'>
  /** The current prices, at which items are taken for what goes back. */
  readonly priced: () => PricedCatalogue
  /** The operator's rules of holds; undefined where nothing is held. */
  readonly rules: () => PaymentRules | undefined
  /** Returns the hash that is stored of a provider's fingerprint of a card. */
  readonly hashCard: (provider: string, fingerprint: string) => string
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
}

function describeState(state: PaymentState): string {
  switch (state.kind) {
    case 'paid': {
      const said = state.paid === undefined ? 'paid' : `paid ${state.paid.minor} ${state.paid.currency}`
      return state.refunded === undefined ? said : `${said}, refunded ${state.refunded}`
    }
    case 'partly-refunded':
      return `refunded ${state.refunded.minor} ${state.refunded.currency}`
    case 'dispute':
      return `dispute ${state.dispute.id} ${state.dispute.state} (${state.dispute.reason})`
    case 'fraud-warning':
      return `warning of fraud (${state.reason})`
    default:
      return state.kind
  }
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
  const { row, others, balance, notifications, commissions, reversal } = settled
  const fields = { order: row.id, player: row.playerId, state: row.state, remark: row.remark }
  if (row.state === 'disputed' || row.state === 'lost' || row.shortfall > 0) {
    log.warn({ ...fields, ...reversal?.summary }, `a deposit is ${row.state}: npm run ops -- orders dispute ${row.id}`)
  } else log.info({ ...fields, ...reversal?.summary }, 'an order changed its state')
  // Their balances are from before the rest was taken.
  for (const moved of reversal?.withdrawals ?? []) emitTransition(events, moved)
  if (balance !== null) events.emit('balance', { playerId: row.playerId, balance })
  for (const order of [...others, row]) {
    events.emit('order', { playerId: order.playerId, provider: order.provider, order: orderView(order) })
  }
  for (const notification of notifications) events.emit('notification', { playerId: row.playerId, notification })
  for (const commission of commissions) {
    events.emit('balance', { playerId: commission.playerId, balance: commission.balance })
    events.emit('notification', { playerId: commission.playerId, notification: commission.notification })
  }
}

/** Makes the settlement over a database. */
export function createSettlement(parts: SettlementParts): Settlement {
  const { db, now, timeZone, rewards, priced, rules, log } = parts

  async function applyState(
    orderId: string,
    state: PaymentState | Cancelled,
    keep?: (tx: Queries) => Promise<boolean>,
  ): Promise<void> {
    const settled = await db.transaction(async (tx) => {
      const held = await lockPayerForReversal(tx, orderId, state)
      const [row] = await lockOrders(tx, [orderId])
      if (row === undefined) throw new Error(`Order ${orderId} is gone`)
      if (keep !== undefined && !(await keep(tx))) return undefined
      const nowMs = now()
      const { freeCases, gifts } = rewards()
      const night = { span: nightOf(nowMs, timeZone), cases: freeCases }
      const at = new Date(nowMs)
      if ((state.kind === 'paid' || state.kind === 'charged') && state.card !== undefined) {
        await recordCard(tx, { playerId: row.playerId, card: parts.hashCard(row.provider, state.card), at })
      }
      const context = { held, rules: { timeZone, freeCases, loaded: priced(), gifts }, at }
      const moved = await settle(tx, row, state, at, { night, holds: rules(), gifts, context })
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

  async function isStored(provider: string, event: string): Promise<boolean> {
    const isIt = and(eq(webhookEvents.provider, provider), eq(webhookEvents.event, event))
    return (await db.queries.$count(webhookEvents, isIt)) > 0
  }

  async function fetchAndApply(provider: PaymentProvider, orderId: string): Promise<void> {
    const [row] = await db.queries.select().from(orders).where(eq(orders.id, orderId))
    if (row === undefined || row.reference === null) return
    await applyState(orderId, await provider.fetchState(row.reference))
  }

  /** Refunds what is unspent of a deposit that a bank has warned about: a dispute would cost more. */
  async function returnUnspent(provider: PaymentProvider, orderId: string): Promise<void> {
    const reversalRules = () => {
      const { freeCases, gifts } = rewards()
      return { timeZone, freeCases, loaded: priced(), gifts }
    }
    const refunded = await refundUnspent({ db, providers: [provider], now, rules: reversalRules }, orderId)
    if (refunded !== undefined) emitSettled(parts, settledBy(refunded, undefined))
  }

  return {
    handleWebhook: async (provider, request) => {
      const webhook = await provider.readWebhook(request)
      if (webhook.kind === 'other') {
        log.info(
          { provider: provider.name, event: webhook.event, about: webhook.about },
          'a webhook event without an order',
        )
        await storeEventOnce(provider.name, webhook.event, null, webhook.about)(db.queries)
        return
      }
      const row = await namedOrder(parts, provider, webhook.about)
      if (webhook.kind === 'hint') {
        await fetchAndApply(provider, row.id)
        await storeEventOnce(provider.name, webhook.event, row.id, 'hint')(db.queries)
        return
      }
      if (webhook.state.kind === 'fraud-warning') {
        // The event is stored last, so that the provider sends it again when the refund failed.
        if (await isStored(provider.name, webhook.event)) return
        await applyState(row.id, webhook.state)
        await returnUnspent(provider, row.id)
        await storeEventOnce(provider.name, webhook.event, row.id, describeState(webhook.state))(db.queries)
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
