// One transition of a withdrawal, for every cause: item, state, history and the player's notification change together.
import { and, eq } from 'drizzle-orm'
import { TRADE_OFFER_DAYS } from '../../../game/base/economy.ts'
import type { Localized } from '../../../game/base/language.ts'
import { type Cents, cents } from '../../../game/base/money.ts'
import { DAY_MS } from '../../../game/payments/limits.ts'
import { differenceBack } from '../../../game/prices/price-difference.ts'
import { type WithdrawalFacts, withdrawalWait } from '../../../game/withdrawal/waiting.ts'
import {
  isFinal,
  itemStateIn,
  LIVE_STATES,
  mayFollow,
  type StateReason,
  type WithdrawalState,
} from '../../../game/withdrawal/withdrawal.ts'
import type { ReviewReason } from '../../../game/withdrawal/withdrawal-review.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type { Withdrawal } from '../../../protocol/withdrawal.ts'
import type { SiteEvents } from '../../base/events.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { catalogueItems, itemEnds, items } from '../../db/schema.ts'
import { withdrawalSteps, withdrawals } from '../../db/schema-withdrawals.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import type { WithdrawalHold } from '../account/holds.ts'
import { changeOwned } from '../money/account-totals.ts'
import { type Prices, storedValue, valueNow } from '../money/item-value.ts'
import { payPlayer } from '../money/pay.ts'
import { storeNotification } from '../notices/notifications.ts'
import { countStockDay } from './stock-days.ts'

export type WithdrawalRow = typeof withdrawals.$inferSelect

/** A withdrawal with its item. */
export interface WithdrawalOfItem {
  readonly row: WithdrawalRow
  readonly item: ItemView
  /** What it was won at, in cents. */
  readonly price: number
  /** The id of the item in the catalogue. */
  readonly catalogueId: string
  /** Where the player has it from. */
  readonly source: string
}

/** Failures in a row after which the provider does not say what became of an offer; one is repeated within a minute. */
const SILENT_FAILURES = 2

function offerEnd({ sentAt }: WithdrawalRow): number | null {
  return sentAt === null ? null : sentAt.getTime() + TRADE_OFFER_DAYS * DAY_MS
}

function waitFacts(row: WithdrawalRow): WithdrawalFacts {
  return {
    state: row.state,
    isPriceRise: row.reason === 'price-rise',
    hold: row.hold === null ? null : { reason: row.hold, untilMs: row.heldUntil?.getTime() ?? null },
    changedMs: row.changedAt.getTime(),
    offeredUntilMs: offerEnd(row),
    protectedUntilMs: row.protectedUntil?.getTime() ?? null,
    isUnanswered: row.failures >= SILENT_FAILURES,
    review: row.review,
  }
}

/** Converts a withdrawal for its player. */
export function withdrawalView({ row, item, price }: WithdrawalOfItem): Withdrawal {
  return {
    id: row.id,
    item_id: row.itemId,
    item,
    price,
    state: row.state,
    reason: row.reason,
    refusal: row.refusal,
    requested_at: row.requestedAt.getTime(),
    changed_at: row.changedAt.getTime(),
    offered_until: offerEnd(row),
    protected_until: row.protectedUntil?.getTime() ?? null,
    offer_url: isFinal(row.state) ? null : row.url,
    wait: withdrawalWait(waitFacts(row)),
  }
}

/** Returns what the item of a withdrawal counts for now. */
export function withdrawnValue({ row, price, catalogueId }: WithdrawalOfItem, prices: Prices): Cents {
  return valueNow({ id: row.itemId, itemId: catalogueId, price }, prices)
}

/** Selects withdrawals with their items; the caller adds order and conditions. */
export function selectWithdrawals(queries: Queries) {
  return queries
    .select({
      row: withdrawals,
      view: catalogueItems.view,
      price: items.price,
      catalogueId: items.itemId,
      source: items.source,
    })
    .from(withdrawals)
    .innerJoin(items, eq(items.id, withdrawals.itemId))
    .innerJoin(catalogueItems, eq(catalogueItems.id, items.itemId))
}

