// A list of prices takes what moved within its bound, and holds what moved beyond it until it is back or accepted.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import {
  hasJumped,
  NO_PRICE_STATE,
  type PriceSpread,
  type PriceState,
  priceAgeMs,
} from '../../../src/game/prices/price-rules.ts'
import {
  type AppliedPrices,
  acceptPrices,
  applyPrices,
  type PricedCatalogue,
} from '../../../src/server/catalogue/prices/apply-prices.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { catalogueFolder } from './catalogue-folder.ts'

const KNIFE = '★ Karambit'
const FIRST_MS = Date.parse('2026-08-01T06:00:00Z')
const NEXT_MS = Date.parse('2026-08-02T06:00:00Z')

let shop: PricedCatalogue

beforeAll(async () => {
  await using place = await catalogueFolder()
  const reading = await readCatalogue(place)
  if (!reading.ok) throw new Error('The catalogue was refused')
  shop = reading
})

const apply = (
  prices: Readonly<Record<string, number>>,
  {
    state = NO_PRICE_STATE,
    atMs = FIRST_MS,
    force = false,
    spreads = new Map<string, PriceSpread>(),
    timesMs = new Map<string, number>(),
  } = {},
): AppliedPrices =>
  applyPrices(
    { ...shop, priceState: state },
    { prices: new Map(Object.entries(prices)), spreads, timesMs },
    { source: 'a test', atMs, force },
  )

const held = (state: PriceState): unknown => Object.fromEntries(state.held)

describe('a price beyond its bound', () => {
  it.each([
    ['up', 90_000],
    ['down', 30_000],
    ['to a cent', 1],
  ])('holds its item at the accepted price when it moves %s', (_, seen) => {
    const { prices, changes, jumps, state } = apply({ [KNIFE]: seen })
    expect(prices.get('karambit')).toBe(60_000)
    expect(changes).toEqual([])
    expect(jumps).toEqual([{ id: 'karambit', name: KNIFE, before: 60_000, after: seen }])
    expect(held(state)).toEqual({ karambit: { seenCents: seen, seenMs: FIRST_MS, sinceMs: FIRST_MS } })
  })

  it('keeps when the hold began while lists go on to say so, and what the last one said', () => {
    const { state } = apply({ [KNIFE]: 90_000 })
    expect(held(apply({ [KNIFE]: 100_000 }, { state, atMs: NEXT_MS }).state)).toEqual({
      karambit: { seenCents: 100_000, seenMs: NEXT_MS, sinceMs: FIRST_MS },
    })
  })

  it('stays held while a list does not name the item', () => {
    const { state } = apply({ [KNIFE]: 90_000 })
    const next = apply({}, { state, atMs: NEXT_MS })
    expect(held(next.state)).toEqual(held(state))
    expect(next.lifted).toEqual([])
  })

  it('is lifted by a price within the bound of the accepted one, which is taken', () => {
    const { state } = apply({ [KNIFE]: 90_000 })
    const next = apply({ [KNIFE]: 61_000 }, { state, atMs: NEXT_MS })
    expect(next.prices.get('karambit')).toBe(61_000)
    expect(next.lifted).toEqual(['karambit'])
    expect(held(next.state)).toEqual({})
    expect(apply({ [KNIFE]: 60_000 }, { state, atMs: NEXT_MS }).lifted).toEqual(['karambit'])
  })

  it('is taken by force, also of an item that was held', () => {
    const { state } = apply({ [KNIFE]: 90_000 })
    const forced = apply({ [KNIFE]: 95_000 }, { state, atMs: NEXT_MS, force: true })
    expect(forced.prices.get('karambit')).toBe(95_000)
    expect([held(forced.state), forced.lifted]).toEqual([{}, ['karambit']])
  })

  it('never becomes the price of an item without force, and never stays unnoticed', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(KNIFE, `StatTrak™ AK-47 | Redline (Factory New)`),
          fc.integer({ min: 1, max: 10_000_000 }),
        ),
        (list) => {
          const { prices, state } = apply(list)
          for (const { id, marketHashName, priceCents } of shop.catalogue.items.values()) {
            const seen = list[marketHashName]
            const isJump = seen !== undefined && hasJumped(shop.priceRules, priceCents, seen)
            expect(state.held.has(id)).toBe(isJump)
            expect(prices.get(id)).toBe(isJump ? priceCents : (seen ?? priceCents))
          }
        },
      ),
    )
  })
})

describe('the age of a price', () => {
  it('is that of the list that named the item last; unknown ones are older than every rule', () => {
    const first = apply({ [KNIFE]: 60_000 }).state
    expect(first).toMatchObject({ source: 'a test', atMs: FIRST_MS })
    expect(first.agesMs.has('karambit')).toBe(false)
    expect(first.agesMs.get('karambit.st')).toBe(0)
    const next = apply({}, { state: first, atMs: NEXT_MS }).state
    expect(next.agesMs.get('karambit')).toBe(FIRST_MS)
    expect(apply({}, { state: next, atMs: NEXT_MS + 1 }).state.agesMs.get('karambit')).toBe(FIRST_MS)
    expect(apply({ [KNIFE]: 60_000 }, { state: next, atMs: NEXT_MS }).state.agesMs.has('karambit')).toBe(false)
  })

  it('is not renewed by a price that is held', () => {
    const first = apply({ [KNIFE]: 60_000 }).state
    expect(apply({ [KNIFE]: 90_000 }, { state: first, atMs: NEXT_MS }).state.agesMs.get('karambit')).toBe(FIRST_MS)
  })
})

