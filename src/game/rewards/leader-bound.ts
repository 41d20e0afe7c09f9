// Limits the operator's numbers for leaderboards, so that a place never costs less than its prize. See gift-bound.ts for the bound.

import { cents } from '../base/money.ts'
import { dollars, type GiftFault } from './gift-bound.ts'
import type { GiftRules, LeaderboardRules, LeaderPeriod } from './rewards.ts'
import { LEADER_PERIODS } from './rewards.ts'

/** The days of the shortest period of each kind. */
const DAYS: Readonly<Record<LeaderPeriod, number>> = { day: 1, week: 7, month: 28 }

/** As much as the least stake of a case that makes margin. */
const LEADER_STAKE_LEAST = cents(50)

/** Returns what breaks the bound, each with the strategy that it would pay; none when the numbers keep it. */
export function leaderFaults(
  { dayMostCents, leastStakeCents, prizes }: LeaderboardRules,
  { rafflePercent }: Pick<GiftRules, 'rafflePercent'>,
): GiftFault[] {
  const faults: GiftFault[] = []
  if (leastStakeCents < LEADER_STAKE_LEAST) {
    const message = `who stakes cents many times would lead by multiplier for ${dollars(leastStakeCents)} each, less than ${dollars(LEADER_STAKE_LEAST)}`
    faults.push({ path: ['leastStake'], message })
  }
  for (const period of LEADER_PERIODS) {
    const counted = cents(dayMostCents * DAYS[period])
    const most = cents(Math.floor((counted * rafflePercent) / 100))
    for (const [at, prize] of prizes[period].entries()) {
      const before = prizes[period][at - 1]
      if (prize > most) {
        const message = `who buys place ${at + 1} of the ${period} would be given ${dollars(prize)} for ${dollars(counted)} of margin, more than ${dollars(most)}, which is ${rafflePercent} % of it (rafflePercent)`
        faults.push({ path: ['prizes', period], message })
      }
      if (before !== undefined && prize > before) {
        const message = `who holds back would be given more at place ${at + 1} of the ${period} than at place ${at}`
        faults.push({ path: ['prizes', period], message })
      }
    }
  }
  return faults
}
