// Gives a player the prize of a calendar day or a mission, in the transaction of the claim.

import type { Cents } from '../../../game/base/money.ts'
import type { Item } from '../../../game/catalogue/catalogue.ts'
import type { PrizeOf } from '../../../game/rewards/rewards.ts'
import { newId } from '../../base/ids.ts'
import type { Queries } from '../../db/database.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import type { AccountTotals } from '../money/account-totals.ts'
import { payPlayer } from '../money/pay.ts'
import { rollFree } from './free-roll.ts'
import { winItem } from './play.ts'

/** What the prize is given for. */
export interface PrizeReason {
  readonly source: 'calendar' | 'missions'
  /** The ledger's kind of transfer for prize money. */
  readonly kind: 'calendar' | 'mission'
  /** Identifies the claim; the ledger holds at most one transfer for it. */
  readonly reference: string
  /** Of the catalogue that the prize is in. */
  readonly digest: string
}

/** An item that a player received as a prize. */
export interface PrizeItem {
  readonly id: string
  readonly item: Item
  /** Null when nothing was drawn: the prize was this item. */
  readonly rollId: string | null
  /** The ticket of that roll. */
  readonly roll: number | null
  readonly totals: AccountTotals
}

export interface GivenPrize {
  readonly balance: Cents
  /** Null for a prize of money. */
  readonly won: PrizeItem | null
}

async function giveItem(
  tx: Queries,
  playerId: number,
  won: Omit<PrizeItem, 'totals'>,
  { source, reference }: PrizeReason,
): Promise<GivenPrize> {
  const totals = await winItem(tx, playerId, { ...won, source, reference, locked: won.item.priceCents })
  return { balance: totals.balance, won: { ...won, totals } }
}

/** Gives a prize; the caller makes sure that it is given once. */
export async function givePrize(
  tx: Queries,
  playerId: number,
  prize: PrizeOf<'balance' | 'item' | 'case'>,
  reason: PrizeReason,
): Promise<GivenPrize> {
  switch (prize.kind) {
    case 'balance': {
      const { kind, reference } = reason
      const payment = {
        from: HOUSE_ACCOUNTS.bonuses,
        playerId,
        amount: prize.amount,
        locked: prize.amount,
        kind,
        reference,
      }
      return { balance: await payPlayer(tx, payment), won: null }
    }
    case 'item':
      return giveItem(tx, playerId, { id: newId(), item: prize.item, rollId: null, roll: null }, reason)
    case 'case': {
      const { url, entries } = prize.box
      const { drawn, item } = await rollFree(tx, playerId, { reference: url, entries, digest: reason.digest })
      return giveItem(tx, playerId, { id: drawn.id, item, rollId: drawn.id, roll: drawn.roll }, reason)
    }
  }
}
