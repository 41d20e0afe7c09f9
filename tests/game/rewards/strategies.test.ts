// Nine strategies that are after gifts, a small number of games each with fixed seeds: none gains. Without the rule that is against
// it each does, which shows that the strategy is a good one. `npm run bench -- strategies` plays more.
import { beforeAll, describe, expect, it } from 'vitest'
import { formatFault } from '../../../src/server/catalogue/faults.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { STRATEGIES, type StrategyName } from '../../support/strategies/adversaries.ts'
import { measureStrategy } from '../../support/strategies/measure.ts'
import { type Tables, tablesOf } from '../../support/strategies/night.ts'
import type { RemovedRule } from '../../support/strategies/shop.ts'
import { GIFTS } from './gift-rules.ts'

const FEW = { games: 40, seed: 20_261_123 }
/** Rare wins of locked money are no luck of free money, which is taken off: they need more games. */
const MORE = { games: 400, seed: 20_261_123 }

let tables: Tables

beforeAll(async () => {
  const reading = await readCatalogue({ folder: 'data', pictures: 'public/assets/img/cases' })
  if (!reading.ok) throw new Error(reading.faults.map(formatFault).join('\n'))
  tables = tablesOf(reading.catalogue, reading.rewards)
})

describe('the strategy', () => {
  it.each(Object.keys(STRATEGIES) as StrategyName[])('%s loses 0.3 of its margin or more', (name) => {
    expect(measureStrategy(name, tables, GIFTS, FEW)).toMatchObject({ held: true })
  })

  it.each<[StrategyName, RemovedRule]>([
    ['gifts only', 'gifts-locked'],
    ['gifts only', 'wins-locked'],
    ['bonus chaser', 'gifts-locked'],
    ['bonus chaser', 'wins-locked'],
    ['ring of accounts', 'raffles-in-equal-shares'],
    ['self-referral', 'commission-by-margin'],
    ['sniper of stale prices', 'won-price-for-a-day'],
    ['selective unlock', 'unlocked-by-value'],
    ['buyer of places', 'places-from-own-margin'],
    ['chargeback', 'withdrawals-held'],
    ['upgrader at old prices', 'compared-before-sent'],
    ['upgrader at old prices', 'chosen-prices'],
    ['opener at old prices', 'drawn-price-fresh'],
  ])('%s gains without the rule %s', (name, removed) => {
    const { held } = measureStrategy(name, tables, { ...GIFTS, removed }, name === 'selective unlock' ? MORE : FEW)
    expect(held).toBe(false)
  })

  it('upgrader at old prices gains more without each of the rules that hold it together', () => {
    const profit = (removed?: RemovedRule): number =>
      measureStrategy(
        'upgrader at old prices',
        tables,
        { ...GIFTS, ...(removed === undefined ? {} : { removed }) },
        FEW,
      ).profit
    expect(profit('chosen-prices')).toBeGreaterThan(profit('compared-before-sent'))
    expect(profit('edge-by-age')).toBeGreaterThan(profit())
  })
})
