// What follows the credit of a deposit, in its transaction. A feature exports a follower, and services.ts lists them in the order in which they run:
// crediting knows none of them.
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Queries } from '../../db/database.ts'
import type { OrderRow } from '../../db/schema-payments.ts'

/** A deposit that is credited. Its player is locked. */
export interface Credit {
  /** Its order, paid. */
  readonly order: OrderRow
  /** The player's other open orders, locked. */
  readonly open: readonly OrderRow[]
  readonly at: Date
}

/** What a follower has done, as far as the player sees it. */
export interface CreditEffect {
  /** Other orders that changed. */
  readonly others?: readonly OrderRow[]
  readonly notifications?: readonly PlayerNotification[]
}

type Follow = (tx: Queries, credit: Credit) => Promise<CreditEffect>

export interface CreditFollower {
  /** Runs when the order is paid and no account is locked yet, so that it may lock orders and promo codes. */
  readonly onPaid?: Follow
  /** Runs when the balance is credited. */
  readonly onCredited?: Follow
}

/** Runs the followers of a moment one after another, and returns their effects. */
export async function followCredit(
  tx: Queries,
  followers: readonly CreditFollower[],
  moment: keyof CreditFollower,
  credit: Credit,
): Promise<CreditEffect[]> {
  const effects: CreditEffect[] = []
  for (const follower of followers) effects.push((await follower[moment]?.(tx, credit)) ?? {})
  return effects
}
