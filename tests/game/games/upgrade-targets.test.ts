import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UPGRADE_CHANCES, UPGRADE_MULTIPLIERS } from '../../../src/game/base/economy.ts'
import { type Cents, cents } from '../../../src/game/base/money.ts'
import { quoteUpgrade } from '../../../src/game/games/upgrade.ts'
import {
  nearestTarget,
  priceAtChance,
  priceAtMultiplier,
  targetPrices,
} from '../../../src/game/games/upgrade-targets.ts'
import { priceListOf, readPriceList } from '../prices/prices.ts'

function ticketsOf(stake: number, target: number): number | string {
  const quoted = quoteUpgrade({ itemsCents: [], balanceCents: cents(stake) }, cents(target))
  return quoted.ok ? quoted.offer.tickets : quoted.fault
}

const amount = fc.integer({ min: 0, max: 39 }).chain((bits) => fc.integer({ min: 2 ** bits, max: 2 ** (bits + 1) }))

describe('the allowed target prices of a stake', () => {
  it('have a chance within the limits at both ends', () => {
    fc.assert(
      fc.property(amount, (stake) => {
        const { leastCents, mostCents } = targetPrices(cents(stake))
        expect(ticketsOf(stake, leastCents)).toBeTypeOf('number')
        expect(ticketsOf(stake, leastCents - 1)).toBe(leastCents - 1 > stake ? 'chance-high' : 'target-cheap')
        expect(ticketsOf(stake, mostCents)).toBe(1000)
        expect(ticketsOf(stake, mostCents + 1)).toBe('chance-low')
      }),
    )
  })

  it('end at the largest integers', () => {
    const stake = cents(2 ** 50)
    expect(targetPrices(stake).mostCents).toBe(Number.MAX_SAFE_INTEGER)
    expect(ticketsOf(stake, Number.MAX_SAFE_INTEGER)).toBe(115_000)
  })
})

describe('a price by the requested chance', () => {
  it.each([
    [1.5, 1500, 613_333],
    [2, 2000, 460_000],
    [3, 3000, 306_666],
    [5, 5000, 184_000],
    [10, 10_000, 92_000],
  ])('is ×%d of $10.00 for %d cents', (multiplier, price, tickets) => {
    expect(UPGRADE_MULTIPLIERS).toContain(multiplier)
    expect(priceAtMultiplier(cents(1000), multiplier)).toBe(price)
    expect(ticketsOf(1000, price)).toBe(tickets)
  })

  it('is the highest that wins with that many tickets', () => {
    fc.assert(
      fc.property(amount, fc.constantFrom(...UPGRADE_CHANCES), (stake, tickets) => {
        const price = priceAtChance(cents(stake), tickets)
        const { leastCents } = targetPrices(cents(stake))
        const won = ticketsOf(stake, price)
        if (price > leastCents) expect(won).toBeGreaterThanOrEqual(tickets)
        expect(ticketsOf(stake, price + 1)).toBeLessThan(tickets)
      }),
    )
  })

  it('never leaves the allowed prices of the stake', () => {
    fc.assert(
      fc.property(
        amount,
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        fc.integer({ min: 1, max: 1e6 }),
        (stake, by, of) => {
          for (const price of [priceAtMultiplier(cents(stake), by), priceAtChance(cents(stake), of)]) {
            expect(ticketsOf(stake, price)).toBeTypeOf('number')
          }
        },
      ),
    )
  })
})

describe('the nearest target', () => {
  const list = priceListOf([1000, 1226, 1227, 1500, 1500, 1510, 3000, 920_000, 920_001])

  it.each([
    [1, 1227],
    [1227, 1227],
    [1504, 1500],
    [1505, 1500],
    [1506, 1510],
    [2256, 3000],
    [5_000_000, 920_000],
  ])('of $10.00 to %d cents costs %d', (wanted, price) => {
    expect(nearestTarget(list, cents(1000), cents(wanted))?.priceCents).toBe(price)
  })

  it('is the first by id among equal prices', () => {
    expect(nearestTarget(list, cents(1000), cents(1500))?.id).toBe('item-3')
    expect(nearestTarget(list, cents(1000), cents(1501))?.id).toBe('item-3')
  })

  it('is none where the stake has no allowed target', () => {
    expect(nearestTarget(list, cents(800_000), cents(900_000))).toBeNull()
    expect(nearestTarget([], cents(100), cents(200))).toBeNull()
  })

  it('is at least as near as any other allowed target', () => {
    const real = readPriceList()
    const prices = fc.constantFrom(...real.map(({ priceCents }): Cents => priceCents))
    fc.assert(
      fc.property(prices, fc.oneof(prices, amount.map(cents)), (stake, wanted) => {
        const { leastCents, mostCents } = targetPrices(stake)
        const allowed = real.filter(({ priceCents }) => priceCents >= leastCents && priceCents <= mostCents)
        const distances = allowed.map(({ priceCents }) => Math.abs(priceCents - wanted))
        const nearest = nearestTarget(real, stake, wanted)
        if (nearest === null) expect(allowed).toEqual([])
        else expect(Math.abs(nearest.priceCents - wanted)).toBe(Math.min(...distances))
      }),
    )
  })
})
