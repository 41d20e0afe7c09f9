// Tells a player of the free case that a deposit has unlocked, in the transaction of that deposit.
import { missingDeposit } from '../../game/free-case.ts'
import { cents } from '../../game/money.ts'
import type { FreeCase } from '../../game/rewards.ts'
import type { Span } from '../../game/site-time.ts'
import type { Queries } from '../db/database.ts'
import { depositedIn, openedIn } from './free-case.ts'
import type { Notice } from './notifications.ts'
import type { OrderRow } from './orders.ts'
import { isExcluded } from './protection.ts'

/** The night that is running, and what opens in it. */
export interface FreeNight {
  readonly span: Span
  readonly cases: readonly FreeCase[]
}

/**
 * What is told of the highest free case that an order has unlocked; null where it unlocked none that is still closed.
 *
 * @param row the order, paid in this night
 */
export async function unlockedBy(
  tx: Queries,
  { playerId, amount }: OrderRow,
  at: Date,
  { span, cases }: FreeNight,
): Promise<Notice | null> {
  const after = await depositedIn(tx, playerId, span, false)
  const before = cents(after - amount)
  const reached = cases.filter((box) => missingDeposit(box, after) === 0 && missingDeposit(box, before) > 0)
  if (reached.length === 0 || (await isExcluded(tx, playerId, at))) return null
  const opened = await openedIn(tx, playerId, span)
  const asks = reached.filter(({ tier }) => !opened.has(tier)).map(({ depositedCents }) => depositedCents)
  return asks.length === 0 ? null : { kind: 'freeCase', amounts: { amount: Math.max(...asks) }, link: '/free_case' }
}
