// Settlement of payments: each order is credited once, although webhook events may be repeated or arrive in any order.
import { and, eq, or } from 'drizzle-orm'
import type { PaymentRules } from '../../../game/payments/payment-rules.ts'
import type { Rewards } from '../../../game/rewards/rewards.ts'
import { formatCharge } from '../../../i18n/charge.ts'
import { jobActor } from '../../audit/actor.ts'
import type { SiteEvents } from '../../base/events.ts'
import { isId } from '../../base/ids.ts'
import type { Database, Queries } from '../../db/database.ts'
import { type OrderRow, orders, webhookEvents } from '../../db/schema-payments.ts'
import {
  type PaymentIdentity,
  type PaymentProvider,
  type PaymentState,
  ProviderFailed,
  type WebhookRequest,
} from '../../payments/provider.ts'
import { recordCard } from '../account/related-players.ts'
import { leaveOpenBattles } from '../battles/exits.ts'
import type { Refunds } from '../battles/refunds.ts'
import type { CreditFollower } from '../money/credit-followers.ts'
import type { PricedCatalogue } from '../money/item-value.ts'
import { storeNotification } from '../notices/notifications.ts'
import { emitTransition } from '../withdrawal/transitions.ts'
import { settle, settledBy, withoutTransfer } from './apply-state.ts'
import type { Settled } from './crediting.ts'
import { claimDueKept, KeptRefused, postponeKept, refundKept } from './kept-returns.ts'
import { lockOrders, orderView } from './orders.ts'
import { isInQuestion } from './questions.ts'
import { type Refunded, refundUnspent } from './refunds.ts'
import { isNewThreat, lockPayerForReversal, type OwnChange } from './reversal.ts'

export interface Settlement {
  /**
   * Handles a webhook request of a provider.
   *
   * @throws WebhookRefused when the provider did not send it
   * @throws ProviderFailed when the provider, asked about the payment, did not answer
   * @throws ProtocolError 404 when the event names an order and the payment of another
   */
  handleWebhook(provider: PaymentProvider, request: WebhookRequest): Promise<void>
  /** Asks the provider for the state of an order's payment and settles the order. */
  refresh(provider: PaymentProvider, orderId: string): Promise<void>
  /** Settles an order by a state. */
  apply(orderId: string, state: PaymentState): Promise<void>
  /** Ends an unpaid order for its player; a payment that arrives later counts. */
  cancel(orderId: string): Promise<void>
  /** Tells players what a refund of the staff changed, after its commit. */
  announceRefund(refunded: Refunded): void
  /** Refunds kept payments that are due, and credits those that a person approved. */
  settleKept(): Promise<void>
}

export interface SettlementParts {
  readonly db: Database
  readonly providers: readonly PaymentProvider[]
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
  /** What follows a credit. */
  readonly followers: readonly CreditFollower[]
  /** Announces what battles paid back that a reversal or a freeze has ended. */
  readonly announceRefunds: (refunds: Refunds) => void
  /** Returns the hash that is stored of a provider's fingerprint of a card. */
  readonly hashCard: (provider: string, fingerprint: string) => string
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
}

function describeState(state: PaymentState): string {
  switch (state.kind) {
    case 'paid': {
      const { paid, refunded } = state
      if (paid === undefined) return 'paid'
      const sum = `paid ${formatCharge(paid.minor, paid.currency)}`
      return refunded === undefined ? sum : `${sum}, refunded ${formatCharge(refunded, paid.currency)}`
    }
    case 'partly-refunded':
      return `refunded ${formatCharge(state.refunded.minor, state.refunded.currency)}`
    case 'dispute':
      return `dispute ${state.dispute.id} ${state.dispute.state} (${state.dispute.reason})`
    case 'fraud-warning':
      return `warning of fraud (${state.reason})`
    case 'unclear':
      return `unclear ${state.concerns}: ${state.what}`
    default:
      return state.kind
  }
}

/** The order of a webhook event; `isTorn` when it names another one too, or another payment than that order's. */
interface NamedOrder {
  readonly row: OrderRow
  readonly isTorn: boolean
}

/** Returns the order of a webhook event; undefined for a payment of something else that is sold through the same account. */
async function namedOrder(
  { db, log }: Pick<SettlementParts, 'db' | 'log'>,
  provider: PaymentProvider,
  { reference, orderId }: PaymentIdentity,
): Promise<NamedOrder | undefined> {
  const id = orderId?.toLowerCase()
  const names = [
    ...(reference === undefined ? [] : [eq(orders.reference, reference)]),
    // A text that is not an id of ours cannot be compared with ids; comparing it as text would scan every order.
    ...(id === undefined || !isId(id) ? [] : [eq(orders.id, id)]),
  ]
  const isNamed = and(eq(orders.provider, provider.name), or(...names))
  const found = names.length === 0 ? [] : await db.queries.select().from(orders).where(isNamed)
  const about = { provider: provider.name, reference, orderId }
  const [row] = found
  if (row === undefined) {
    // Repeating it would not help. An id of our form may be of an order that a restored database has lost.
    if (id !== undefined && isId(id)) log.warn(about, 'a webhook event about an unknown order')
    else log.info(about, 'a webhook event about a payment that is not of an order')
    return undefined
  }
  const isOfAnother = reference !== undefined && row.reference !== null && row.reference !== reference
  if (found.length === 1 && !isOfAnother) return { row, isTorn: false }
  log.warn(about, 'a webhook event that names an order and the payment of another')
  return { row: found.find((order) => order.id === id) ?? row, isTorn: true }
}

