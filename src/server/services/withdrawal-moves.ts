// One step of a withdrawal, whoever causes it: the item, the state, its history and the word to the player change together.
import { and, eq, inArray } from 'drizzle-orm'
import type { ItemView } from '../../contract/common.ts'
import type { Withdrawal } from '../../contract/withdrawal.ts'
import { TRADE_OFFER_DAYS } from '../../game/economy.ts'
import { DAY_MS } from '../../game/limits.ts'
import {
  type DeclineReason,
  isFinal,
  itemStateIn,
  LIVE_STATES,
  mayFollow,
  type WithdrawalState,
} from '../../game/withdrawal.ts'
import type { Queries } from '../db/database.ts'
import { catalogueItems, itemEnds, items } from '../db/schema.ts'
import { withdrawalSteps, withdrawals } from '../db/schema-withdrawals.ts'
import type { SiteEvents } from '../events.ts'
import { changeOwned } from './account-totals.ts'
import { keepNotice, type Notice } from './notifications.ts'

export type WithdrawalRow = typeof withdrawals.$inferSelect

/** A withdrawal with the item that it is about. */
export interface WithdrawalOfItem {
  readonly row: WithdrawalRow
  readonly item: ItemView
  /** Cents. */
  readonly price: number
}

/** A withdrawal as its player sees it. */
export function withdrawalView({ row, item, price }: WithdrawalOfItem): Withdrawal {
  return {
    id: row.id,
    item_id: row.itemId,
    item,
    price,
    state: row.state,
    reason: row.reason,
    requested_at: row.requestedAt.getTime(),
    changed_at: row.changedAt.getTime(),
    offered_until: row.sentAt === null ? null : row.sentAt.getTime() + TRADE_OFFER_DAYS * DAY_MS,
    protected_until: row.protectedUntil?.getTime() ?? null,
    offer_url: isFinal(row.state) ? null : row.url,
  }
}

/** Withdrawals with their items, without an order or a condition yet. */
export function selectWithdrawals(queries: Queries) {
  return queries
    .select({ row: withdrawals, view: catalogueItems.view, price: items.price })
    .from(withdrawals)
    .innerJoin(items, eq(items.id, withdrawals.itemId))
    .innerJoin(catalogueItems, eq(catalogueItems.id, items.itemId))
}

/** What such a selection found. */
export function ofItem({ row, view, price }: { row: WithdrawalRow; view: unknown; price: number }): WithdrawalOfItem {
  return { row, item: view as ItemView, price }
}

/** Holds an item and then its withdrawal, in the order that all transactions lock in. */
async function hold(tx: Queries, itemId: string, which: ReturnType<typeof and>): Promise<WithdrawalOfItem | undefined> {
  await tx.select({ id: items.id }).from(items).where(eq(items.id, itemId)).for('update')
  const [row] = await tx.select().from(withdrawals).where(which).for('update')
  if (row === undefined) return undefined
  const [found] = await selectWithdrawals(tx).where(eq(withdrawals.id, row.id))
  return found === undefined ? undefined : ofItem(found)
}

/** A withdrawal by its id, held until the transaction ends; undefined when there is none. */
export async function holdWithdrawal(tx: Queries, id: string): Promise<WithdrawalOfItem | undefined> {
  const [known] = await tx.select({ itemId: withdrawals.itemId }).from(withdrawals).where(eq(withdrawals.id, id))
  return known === undefined ? undefined : hold(tx, known.itemId, eq(withdrawals.id, id))
}

/** The withdrawal of a player's item that is under way, held until the transaction ends; undefined when there is none. */
export function holdOfItem(tx: Queries, playerId: number, itemId: string): Promise<WithdrawalOfItem | undefined> {
  const isLive = inArray(withdrawals.state, [...LIVE_STATES])
  return hold(tx, itemId, and(eq(withdrawals.itemId, itemId), eq(withdrawals.playerId, playerId), isLive))
}

const NOTICES: Readonly<Partial<Record<WithdrawalState, Notice['kind']>>> = {
  sent: 'withdrawalSent',
  protected: 'withdrawalAccepted',
  done: 'withdrawalDone',
  declined: 'withdrawalDeclined',
  unavailable: 'withdrawalUnavailable',
  reversed: 'withdrawalReversed',
}

/** Where a withdrawal goes. */
export interface Move {
  readonly to: WithdrawalState
  /** With 'declined' alone. */
  readonly reason?: DeclineReason
  /** For the operator. */
  readonly note?: string
  /** When it has to be looked after next; at once where it is left out. */
  readonly dueAt?: Date
  readonly offer?: { readonly reference: string; readonly url: string }
  readonly protectedUntil?: Date
}

/** What a step has made of a withdrawal. */
export interface Moved {
  readonly withdrawal: WithdrawalOfItem
  readonly notice: Notice | null
}

/** What a state makes of the item, while it is held. An item that is gone has an end; one that comes back counts again. */
async function settleItem(tx: Queries, { row, price }: WithdrawalOfItem, to: WithdrawalState): Promise<void> {
  const state = itemStateIn(to)
  if (state === 'withdrawing') return
  const moved = await tx
    .update(items)
    .set({ state })
    .where(and(eq(items.id, row.itemId), eq(items.state, 'withdrawing')))
    .returning({ id: items.id })
  if (moved.length !== 1) throw new Error(`The item of withdrawal ${row.id} was not being withdrawn`)
  if (state === 'owned') await changeOwned(tx, row.playerId, { items: 1, worth: price })
  else await tx.insert(itemEnds).values({ itemId: row.itemId, kind: state })
}

/** Takes a withdrawal, which has to be held, to its next state. */
export async function moveWithdrawal(tx: Queries, held: WithdrawalOfItem, move: Move, at: Date): Promise<Moved> {
  const { row, price } = held
  const { to, offer } = move
  if (!mayFollow(row.state, to)) throw new Error(`Withdrawal ${row.id} cannot go from ${row.state} to ${to}`)
  await settleItem(tx, held, to)
  const [changed] = await tx
    .update(withdrawals)
    .set({
      state: to,
      reason: move.reason ?? null,
      changedAt: at,
      dueAt: move.dueAt ?? at,
      failures: 0,
      problem: null,
      ...(offer === undefined ? {} : { ...offer, sentAt: at }),
      ...(move.protectedUntil === undefined ? {} : { protectedUntil: move.protectedUntil }),
    })
    .where(eq(withdrawals.id, row.id))
    .returning()
  if (changed === undefined) throw new Error(`Withdrawal ${row.id} is gone`)
  await tx.insert(withdrawalSteps).values({ withdrawalId: row.id, state: to, note: move.note ?? null, at })
  const kind = NOTICES[to]
  const notice: Notice | null =
    kind === undefined ? null : { kind, amounts: { amount: price }, link: '/dashboard?tab=withdrawals' }
  if (notice !== null) await keepNotice(tx, row.playerId, notice)
  return { withdrawal: { ...held, row: changed }, notice }
}

/** Tells of a step once its transaction has committed. */
export function tellMoved(events: SiteEvents, { withdrawal, notice }: Moved): void {
  const { playerId } = withdrawal.row
  events.emit('withdrawal', { playerId, withdrawal: withdrawalView(withdrawal) })
  if (notice !== null) events.emit('notice', { playerId, notice })
}
