// What players who are after gifts gain in the mean, each in many simulated games on the project's catalogue, and what each would gain
// without the rule that is against it.
import { formatFault } from '../../../src/server/catalogue/faults.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { STRATEGIES, type StrategyName } from '../../support/strategies/adversaries.ts'
import { GAIN_MOST, type Measured, measureStrategy } from '../../support/strategies/measure.ts'
import { tablesOf } from '../../support/strategies/night.ts'
import type { RemovedRule } from '../../support/strategies/shop.ts'

/** The rule that is against each strategy. */
const AGAINST: Readonly<Record<StrategyName, RemovedRule>> = {
  'gifts only': 'gifts-locked',
  'bonus chaser': 'gifts-locked',
  'ring of accounts': 'raffles-in-equal-shares',
  'self-referral': 'commission-by-margin',
  'sniper of stale prices': 'won-price-for-a-day',
  'selective unlock': 'unlocked-by-value',
  'buyer of places': 'places-from-own-margin',
  chargeback: 'withdrawals-held',
  'upgrader at old prices': 'compared-before-sent',
  'opener at old prices': 'drawn-price-fresh',
}

const line = (columns: readonly string[]): string =>
  columns.map((column, at) => (at === 0 ? column.padEnd(24) : column.padStart(at === 6 ? 28 : 11))).join(' ')

const dollars = (amount: number): string => (amount / 100).toFixed(2)

const ofMargin = ({ profit, margin }: Measured): string => (margin < 1 ? '–' : (profit / margin).toFixed(3))

/** Rules that hold a strategy together with the one against it: each is removed alone, and at last all of them. */
const BESIDE: Readonly<Partial<Record<StrategyName, readonly RemovedRule[]>>> = {
  'gifts only': ['wins-locked'],
  'bonus chaser': ['wins-locked'],
  'upgrader at old prices': ['chosen-price-fresh', 'edge-by-age', 'chosen-prices'],
}

/** Prints a line for each strategy; true when none exceeds the bound, and each would without its rule. */
export async function run(games: number): Promise<boolean> {
  const reading = await readCatalogue({ folder: 'data', pictures: 'public/assets/img/cases' })
  if (!reading.ok) throw new Error(reading.faults.map(formatFault).join('\n'))
  const tables = tablesOf(reading.catalogue, reading.rewards)
  const rules = reading.rewards.gifts
  const seed = 1
  console.log(
    `${games} games of 14 nights each, means in dollars. Held when profit + ${-GAIN_MOST} × margin ≤ 4 errors.\n`,
  )
  console.log(line(['strategy', 'profit', 'margin', 'of margin', 'error', '', 'without the rule', 'profit']))
  const verdicts = (Object.keys(STRATEGIES) as StrategyName[]).map((name) => {
    const measured = measureStrategy(name, tables, rules, { games, seed })
    const without = measureStrategy(name, tables, { ...rules, removed: AGAINST[name] }, { games, seed })
    const { profit, margin, error, held } = measured
    const own = [dollars(profit), dollars(margin), ofMargin(measured), dollars(error), held ? 'held' : 'GAINS']
    console.log(line([name, ...own, AGAINST[name], dollars(without.profit)]))
    for (const removed of BESIDE[name] ?? []) {
      const { profit: alone } = measureStrategy(name, tables, { ...rules, removed }, { games, seed })
      console.log(line(['', '', '', '', '', '', removed, dollars(alone)]))
    }
    return held && !without.held
  })
  return verdicts.every((isRight) => isRight)
}