/** Converts a row of that selection. */
export function ofItem({
  view,
  ...rest
}: Omit<WithdrawalOfItem, 'item'> & { readonly view: unknown }): WithdrawalOfItem {
  return { ...rest, item: view as ItemView }
}

/** Reads the withdrawal of a player's item that cannot be bought; undefined when there is none. */
export async function unavailableOfItem(
  queries: Queries,
  playerId: number,
  itemId: string,
): Promise<WithdrawalOfItem | undefined> {
  const isIt = and(
    eq(withdrawals.itemId, itemId),
    eq(withdrawals.playerId, playerId),
    hasState(withdrawals.state, 'unavailable'),
  )
  const [found] = await selectWithdrawals(queries).where(isIt)
  return found === undefined ? undefined : ofItem(found)
}

/** Locks an item and then its withdrawal, in the order that all transactions use. */
async function lockItemAndWithdrawal(
  tx: Queries,
  itemId: string,
  which: ReturnType<typeof and>,
): Promise<WithdrawalOfItem | undefined> {
  await tx.select({ id: items.id }).from(items).where(eq(items.id, itemId)).for('update')
  const [row] = await tx.select().from(withdrawals).where(which).for('update')
  if (row === undefined) return undefined
  const [found] = await selectWithdrawals(tx).where(eq(withdrawals.id, row.id))
  return found === undefined ? undefined : ofItem(found)
}

/** Locks a withdrawal by its id until the transaction ends; undefined when there is none. */
export async function lockWithdrawal(tx: Queries, id: string): Promise<WithdrawalOfItem | undefined> {
  const [known] = await tx.select({ itemId: withdrawals.itemId }).from(withdrawals).where(eq(withdrawals.id, id))
  return known === undefined ? undefined : lockItemAndWithdrawal(tx, known.itemId, eq(withdrawals.id, id))
}

/** Locks the current withdrawal of a player's item until the transaction ends; undefined when there is none. */
export function lockWithdrawalOfItem(
  tx: Queries,
  playerId: number,
  itemId: string,
): Promise<WithdrawalOfItem | undefined> {
  const isLive = hasState(withdrawals.state, ...LIVE_STATES)
  return lockItemAndWithdrawal(
    tx,
    itemId,
    and(eq(withdrawals.itemId, itemId), eq(withdrawals.playerId, playerId), isLive),
  )
}

const NOTICES: Readonly<Partial<Record<WithdrawalState, PlayerNotification['kind']>>> = {
  review: 'withdrawalReview',
  refused: 'withdrawalRefused',
  sent: 'withdrawalSent',
  protected: 'withdrawalAccepted',
  done: 'withdrawalDone',
  declined: 'withdrawalDeclined',
  unavailable: 'withdrawalUnavailable',
  reversed: 'withdrawalReversed',
}

/** A transition of a withdrawal. */
export interface Transition {
  readonly to: WithdrawalState
  /** With 'declined', 'refused' and 'unavailable' only. */
  readonly reason?: StateReason
  /** With 'refused' only: what the player reads; null for the site's own words about the reason. */
  readonly refusal?: Localized | null
  /** With 'review' only. */
  readonly review?: readonly ReviewReason[]
  /** For the operator. */
  readonly note?: string
  /** When the withdrawal is processed next; at once when left out. */
  readonly dueAt?: Date
  readonly offer?: { readonly reference: string; readonly url: string }
  readonly protectedUntil?: Date
  /** Why the withdrawal has to wait; none when left out. */
  readonly hold?: WithdrawalHold
  /** With 'replaced' only: what the item counted for. */
  readonly value?: Cents
  /** What the item costs now, for what goes back of a paid difference: all of it where this is left out. */
  readonly today?: Cents | undefined
  /** With 'requested' only: the difference that the player has paid, in cents. */
  readonly paid?: Cents
  /** True while the holder of the lease goes on working; a transition ends the lease otherwise. */
  readonly keepsLease?: true
}

/** The result of a transition. */
export interface AppliedTransition {
  readonly withdrawal: WithdrawalOfItem
  readonly notification: PlayerNotification | null
  /** The player's balance when something was returned to it. */
  readonly balance?: Cents
}

