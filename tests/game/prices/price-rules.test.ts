import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  areDrawable,
  hasJumped,
  NO_PRICE_STATE,
  priceAgeMs,
  priceClassOf,
  DEFAULT_PRICE_RULES as RULES,
  upgradeEdge,
} from '../../../src/game/prices/price-rules.ts'

const HOUR_MS = 3_600_000

describe('the bound of a price', () => {
  it('is that of the class of the accepted price', () => {
    expect(priceClassOf(RULES, 100).movePercent).toBe(100)
    expect(priceClassOf(RULES, 101).movePercent).toBe(60)
    expect(priceClassOf(RULES, 100_000_000).movePercent).toBe(30)
  })

  it('is reached exactly without a jump, upwards and downwards', () => {
    expect([hasJumped(RULES, 20_000, 26_000), hasJumped(RULES, 20_000, 26_001)]).toEqual([false, true])
    expect([hasJumped(RULES, 26_000, 20_000), hasJumped(RULES, 26_000, 19_999)]).toEqual([false, true])
  })

  it('holds what falls by half, and what triples, in every class above a dollar', () => {
    fc.assert(
      fc.property(fc.integer({ min: 101, max: 30_000_000 }), (price) => {
        expect(hasJumped(RULES, price, Math.floor(price / 2))).toBe(true)
        expect(hasJumped(RULES, price, price * 3)).toBe(true)
        expect(hasJumped(RULES, price, price)).toBe(false)
      }),
    )
  })
})

describe('the age of a price', () => {
  const state = { ...NO_PRICE_STATE, atMs: 10 * HOUR_MS, agesMs: new Map([['old', 4 * HOUR_MS]]) }

  it('is that of the last list, or of the last one that named the item', () => {
    expect(priceAgeMs(state, 'new', 12 * HOUR_MS)).toBe(2 * HOUR_MS)
    expect(priceAgeMs(state, 'old', 12 * HOUR_MS)).toBe(8 * HOUR_MS)
  })

  it('is unknown before the first list, and for a time in the future', () => {
    expect(priceAgeMs(NO_PRICE_STATE, 'new', HOUR_MS)).toBeNull()
    expect(priceAgeMs(state, 'new', 9 * HOUR_MS)).toBeNull()
  })
})

it('the edge of an upgrade grows with the age of the price, up to the highest', () => {
  expect(upgradeEdge(RULES, 5_000, 0)).toBe(800)
  expect(upgradeEdge(RULES, 5_000, 24 * HOUR_MS)).toBe(1040)
  expect(upgradeEdge(RULES, 50, 0)).toBe(1000)
  expect(upgradeEdge(RULES, 50, 10_000 * HOUR_MS)).toBe(2500)
})

it('a list is drawn at until it is as old as the rules allow; before the first one nothing is', () => {
  expect(areDrawable(RULES, HOUR_MS, 61 * HOUR_MS - 1)).toBe(true)
  expect(areDrawable(RULES, HOUR_MS, 61 * HOUR_MS)).toBe(false)
  expect(areDrawable(RULES, HOUR_MS, 0)).toBe(true)
  expect(areDrawable(RULES, null, HOUR_MS)).toBe(false)
})
