// The items of a player that a reversal takes: locked, freed from withdrawals that were not sent, ended, and sold to the house.
import { and, eq, inArray } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { itemsToSell } from '../../../game/payments/reversal.ts'
import { newId } from '../../base/ids.ts'
import type { Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { itemEnds, items } from '../../db/schema.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { changeOwned } from '../money/account-totals.ts'
import { type PricedCatalogue, storedValue } from '../money/item-value.ts'
import { payPlayer } from '../money/pay.ts'
import { IS_HELD } from '../rolls/held-items.ts'
import { LOCKED_NOW, type StakedItem } from '../rolls/play.ts'
import { type AppliedTransition, applyTransition, lockWithdrawal } from '../withdrawal/transitions.ts'

/** An item of a player that is not used up yet. */
export interface HeldItem {
  readonly id: string
  /** The id in the catalogue. */
  readonly itemId: string
  /** The price when it was won. */
  readonly price: Cents
  /** The part of the price that gifts have given and that is not unlocked. */
  readonly locked: Cents
  readonly state: 'owned' | 'withdrawing'
  /** True while the price of its kind is held. */
  readonly isPriceHeld: boolean
}

/** Locks the items of a player that a reversal may use, in the order of their ids. */
export async function lockHeldItems(tx: Queries, playerId: number): Promise<HeldItem[]> {
  const rows = await tx
    .select({
      id: items.id,
      itemId: items.itemId,
      price: items.price,
      locked: LOCKED_NOW,
      state: items.state,
      isPriceHeld: IS_HELD,
    })
    .from(items)
    .where(and(eq(items.playerId, playerId), hasState(items.state, 'owned', 'withdrawing')))
    .orderBy(items.id)
    .for('update')
  return rows.map(({ price, locked, state, ...row }) => ({
    ...row,
    price: cents(price),
    locked: cents(locked),
    state: state as HeldItem['state'],
  }))
}

/** States of a withdrawal before anything was sent. */
const NOT_SENT = ['requested', 'review', 'approved'] as const

/** Gives up the withdrawals of a player for which nothing was sent yet; their items are owned again. */
export async function giveUpRequested(
  tx: Queries,
  playerId: number,
  { catalogue }: PricedCatalogue,
  at: Date,
): Promise<AppliedTransition[]> {
  const waiting = await tx
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(eq(withdrawals.playerId, playerId), hasState(withdrawals.state, ...NOT_SENT, 'unavailable')))
    .orderBy(withdrawals.itemId)
  const given: AppliedTransition[] = []
  for (const { id } of waiting) {
    const locked = await lockWithdrawal(tx, id)
    if (locked === undefined) continue
    const { state } = locked.row
    if (NOT_SENT.some((one) => one === state)) {
      const today = catalogue.items.get(locked.catalogueId)?.priceCents
      const move = { to: 'declined', reason: 'frozen', note: 'its player’s deposit was reversed' } as const
      given.push(await applyTransition(tx, locked, { ...move, today }, at))
    } else if (state === 'unavailable') {
      given.push(await applyTransition(tx, locked, { to: 'returned' }, at))
    }
  }
  return given
}

/** An item that ends; its value is null for the price when it was won. */
interface EndedItem {
  readonly id: string
  readonly wonPrice: Cents
  readonly value: number | null
}

/** Ends owned items, which are locked, and takes them out of the player's totals. */
export async function endOwned(
  tx: Queries,
  playerId: number,
  ended: readonly EndedItem[],
  end: { readonly kind: 'sold' | 'voided'; readonly transferId: string | null },
): Promise<void> {
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  const moved = await tx
    .update(items)
    .set({ state: end.kind })
    .where(and(inArray(items.id, ids), eq(items.playerId, playerId), hasState(items.state, 'owned')))
    .returning({ id: items.id })
  if (moved.length !== ids.length) throw new Error(`Items of player ${playerId} are not theirs any more`)
  await tx.insert(itemEnds).values(ended.map(({ id: itemId, value }) => ({ itemId, value, ...end })))
  await changeOwned(tx, playerId, { items: -ids.length, worth: -ended.reduce((sum, item) => sum + item.wonPrice, 0) })
}

/** Sells owned items to the house for their value, so that the balance covers more. Returns how many, and their worth. */
export async function sellFor(
  tx: Queries,
  reversalId: string,
  playerId: number,
  owned: readonly StakedItem[],
  missing: Cents,
): Promise<{ count: number; worth: Cents }> {
  const chosen = itemsToSell(owned, missing)
  if (chosen.length === 0) return { count: 0, worth: cents(0) }
  const amount = cents(chosen.reduce((sum, { price }) => sum + price, 0))
  const locked = cents(chosen.reduce((sum, item) => sum + item.locked, 0))
  const transferId = newId()
  const sale = { id: transferId, playerId, amount, locked, kind: 'reclaim', reference: reversalId } as const
  await payPlayer(tx, { from: HOUSE_ACCOUNTS.items, ...sale })
  const ended = chosen.map((item) => ({ id: item.id, wonPrice: item.wonPrice, value: storedValue(item) }))
  await endOwned(tx, playerId, ended, { kind: 'sold', transferId })
  return { count: chosen.length, worth: amount }
}
