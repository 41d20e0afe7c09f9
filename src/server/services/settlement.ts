// What providers tell of a payment becomes money: each order is credited once, by what it holds, however and in whatever order
// the notices come.
import { and, eq, or, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../game/money.ts'
import type { ReferralTier, Rewards } from '../../game/rewards.ts'
import { nightOf } from '../../game/site-time.ts'
import type { Database, Queries } from '../db/database.ts'
import { accounts, transfers } from '../db/schema.ts'
import { orders, paymentNotices } from '../db/schema-payments.ts'
import type { SiteEvents } from '../events.ts'
import { isId, newId } from '../ids.ts'
import { HOUSE_ACCOUNTS } from '../ledger/accounts.ts'
import type { PaymentName, PaymentProvider, PaymentState, RawNotice } from '../payments/provider.ts'
import { ProtocolError } from '../refusal.ts'
import { type FreeNight, unlockedBy } from './free-case-notice.ts'
import { keepNotice, type Notice } from './notifications.ts'
import { depositStanding, lockOrders, type OrderRow, orderView } from './orders.ts'
import { payPlayer } from './players.ts'
import { retakePromo } from './promo.ts'
import { holdPayer, lockForRefund, payShare, type ShareMoved, shareOf, takeShareBack } from './referral-share.ts'

/** What became of an order. */
interface Settled {
  readonly row: OrderRow
  /** Null when the balance did not change. */
  readonly balance: Cents | null
  /** In the order in which they are kept and told. */
  readonly notices: readonly Notice[]
  /** What it did to whoever brought the player; null for nothing. */
  readonly share: ShareMoved | null
}

type Changes = Partial<typeof orders.$inferInsert>

async function change(tx: Queries, row: OrderRow, changes: Changes): Promise<OrderRow> {
  const [changed] = await tx.update(orders).set(changes).where(eq(orders.id, row.id)).returning()
  if (changed === undefined) throw new Error(`Order ${row.id} is gone`)
  return changed
}

/** A player's balance, locked until the transaction ends. */
export async function balanceOf(tx: Queries, playerId: number): Promise<Cents> {
  const [account] = await tx
    .select({ balance: accounts.balance })
    .from(accounts)
    .where(eq(accounts.id, playerId))
    .for('update')
  if (account?.balance === undefined || account.balance === null) throw new Error(`Player ${playerId} has no account`)
  return cents(account.balance)
}

/** The bonus that an order brings now: what it had taken went back when it ended unpaid, and may be another order's since. */
async function bonusNow(tx: Queries, row: OrderRow): Promise<Cents> {
  if (row.bonus === 0 || row.state === 'created') return cents(row.bonus)
  const { promoId, playerId } = row
  const stillThere =
    promoId === null
      ? (await depositStanding(tx, playerId)).percent > 0
      : await retakePromo(tx, { promoId, playerId, orderId: row.id })
  return stillThere ? cents(row.bonus) : cents(0)
}

/** What came in, and by which rules it is shared. */
interface Payment {
  readonly at: Date
  readonly remark: string | null
  readonly tiers: readonly ReferralTier[]
  readonly night: FreeNight
}

async function credit(tx: Queries, row: OrderRow, { at, remark, tiers, night }: Payment): Promise<Settled> {
  const bonus = await bonusNow(tx, row)
  const lost = bonus < row.bonus ? 'paid late: its bonus was used elsewhere by then' : null
  // Before anything is booked: it locks both accounts in their order.
  const share = await shareOf(tx, row, tiers)
  const paid = await change(tx, row, {
    state: 'paid',
    paidAt: at,
    bonus,
    referrerId: share?.referrerId ?? null,
    commission: share?.commission ?? 0,
    bonusPercent: lost === null ? row.bonusPercent : 0,
    // Without its bonus it is no use of the code either.
    promoId: lost === null ? row.promoId : null,
    remark: lost ?? remark,
  })
  const to = { playerId: row.playerId, reference: row.id }
  await payPlayer(tx, { ...to, from: HOUSE_ACCOUNTS.deposits, amount: cents(row.amount), kind: 'deposit' })
  if (bonus > 0) await payPlayer(tx, { ...to, from: HOUSE_ACCOUNTS.bonuses, amount: bonus, kind: 'bonus' })
  const notice: Notice =
    bonus > 0
      ? { kind: 'depositBonus', amounts: { amount: row.amount, bonus }, link: '/deposit' }
      : { kind: 'deposit', amounts: { amount: row.amount }, link: '/deposit' }
  const moved = share === null ? null : await payShare(tx, row.id, share)
  const unlocked = await unlockedBy(tx, paid, at, night)
  // The deposit is the news on top.
  const notices = unlocked === null ? [notice] : [unlocked, notice]
  return { row: paid, balance: await balanceOf(tx, row.playerId), notices, share: moved }
}

/** Takes back what a paid order brought its player and whoever brought him, as far as it is still there; the rest is noted. */
export async function takeBack(tx: Queries, row: OrderRow, at: Date): Promise<Settled> {
  await lockForRefund(tx, row)
  const balance = await balanceOf(tx, row.playerId)
  const amount = cents(Math.min(balance, row.amount))
  const bonus = cents(Math.min(balance - amount, row.bonus))
  const parts = [
    { kind: 'refund', creditId: HOUSE_ACCOUNTS.deposits, amount },
    { kind: 'bonus-back', creditId: HOUSE_ACCOUNTS.bonuses, amount: bonus },
  ].filter((part) => part.amount > 0)
  for (const part of parts) {
    await tx.insert(transfers).values({ ...part, id: newId(), debitId: row.playerId, reference: row.id })
  }
  const taken = amount + bonus
  await tx
    .update(accounts)
    .set({ balance: sql`${accounts.balance} - ${taken}` })
    .where(eq(accounts.id, row.playerId))
  const refunded = await change(tx, row, {
    state: 'refunded',
    refundedAt: at,
    shortfall: row.amount + row.bonus - taken,
  })
  const notice: Notice = { kind: 'depositRefunded', amounts: { amount: row.amount }, link: '/deposit' }
  const share = await takeShareBack(tx, row)
  return { row: refunded, balance: cents(balance - taken), notices: [notice], share }
}

/** An order that moved on without touching a balance. */
function still(row: OrderRow, notice: Notice | null = null): Settled {
  return { row, balance: null, notices: notice === null ? [] : [notice], share: null }
}

function isUnderpaid(row: OrderRow, state: PaymentState & { kind: 'paid' }): boolean {
  const { paid } = state
  return paid !== undefined && (paid.currency !== row.currency || paid.minor < row.charge)
}

/**
 * Moves an order on by what its provider says. Money that is there counts whatever came before it; a refund is final.
 *
 * @param row the order, locked
 * @returns undefined when nothing changes
 */
async function settle(
  tx: Queries,
  row: OrderRow,
  state: PaymentState,
  at: Date,
  rules: Pick<Payment, 'tiers' | 'night'>,
): Promise<Settled | undefined> {
  const unpaid = row.paidAt === null && row.state !== 'refunded'
  switch (state.kind) {
    case 'open':
      return undefined
    case 'partial':
      if (!unpaid || row.remark === PARTIAL) return undefined
      return still(await change(tx, row, { remark: PARTIAL }))
    case 'paid': {
      if (!unpaid) return undefined
      if (isUnderpaid(row, state)) return settle(tx, row, { kind: 'partial' }, at, rules)
      const over = state.paid !== undefined && state.paid.minor > row.charge ? `paid ${state.paid.minor}` : null
      return credit(tx, row, { at, remark: over, ...rules })
    }
    case 'expired':
      if (row.state !== 'created') return undefined
      return still(await change(tx, row, { state: 'expired' }))
    case 'failed': {
      if (row.state !== 'created') return undefined
      const failed = await change(tx, row, { state: 'failed', remark: state.reason })
      const notice: Notice = { kind: 'depositFailed', amounts: { amount: row.amount }, link: '/deposit' }
      return still(failed, notice)
    }
    case 'refunded':
      if (row.state === 'paid') return takeBack(tx, row, at)
      if (!unpaid) return undefined
      return still(await change(tx, row, { state: 'refunded', refundedAt: at }))
  }
}

const PARTIAL = 'paid in part: see the provider'

export interface Settlement {
  /**
   * Takes a notice of a provider.
   *
   * @throws NoticeRefused when it is not the provider's
   * @throws ProviderFailed when the provider, asked about it, did not answer
   * @throws ProtocolError 404 for a payment that we do not know: the provider tells again later
   */
  take(provider: PaymentProvider, notice: RawNotice): Promise<void>
  /** Settles an order by what its provider says when asked. */
  look(provider: PaymentProvider, orderId: string): Promise<void>
  /** Settles an order by a state. */
  apply(orderId: string, state: PaymentState): Promise<void>
}

export interface SettlementParts {
  readonly db: Database
  readonly events: SiteEvents
  readonly now: () => number
  /** In which the nights of free cases begin. */
  readonly timeZone: string
  /** By which those who bring players have their share, and free cases open, as the operator has them now. */
  readonly rewards: () => Pick<Rewards, 'referral' | 'freeCases'>
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
}

function said(state: PaymentState): string {
  return state.kind === 'paid' && state.paid !== undefined
    ? `paid ${state.paid.minor} ${state.paid.currency}`
    : state.kind
}

/**
 * The order that a notice is about.
 *
 * @throws ProtocolError 404 when there is none, or more than one
 */
async function namedOrder(
  { db, log }: Pick<SettlementParts, 'db' | 'log'>,
  provider: PaymentProvider,
  { reference, orderId }: PaymentName,
): Promise<OrderRow> {
  const id = orderId?.toLowerCase()
  const names = [
    ...(reference === undefined ? [] : [eq(orders.reference, reference)]),
    // What is none of our ids cannot be compared with them: as text it would be, with every order there is.
    ...(id === undefined || !isId(id) ? [] : [eq(orders.id, id)]),
  ]
  const isNamed = and(eq(orders.provider, provider.name), or(...names))
  const found = names.length === 0 ? [] : await db.queries.select().from(orders).where(isNamed)
  const [row] = found
  // A notice that names two orders is nobody's.
  if (row === undefined || found.length > 1) {
    log.warn({ provider: provider.name, reference, orderId }, 'a notice about a payment that is not ours')
    throw new ProtocolError(404, 'payment-unknown', 'There is no such payment here')
  }
  return row
}

/** Tells whoever is concerned of what became of an order. */
function tell({ events, log }: Pick<SettlementParts, 'events' | 'log'>, settled: Settled): void {
  const { row, balance, notices, share } = settled
  log.info({ order: row.id, state: row.state, remark: row.remark }, 'an order moved on')
  if (balance !== null) events.emit('balance', { playerId: row.playerId, balance })
  events.emit('order', { playerId: row.playerId, provider: row.provider, order: orderView(row) })
  for (const notice of notices) events.emit('notice', { playerId: row.playerId, notice })
  if (share === null) return
  events.emit('balance', { playerId: share.playerId, balance: share.balance })
  events.emit('notice', { playerId: share.playerId, notice: share.notice })
}

/** The settlement over a database. */
export function createSettlement(parts: SettlementParts): Settlement {
  const { db, now, timeZone, rewards, log } = parts

  async function move(orderId: string, state: PaymentState, keep?: (tx: Queries) => Promise<boolean>): Promise<void> {
    const settled = await db.transaction(async (tx) => {
      await holdPayer(tx, orderId)
      const [row] = await lockOrders(tx, [orderId])
      if (row === undefined) throw new Error(`Order ${orderId} is gone`)
      if (keep !== undefined && !(await keep(tx))) return undefined
      const nowMs = now()
      const { referral, freeCases } = rewards()
      const night = { span: nightOf(nowMs, timeZone), cases: freeCases }
      const moved = await settle(tx, row, state, new Date(nowMs), { tiers: referral, night })
      for (const notice of moved?.notices ?? []) await keepNotice(tx, row.playerId, notice)
      return moved
    })
    if (settled !== undefined) tell(parts, settled)
  }

  /** Keeps a notice under its provider's id of it; false when it was here before. */
  function keeping(provider: string, event: string, orderId: string | null, what: string) {
    return async (queries: Queries): Promise<boolean> => {
      const kept = await queries
        .insert(paymentNotices)
        .values({ provider, event, orderId, said: what, at: new Date(now()) })
        .onConflictDoNothing()
        .returning({ id: paymentNotices.id })
      if (kept.length === 0) log.info({ provider, event }, 'a notice that was here before')
      return kept.length === 1
    }
  }

  async function look(provider: PaymentProvider, orderId: string): Promise<void> {
    const [row] = await db.queries.select().from(orders).where(eq(orders.id, orderId))
    if (row === undefined || row.reference === null) return
    await move(orderId, await provider.ask(row.reference))
  }

  return {
    take: async (provider, raw) => {
      const notice = await provider.readNotice(raw)
      if (notice.kind === 'other') {
        await keeping(provider.name, notice.event, null, notice.about)(db.queries)
        return
      }
      const row = await namedOrder(parts, provider, notice.about)
      if (notice.kind === 'hint') {
        await look(provider, row.id)
        await keeping(provider.name, notice.event, row.id, 'hint')(db.queries)
        return
      }
      await move(row.id, notice.state, keeping(provider.name, notice.event, row.id, said(notice.state)))
    },
    look,
    apply: (orderId, state) => move(orderId, state),
  }
}
