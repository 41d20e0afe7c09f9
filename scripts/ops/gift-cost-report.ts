// Formats what gifts cost a player and day.

import { cents } from '../../src/game/base/money.ts'
import { giftCosts } from '../../src/game/rewards/gift-cost.ts'
import type { Rewards } from '../../src/game/rewards/rewards.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { formatTable } from '../cli/table.ts'

const money = (amount: number): string => formatMoney(cents(Math.round(amount)))

/** Returns a table of the mean costs of gifts a player and day, and the margin that pays for them. */
export function giftCostReport(rewards: Rewards): string {
  const costs = giftCosts(rewards)
  const highest = rewards.freeCases.at(-1)
  const all = Object.values(costs).reduce((sum, cost) => sum + cost, 0)
  const rows: readonly (readonly [string, number])[] = [
    ['daily missions, all completed', costs.dailyMissions],
    ['weekly missions, all completed', costs.weeklyMissions],
    ['calendar, claimed every day', costs.calendar],
    ['wheel, the free spin', costs.wheel],
    [`free cases, after ${money(highest?.depositedCents ?? 0)} of deposits every night`, costs.freeCases],
    ['all', all],
  ]
  const { ownPercent, rafflePercent } = rewards.gifts
  const percents = rewards.referral.map(({ percent }) => percent)
  const columns = [{ title: 'gift' }, { title: 'a player and day', right: true as const }]
  const margin = money((all * 100) / ownPercent)
  return [
    formatTable(
      columns,
      rows.map(([gift, cost]) => [gift, money(cost)]),
    ),
    `Players take out gifts only up to ${ownPercent} % of the margin that they made: ${margin} of margin a day for all of them.`,
    `Referrers get ${Math.min(...percents)} to ${Math.max(...percents)} % of the margin of who they referred, raffles and leaderboards cost at most ${rafflePercent} % of it.`,
  ].join('\n')
}
