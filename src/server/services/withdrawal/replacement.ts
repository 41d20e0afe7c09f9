// Replacements for an item that is out of stock: items of equal or lower total price, the rest to the balance.

import type { Item } from '../../../game/catalogue.ts'
import { cents } from '../../../game/money.ts'
import { replacementRest } from '../../../game/withdrawal.ts'
import type { ReplaceBody, ReplaceReply } from '../../../protocol/withdrawal.ts'
import type { SiteEvents } from '../../base/events.ts'
import { newId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue } from '../../catalogue/reloadable-catalogue.ts'
import type { Database, Queries } from '../../db/database.ts'
import { items } from '../../db/schema.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { changeOwned } from '../kernel/account-totals.ts'
import type { Idempotency, IdempotencyKey } from '../kernel/idempotency.ts'
import { itemView } from '../kernel/item-view.ts'
import { lockBalance, payPlayer } from '../kernel/pay.ts'
import { storeResponse } from '../kernel/play.ts'
import {
  type AppliedTransition,
  applyTransition,
  emitTransition,
  lockWithdrawalOfItem,
  withdrawalView,
} from './transitions.ts'

export type Replaced = Omit<Extract<ReplaceReply, { success: true }>, 'success' | 'message'>

export interface Replacement {
  /**
   * Gives a player other items for one that is out of stock.
   *
   * @throws RefusalError 'item-gone' when it is not out of stock, 'target-unknown', 'replacement-dear', or 'target-price' when
   *   the rest differs from the one the player saw
   */
  replace(playerId: number, body: ReplaceBody, idempotencyKey: IdempotencyKey): Promise<Replaced>
}

export interface ReplacementParts {
  readonly db: Database
  readonly catalogue: () => LoadedCatalogue
  readonly idempotency: Idempotency
  readonly events: SiteEvents
  readonly now: () => number
}

/** Returns the rest for the balance; it has to be the one that the player saw. */
function restOf(price: number, chosen: readonly Item[], shown: number): number {
  const answer = replacementRest(
    cents(price),
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
export function createReplacement({ db, catalogue, idempotency, events, now }: ReplacementParts): Replacement {
  async function inTransaction(
    tx: Queries,
    playerId: number,
    body: ReplaceBody,
    idempotencyKey: IdempotencyKey,
  ): Promise<{ answer: Replaced; moved: AppliedTransition }> {
    const locked = await lockWithdrawalOfItem(tx, playerId, body.id.toLowerCase())
    if (locked?.row.state !== 'unavailable') throw new RefusalError('item-gone')
    const chosen = body.with.map((id) => {
      const item = catalogue().catalogue.items.get(id)
      if (item === undefined) throw new RefusalError('target-unknown')
      return item
    })
    const rest = restOf(locked.price, chosen, body.rest)
    const moved = await applyTransition(tx, locked, { to: 'replaced' }, new Date(now()))
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
    replace: (playerId, body, idempotencyKey) =>
      idempotency.run(idempotencyKey, () => replace(playerId, body, idempotencyKey)),
  }
}