/** Returns to the balance what a transition leaves of a paid difference, and returns the rest with the new balance. */
async function settleDifference(
  tx: Queries,
  { row, price }: WithdrawalOfItem,
  { to, reason, today, paid = cents(0) }: Transition,
): Promise<{ readonly difference: number; readonly balance?: Cents }> {
  const amount = differenceBack({ to, reason }, { paid: cents(row.difference), won: cents(price), today })
  const difference = row.difference + paid - amount
  if (amount === 0) return { difference }
  const { id: reference, playerId } = row
  const back = { playerId, amount, locked: cents(0), kind: 'difference-back', reference } as const
  return { difference, balance: await payPlayer(tx, { from: HOUSE_ACCOUNTS.items, ...back }) }
}

/** Changes the item, which is locked, to what the state requires. An item that left has an end; one that returns counts again. */
async function settleItem(
  tx: Queries,
  { row, price }: WithdrawalOfItem,
  { to, value = cents(price) }: Transition,
): Promise<void> {
  const state = itemStateIn(to)
  if (state === 'withdrawing') return
  const moved = await tx
    .update(items)
    .set({ state })
    .where(and(eq(items.id, row.itemId), hasState(items.state, 'withdrawing')))
    .returning({ id: items.id })
  if (moved.length !== 1) throw new Error(`The item of withdrawal ${row.id} was not being withdrawn`)
  if (state === 'owned') await changeOwned(tx, row.playerId, { items: 1, worth: price })
  else {
    const stored = storedValue({ price: value, wonPrice: price })
    await tx.insert(itemEnds).values({ itemId: row.itemId, kind: state, value: stored })
  }
}

/** Applies a transition to a withdrawal, which has to be locked. */
export async function applyTransition(
  tx: Queries,
  locked: WithdrawalOfItem,
  move: Transition,
  at: Date,
): Promise<AppliedTransition> {
  const { row, price } = locked
  const { to, offer } = move
  if (!mayFollow(row.state, to)) throw new Error(`Withdrawal ${row.id} cannot go from ${row.state} to ${to}`)
  await settleItem(tx, locked, move)
  const { difference, ...settled } = await settleDifference(tx, locked, move)
  const [changed] = await tx
    .update(withdrawals)
    .set({
      state: to,
      reason: move.reason ?? null,
      refusal: move.refusal ?? null,
      difference,
      changedAt: at,
      dueAt: move.dueAt ?? at,
      failures: 0,
      problem: null,
      hold: move.hold?.reason ?? null,
      heldUntil: move.hold?.until ?? null,
      ...(move.review === undefined ? {} : { review: [...move.review] }),
      ...(move.keepsLease ? {} : { lease: null, leasedUntil: null }),
      ...(offer === undefined ? {} : { ...offer, sentAt: at }),
      ...(move.protectedUntil === undefined ? {} : { protectedUntil: move.protectedUntil }),
    })
    .where(eq(withdrawals.id, row.id))
    .returning()
  if (changed === undefined) throw new Error(`Withdrawal ${row.id} is gone`)
  await tx.insert(withdrawalSteps).values({ withdrawalId: row.id, state: to, note: move.note ?? null, at })
  await countStockDay(tx, locked.catalogueId, move, at)
  const kind = move.reason === 'price-rise' ? 'withdrawalPriceRise' : NOTICES[to]
  const notification: PlayerNotification | null =
    kind === undefined ? null : { kind, amounts: { amount: price }, link: '/dashboard?tab=withdrawals' }
  if (notification !== null) await storeNotification(tx, row.playerId, notification)
  return { withdrawal: { ...locked, row: changed }, notification, ...settled }
}

/** Emits a transition once its transaction has committed. */
export function emitTransition(events: SiteEvents, { withdrawal, notification, balance }: AppliedTransition): void {
  const { playerId } = withdrawal.row
  if (balance !== undefined) events.emit('balance', { playerId, balance })
  events.emit('withdrawal', { playerId, withdrawal: withdrawalView(withdrawal) })
  if (notification !== null) events.emit('notification', { playerId, notification })
}
