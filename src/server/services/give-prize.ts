// Gives a player what a day of the calendar or a mission brings, in the transaction of its claim.
import type { Item } from '../../game/catalogue.ts'
import type { Cents } from '../../game/money.ts'
import type { PrizeOf } from '../../game/rewards.ts'
import type { Queries } from '../db/database.ts'
import { newId } from '../ids.ts'
import { HOUSE_ACCOUNTS } from '../ledger/accounts.ts'
import type { Standing } from './account-totals.ts'
import { rollFree } from './free-roll.ts'
import { winItem } from './game-turn.ts'
import { payPlayer } from './players.ts'
import { balanceOf } from './settlement.ts'

/** What the prize is for. */
export interface PrizeReason {
  readonly source: 'calendar' | 'missions'
  /** The ledger's name for money that is paid for it. */
  readonly kind: 'calendar' | 'mission'
  /** Names the claim; there is one transfer of it at most. */
  readonly reference: string
}

/** An item that came of a prize. */
export interface PrizeItem {
  readonly id: string
  readonly item: Item
  /** Null where nothing was drawn: the prize was this very item. */
  readonly rollId: string | null
  /** The ticket of that roll. */
  readonly roll: number | null
  readonly standing: Standing
}

export interface Given {
  readonly balance: Cents
  /** Null for an amount of money. */
  readonly won: PrizeItem | null
}

async function giveItem(
  tx: Queries,
  playerId: number,
  won: Omit<PrizeItem, 'standing'>,
  { source, reference }: PrizeReason,
): Promise<Given> {
  const standing = await winItem(tx, playerId, { ...won, source, reference })
  return { balance: standing.balance, won: { ...won, standing } }
}

/** Gives a prize; the caller has made sure that it is given once. */
export async function givePrize(
  tx: Queries,
  playerId: number,
  prize: PrizeOf<'balance' | 'item' | 'case'>,
  reason: PrizeReason,
): Promise<Given> {
  switch (prize.kind) {
    case 'balance': {
      const { kind, reference } = reason
      await payPlayer(tx, { from: HOUSE_ACCOUNTS.bonuses, playerId, amount: prize.amount, kind, reference })
      return { balance: await balanceOf(tx, playerId), won: null }
    }
    case 'item':
      return giveItem(tx, playerId, { id: newId(), item: prize.item, rollId: null, roll: null }, reason)
    case 'case': {
      const { url, entries } = prize.box
      const { drawn, item } = await rollFree(tx, playerId, { reference: url, entries })
      return giveItem(tx, playerId, { id: drawn.id, item, rollId: drawn.id, roll: drawn.roll }, reason)
    }
  }
}
