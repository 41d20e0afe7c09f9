// Others in the place of an item that cannot be bought: of equal or lower price, the rest to the balance.
import type { ReplaceBody, ReplaceReply } from '../../contract/withdrawal.ts'
import type { Item } from '../../game/catalogue.ts'
import { cents } from '../../game/money.ts'
import { replacementRest } from '../../game/withdrawal.ts'
import type { HeldCatalogue } from '../catalogue/catalogue-holder.ts'
import type { Database, Queries } from '../db/database.ts'
import { items } from '../db/schema.ts'
import type { SiteEvents } from '../events.ts'
import { newId } from '../ids.ts'
import { HOUSE_ACCOUNTS } from '../ledger/accounts.ts'
import { RefusalError } from '../refusal.ts'
import { changeOwned } from './account-totals.ts'
import { keepAnswer } from './game-turn.ts'
import { itemView } from './item-view.ts'
import type { Click, Once } from './once.ts'
import { payPlayer } from './players.ts'
import { balanceOf } from './settlement.ts'
import { holdOfItem, type Moved, moveWithdrawal, tellMoved, withdrawalView } from './withdrawal-moves.ts'

export type Replaced = Omit<Extract<ReplaceReply, { success: true }>, 'success' | 'message'>

export interface Replacement {
  /**
   * Gives a player items for one that waits for his choice.
   *
   * @throws RefusalError 'item-gone' when it does not, 'target-unknown', 'replacement-dear', or 'target-price' when the rest is
   *   another one than he was shown
   */
  replace(playerId: number, wish: ReplaceBody, click: Click): Promise<Replaced>
}

export interface ReplacementParts {
  readonly db: Database
  readonly catalogue: () => HeldCatalogue
  readonly once: Once
  readonly events: SiteEvents
  readonly now: () => number
}

/** The rest for the balance, as the player was shown it. */
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
    })),
  )
  await changeOwned(tx, playerId, {
    items: given.length,
    worth: given.reduce((sum, { price }) => sum + price, 0),
  })
  return given
}

/** Replacements over a database and a catalogue. */
export function createReplacement({ db, catalogue, once, events, now }: ReplacementParts): Replacement {
  async function inTransaction(
    tx: Queries,
    playerId: number,
    wish: ReplaceBody,
    click: Click,
  ): Promise<{ answer: Replaced; moved: Moved }> {
    const held = await holdOfItem(tx, playerId, wish.id.toLowerCase())
    if (held?.row.state !== 'unavailable') throw new RefusalError('item-gone')
    const chosen = wish.with.map((id) => {
      const item = catalogue().catalogue.items.get(id)
      if (item === undefined) throw new RefusalError('target-unknown')
      return item
    })
    const rest = restOf(held.price, chosen, wish.rest)
    const moved = await moveWithdrawal(tx, held, { to: 'replaced' }, new Date(now()))
    const given = await giveItems(tx, playerId, held.row.id, chosen)
    if (rest > 0) {
      const [from, amount, reference] = [HOUSE_ACCOUNTS.items, cents(rest), held.row.id]
      await payPlayer(tx, { from, playerId, amount, kind: 'replacement', reference })
    }
    const answer = {
      balance: await balanceOf(tx, playerId),
      rest,
      items: given,
      withdrawal: withdrawalView(moved.withdrawal),
    }
    await keepAnswer(tx, click, answer)
    return { answer, moved }
  }

  async function replace(playerId: number, wish: ReplaceBody, click: Click): Promise<Replaced> {
    const { answer, moved } = await db.transaction((tx) => inTransaction(tx, playerId, wish, click))
    if (answer.rest > 0) events.emit('balance', { playerId, balance: cents(answer.balance) })
    tellMoved(events, moved)
    return answer
  }

  return { replace: (playerId, wish, click) => once.run(click, () => replace(playerId, wish, click)) }
}