describe('accepting', () => {
  it('takes the prices that were seen, one or all, and ends their holds', () => {
    const { state } = apply({ [KNIFE]: 90_000, '★ StatTrak™ Karambit': 10_000 })
    const priced = { ...shop, priceState: state }
    const one = acceptPrices(priced, ['karambit', 'karambit', 'unknown', 'ak-47-redline.fn'])
    expect(one.changes).toEqual([{ id: 'karambit', name: KNIFE, before: 60_000, after: 90_000 }])
    expect([...one.state.held.keys()]).toEqual(['karambit.st'])
    expect(one.state.agesMs.has('karambit')).toBe(false)
    const all = acceptPrices(priced, state.held.keys())
    expect([all.prices.get('karambit'), all.prices.get('karambit.st')]).toEqual([90_000, 10_000])
    expect(all.state.held.size).toBe(0)
  })
})

describe('what a price rests on', () => {
  const spread: PriceSpread = { lowestCents: cents(60_500), highestCents: cents(62_000), sources: 3 }
  const spreads = new Map([[KNIFE, spread]])

  it('is the spread of the sources, and the price before the last accepted change', () => {
    const { state } = apply({ [KNIFE]: 61_000 }, { spreads })
    expect(state.spreads).toEqual(new Map([['karambit', spread]]))
    expect(state.moves).toEqual(new Map([['karambit', { fromCents: 60_000, atMs: FIRST_MS }]]))
    const same = apply({ [KNIFE]: 60_000 }, { state, atMs: NEXT_MS })
    expect([same.state.spreads.size, same.state.moves]).toEqual([0, state.moves])
  })

  it('stays that of the accepted price while a list holds the item or does not name it', () => {
    const { state } = apply({ [KNIFE]: 61_000 }, { spreads })
    const other = new Map([[KNIFE, { ...spread, highestCents: cents(95_000) }]])
    for (const next of [apply({ [KNIFE]: 95_000 }, { state, spreads: other }), apply({}, { state, spreads: other })]) {
      expect([next.state.spreads, next.state.moves]).toEqual([state.spreads, state.moves])
    }
  })

  it('is that of a held price once it is accepted', () => {
    const { state } = apply(
      { [KNIFE]: 95_000 },
      { state: { ...NO_PRICE_STATE, spreads: new Map([['karambit', spread]]) } },
    )
    const accepted = acceptPrices({ ...shop, priceState: state }, ['karambit']).state
    expect([accepted.spreads.size, accepted.moves]).toEqual([
      0,
      new Map([['karambit', { fromCents: 60_000, atMs: FIRST_MS }]]),
    ])
  })

  it('is no longer the list that came with the site once another one was accepted', () => {
    expect(apply({}, { state: { ...NO_PRICE_STATE, isShipped: true } }).state.isShipped).toBe(false)
  })
})

describe('the time of a price', () => {
  const HOUR_MS = 3_600_000
  const MONTH_MS = 30 * 24 * HOUR_MS
  const NAMES = ['AK-47 | Redline (Field-Tested)', KNIFE]
  const told = (...timesMs: readonly number[]) => new Map(NAMES.map((name, at) => [name, timesMs[at] ?? 0]))
  const idOf = (name: string) =>
    [...shop.catalogue.items.values()].find((item) => item.marketHashName === name)?.id ?? ''
  const prices = () =>
    Object.fromEntries(
      [...shop.catalogue.items.values()].map((item) => [item.marketHashName, item.priceCents as number]),
    )

  it('is that of the list where the list tells it', () => {
    const { state } = apply({ [KNIFE]: 60_000 }, { timesMs: new Map([[KNIFE, FIRST_MS - MONTH_MS]]) })
    expect(state.atMs).toBe(FIRST_MS - MONTH_MS)
    expect(priceAgeMs(state, 'karambit', FIRST_MS)).toBe(MONTH_MS)
  })

  it('is that of each row where rows tell it, in whole hours and never newer than it says', () => {
    const { state } = apply(prices(), { timesMs: told(FIRST_MS - 90 * 60_000, FIRST_MS - MONTH_MS) })
    const [first = '', second = ''] = NAMES.map(idOf)
    expect(state.atMs).toBe(FIRST_MS)
    expect(priceAgeMs(state, first, FIRST_MS)).toBe(2 * HOUR_MS)
    expect(priceAgeMs(state, second, FIRST_MS)).toBe(MONTH_MS)
  })

  it('is that of what was seen once a held price is accepted, however new the other prices are', () => {
    const timesMs = new Map([[KNIFE, FIRST_MS - MONTH_MS]])
    const { state } = apply({ ...prices(), [KNIFE]: 90_000 }, { timesMs })
    const accepted = acceptPrices({ ...shop, priceState: state }, ['karambit']).state
    expect(accepted.atMs).toBe(FIRST_MS)
    expect(priceAgeMs(accepted, 'karambit', FIRST_MS)).toBe(MONTH_MS)
    expect(accepted.moves.get('karambit')?.atMs).toBe(FIRST_MS - MONTH_MS)
    const [id, hold] = [...state.held][0] ?? []
    const untold = { ...state, held: new Map([[id ?? '', { seenCents: hold?.seenCents ?? cents(0), sinceMs: 0 }]]) }
    expect(priceAgeMs(acceptPrices({ ...shop, priceState: untold }, ['karambit']).state, 'karambit', 1)).toBe(1)
  })

  it('is when the list was read where it tells none, or one that is still to come', () => {
    expect(apply({ [KNIFE]: 60_000 }).state.atMs).toBe(FIRST_MS)
    const { state } = apply({ [KNIFE]: 60_000 }, { timesMs: new Map([[KNIFE, NEXT_MS]]) })
    expect(priceAgeMs(state, 'karambit', FIRST_MS)).toBe(0)
  })
})
