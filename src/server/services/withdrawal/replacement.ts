// Replacements for an item that is out of stock: items of equal or lower total price, the rest to the balance. It counts at its value, as
// where it is sold.

import { type Cents, cents } from '../../../game/base/money.ts'
import type { Item } from '../../../game/catalogue/catalogue.ts'
import { replacementRest } from '../../../game/withdrawal/withdrawal.ts'
import type { ReplaceBody, ReplaceReply, WithdrawalQuoteReply } from '../../../protocol/withdrawal.ts'
import type { SiteEvents } from '../../base/events.ts'
import { newId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { SourcePriceOf } from '../../catalogue/prices/source-price.ts'
import type { Database, Queries } from '../../db/database.ts'
import { items } from '../../db/schema.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import type { Idempotency, IdempotencyKey } from '../calls/idempotency.ts'
import { changeOwned } from '../money/account-totals.ts'
import type { ChosenPrices } from '../money/chosen-price.ts'
import { lockBalance, payPlayer } from '../money/pay.ts'
import { assertNotHeld, isHeld } from '../rolls/held-items.ts'
import { assertNewest, atNewest } from '../rolls/in-force.ts'
import { itemView } from '../rolls/item-view.ts'
import { storeResponse } from '../rolls/play.ts'
import { offeredDifference } from './difference.ts'
import { quoteToShow } from './source-price.ts'
import {
  type AppliedTransition,
  applyTransition,
  emitTransition,
  lockWithdrawalOfItem,
  unavailableOfItem,
  withdrawalView,
  withdrawnValue,
} from './transitions.ts'

export type Replaced = Omit<Extract<ReplaceReply, { success: true }>, 'success' | 'message'>

/** What the item of an 'unavailable' withdrawal counts for now. */
export type WithdrawalQuote = Omit<Extract<WithdrawalQuoteReply, { success: true }>, 'success'>

export interface Replacement {
  /**
   * Returns what a player's item that is out of stock counts for now.
   *
   * @throws RefusalError 'item-gone' when it is not out of stock, 'item-held' while its price is held
   */
  quote(playerId: number, itemId: string): Promise<WithdrawalQuote>
  /**
   * Gives a player other items for one that is out of stock.
   *
   * @throws RefusalError 'item-gone' when it is not out of stock, 'target-unknown', 'item-held', 'replacement-dear', or 'target-price'
   *   when the rest differs from the one the player saw; CatalogueLate where this instance cannot read the newest prices
   */
  replace(playerId: number, body: ReplaceBody, idempotencyKey: IdempotencyKey): Promise<Replaced>
}

export interface ReplacementParts {
  readonly db: Database
  readonly catalogue: () => LoadedCatalogue
  /** Activates the newest edition, where there is one that this instance has not read. */
  readonly refreshCatalogue: () => Promise<void>
  readonly idempotency: Idempotency
  readonly events: SiteEvents
  readonly chosenPrices: ChosenPrices
  readonly sourcePriceOf?: SourcePriceOf | undefined
  readonly now: () => number
}

/** Returns the rest for the balance; it has to be the one that the player saw. */
function restOf(value: Cents, chosen: readonly Item[], shown: number): number {
  const answer = replacementRest(
    value,
    chosen.map(({ priceCents }) => priceCents),
  )
  if (!answer.ok) throw new RefusalError('replacement-dear')
  if (answer.rest !== shown) throw new RefusalError('target-price')
  return answer.rest
}

async function giveItems(
  tx: Queries,
  playerId: number,
  withdrawalId: string,
  chosen: readonly Item[],
): Promise<Replaced['items']> {
  const given = chosen.map((item) => ({ id: newId(), item: itemView(item), price: item.priceCents }))
  await tx.insert(items).values(
    given.map(({ id, item, price }) => ({
      id,
      playerId,
      itemId: item.id,
      price,
      state: 'owned' as const,
      source: 'replacement',
      reference: withdrawalId,
      rollId: null,
      // What it replaces was unlocked.
      locked: 0,
    })),
  )
  await changeOwned(tx, playerId, {
    items: given.length,
    worth: given.reduce((sum, { price }) => sum + price, 0),
  })
  return given
}

/** Makes the replacements over a database and a catalogue. */
export function createReplacement({
  db,
  catalogue,
  refreshCatalogue,
  idempotency,
  events,
  chosenPrices,
  sourcePriceOf,
  now,
}: ReplacementParts): Replacement {
  async function inTransaction(
    tx: Queries,
    playerId: number,
    body: ReplaceBody,
    idempotencyKey: IdempotencyKey,
  ): Promise<{ answer: Replaced; moved: AppliedTransition }> {
    const locked = await lockWithdrawalOfItem(tx, playerId, body.id.toLowerCase())
    if (locked?.row.state !== 'unavailable') throw new RefusalError('item-gone')
    const loaded = catalogue()
    await assertNewest(tx, loaded)
    const chosen = body.with.map((id) => {
      const item = loaded.catalogue.items.get(id)
      if (item === undefined) throw new RefusalError('target-unknown')
      if (loaded.priceState.held.has(id)) throw new RefusalError('item-held')
      chosenPrices.assertFresh(loaded, id)
      return item
    })
    // What a held item is worth is not known: it pays for no other.
    await assertNotHeld(tx, [locked.catalogueId, ...body.with])
    const at = new Date(now())
    const value = withdrawnValue(locked, { loaded, atMs: at.getTime() })
    const rest = restOf(value, chosen, body.rest)
    const moved = await applyTransition(tx, locked, { to: 'replaced', value }, at)
    const given = await giveItems(tx, playerId, locked.row.id, chosen)
    const payment = {
      from: HOUSE_ACCOUNTS.items,
      playerId,
      amount: cents(rest),
      locked: cents(0),
      reference: locked.row.id,
    }
    const balance =
      rest > 0 ? await payPlayer(tx, { ...payment, kind: 'replacement' }) : await lockBalance(tx, playerId)
    const answer = {
      balance,
      rest,
      items: given,
      withdrawal: withdrawalView(moved.withdrawal),
    }
    await storeResponse(tx, idempotencyKey, answer)
    return { answer, moved }
  }

  async function replace(playerId: number, body: ReplaceBody, idempotencyKey: IdempotencyKey): Promise<Replaced> {
    const { answer, moved } = await db.transaction((tx) => inTransaction(tx, playerId, body, idempotencyKey))
    if (answer.rest > 0) events.emit('balance', { playerId, balance: cents(answer.balance) })
    emitTransition(events, moved)
    return answer
  }

  return {
    quote: async (playerId, itemId) => {
      const found = await unavailableOfItem(db.queries, playerId, itemId)
      if (found === undefined) throw new RefusalError('item-gone')
      const loaded = catalogue()
      if (await isHeld(db.queries, loaded, found.catalogueId)) throw new RefusalError('item-held')
      const atMs = now()
      const quote = await quoteToShow(sourcePriceOf, found, loaded)
      const difference = offeredDifference(found, loaded, { atMs, quote, hasSource: sourcePriceOf !== undefined })
      return { value: withdrawnValue(found, { loaded, atMs }), difference }
    },
    replace: (playerId, body, idempotencyKey) =>
      idempotency.run(idempotencyKey, () => atNewest(refreshCatalogue, () => replace(playerId, body, idempotencyKey))),
  }
}
