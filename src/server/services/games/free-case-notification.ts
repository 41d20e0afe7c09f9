// Notifies a player of the free case that a deposit unlocked, in the transaction of that deposit.
import { missingDeposit } from '../../../game/free-case.ts'
import { cents } from '../../../game/money.ts'
import type { FreeCase } from '../../../game/rewards.ts'
import type { Span } from '../../../game/site-time.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Queries } from '../../db/database.ts'
import type { OrderRow } from '../../db/schema-payments.ts'
import { isExcluded } from '../account/protection.ts'
import { depositedIn, openedIn } from './free-case.ts'

/** The current night and the free cases that open in it. */
export interface FreeNight {
  readonly span: Span
  readonly cases: readonly FreeCase[]
}

/**
 * Returns the notification of the highest free case that an order unlocked; null when it unlocked none that is still unopened.
 *
 * @param row the order, paid in this night
 */
export async function unlockNotification(
  tx: Queries,
  { playerId, amount }: OrderRow,
  at: Date,
  { span, cases }: FreeNight,
): Promise<PlayerNotification | null> {
  const after = await depositedIn(tx, playerId, span, false)
  const before = cents(after - amount)
  const reached = cases.filter((box) => missingDeposit(box, after) === 0 && missingDeposit(box, before) > 0)
  if (reached.length === 0 || (await isExcluded(tx, playerId, at))) return null
  const opened = await openedIn(tx, playerId, span)
  const asks = reached.filter(({ tier }) => !opened.has(tier)).map(({ depositedCents }) => depositedCents)
  return asks.length === 0 ? null : { kind: 'freeCase', amounts: { amount: Math.max(...asks) }, link: '/free_case' }
}