/** Emits the result to the pages of the players concerned. */
function emitSettled({ events, log }: Pick<SettlementParts, 'events' | 'log'>, settled: Settled): void {
  const { row, others, balance, notifications, commissions, reversal } = settled
  const fields = { order: row.id, player: row.playerId, state: row.state, remark: row.remark }
  if (row.state === 'kept') log.warn(fields, 'a payment is kept: it may not be credited')
  else if (row.state === 'disputed' || row.state === 'lost' || row.shortfall > 0) {
    log.warn({ ...fields, ...reversal?.summary }, `a deposit is ${row.state}`)
  } else if (isInQuestion(row)) log.warn({ ...fields, question: row.question }, 'an order is in question')
  else log.info({ ...fields, ...reversal?.summary }, 'an order changed its state')
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
    state: PaymentState | OwnChange,
    keep?: (tx: Queries) => Promise<boolean>,
  ): Promise<void> {
    const { settled, refunds } = await db.transaction(async (tx) => {
      const held = await lockPayerForReversal(tx, orderId, state)
      const [row] = await lockOrders(tx, [orderId])
      if (row === undefined) throw new Error(`Order ${orderId} is gone`)
      if (keep !== undefined && !(await keep(tx))) return { settled: undefined, refunds: null }
      const { freeCases, gifts } = rewards()
      const at = new Date(now())
      // Before accounts, in the order of locks.
      const left = (await isNewThreat(tx, row, state)) ? await leaveOpenBattles(tx, row.playerId, at) : null
      if ((state.kind === 'paid' || state.kind === 'charged') && state.card !== undefined) {
        await recordCard(tx, { playerId: row.playerId, card: parts.hashCard(row.provider, state.card), at })
      }
      const context = { held, rules: { timeZone, freeCases, loaded: priced(), gifts }, at }
      const moved = await settle(tx, row, state, at, { holds: rules(), gifts, followers: parts.followers, context })
      for (const notification of moved?.notifications ?? []) await storeNotification(tx, row.playerId, notification)
      return { settled: moved, refunds: left }
    })
    // Their balances are from before the rest was taken.
    if (refunds !== null) parts.announceRefunds(refunds)
    if (settled !== undefined) emitSettled(parts, settled)
    if (settled?.row.state === 'kept') await returnKept(orderId)
  }

  /** Refunds a kept payment; where the provider does not, it is tried again later. */
  async function returnKept(orderId: string): Promise<void> {
    try {
      const by = jobActor('payments')
      const terms = { byHand: false, onlyWaiting: true }
      const { change } = await refundKept({ db, providers: parts.providers, now, by }, orderId, terms)
      const { row, notification } = change
      emitSettled(parts, withoutTransfer(row, notification))
    } catch (error) {
      if (!(error instanceof ProviderFailed) && !(error instanceof KeptRefused)) throw error
      await postponeKept({ db, now }, orderId, error.message)
      log.warn({ order: orderId, reason: error.message }, 'a kept payment could not be refunded')
    }
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

  function announceRefund({ settled, left }: Refunded): void {
    // Their balances are from before the rest was taken.
    parts.announceRefunds(left)
    if (settled !== undefined) emitSettled(parts, settledBy(settled, undefined))
  }

  /** Refunds what is unspent of a deposit that a bank has warned about: a dispute would cost more. */
  async function returnUnspent(provider: PaymentProvider, orderId: string): Promise<void> {
    const reversalRules = () => {
      const { freeCases, gifts } = rewards()
      return { timeZone, freeCases, loaded: priced(), gifts }
    }
    const by = jobActor('payments')
    announceRefund(await refundUnspent({ db, providers: [provider], now, rules: reversalRules, by }, orderId))
  }

  return {
    announceRefund,
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
      const named = await namedOrder(parts, provider, webhook.about)
      // It is not stored, so that it counts when it is sent again for an order that was restored.
      if (named === undefined) return
      const { row, isTorn } = named
      if (isTorn) {
        // Money may have arrived for it, by another way than its payment.
        const what = `an event about another payment: ${webhook.about.reference ?? 'unnamed'}`
        // Answered as received: a buyer can name an order in the address of a payment link, and a provider switches off what keeps failing.
        const state = { kind: 'unclear', concerns: 'payment', what } as const
        await applyState(row.id, state, storeEventOnce(provider.name, webhook.event, row.id, 'another payment'))
        return
      }
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
    settleKept: async () => {
      for (const { orderId, state } of await claimDueKept({ db, now })) {
        if (state === 'approved') await applyState(orderId, { kind: 'approved' })
        else await returnKept(orderId)
      }
    },
  }
}
