// Notifies a player of the free case that a deposit unlocked, in the transaction of that deposit.

import { cents } from '../../../game/base/money.ts'
import { nightOf } from '../../../game/base/site-time.ts'
import { missingDeposit } from '../../../game/rewards/free-case.ts'
import type { FreeCase } from '../../../game/rewards/rewards.ts'
import { isExcluded } from '../account/protection.ts'
import type { CreditFollower } from '../money/credit-followers.ts'
import { depositedIn, openedIn } from './free-case.ts'

export interface FreeCaseRules {
  /** The operator's free cases. */
  readonly rewards: () => { readonly freeCases: readonly FreeCase[] }
  /** The time zone in which nights begin. */
  readonly timeZone: string
}

/** Makes the follower that notifies a player of the highest free case that an order unlocked, unless it is opened. */
export function notifyFreeCase({ rewards, timeZone }: FreeCaseRules): CreditFollower {
  return {
    onPaid: async (tx, { order: { playerId, amount: credited }, at }) => {
      const night = nightOf(at.getTime(), timeZone)
      const after = await depositedIn(tx, playerId, night, false)
      const before = cents(after - credited)
      const reached = rewards().freeCases.filter(
        (box) => missingDeposit(box, after) === 0 && missingDeposit(box, before) > 0,
      )
      if (reached.length === 0 || (await isExcluded(tx, playerId, at))) return {}
      const opened = await openedIn(tx, playerId, night)
      const asks = reached.filter(({ tier }) => !opened.has(tier)).map(({ depositedCents }) => depositedCents)
      if (asks.length === 0) return {}
      return { notifications: [{ kind: 'freeCase', amounts: { amount: Math.max(...asks) }, link: '/free_case' }] }
    },
  }
}
