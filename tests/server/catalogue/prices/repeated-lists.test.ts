// Lists that come again: what an accepted list holds is no news, and what a wrong one holds still is.
import { beforeAll, describe, expect, it } from 'vitest'
import { SPECIFIED_RATES } from '../../../../src/game/payments/deposit.ts'
import { formatFault } from '../../../../src/server/catalogue/faults.ts'
import type { ListedPrices } from '../../../../src/server/catalogue/prices/price-list.ts'
import { combineLists } from '../../../../src/server/catalogue/prices/price-sources.ts'
import { type TakenList, takeList } from '../../../../src/server/catalogue/prices/take-list.ts'
import {
  type CatalogueReading,
  checkCatalogue,
  readCatalogue,
} from '../../../../src/server/catalogue/read-catalogue.ts'
import { listedPrices } from '../../../support/outside/listed-prices.ts'

const PICTURES = 'public/assets/img/cases'
const MONDAY = Date.parse('2027-03-01T05:30:00Z')
const TUESDAY = Date.parse('2027-03-02T05:30:00Z')

type Sound = Extract<CatalogueReading, { readonly ok: true }>

const sound = (reading: CatalogueReading): Sound => {
  if (!reading.ok) throw new Error(reading.faults.map(formatFault).join('\n'))
  return reading
}

let shop: Sound

beforeAll(async () => {
  shop = sound(await readCatalogue({ folder: 'data', pictures: PICTURES }))
})

/** Returns a list of the first items above a dollar, in cents, after a function. */
function listOf(
  { catalogue }: Sound,
  count: number,
  change: (priceCents: number, at: number) => number,
): ListedPrices['prices'] {
  const items = [...catalogue.items.values()].filter(({ priceCents }) => priceCents >= 100).slice(0, count)
  return new Map(
    items.map(({ marketHashName, priceCents }, at) => [marketHashName, Math.round(change(priceCents, at))]),
  )
}

const take = (reading: Sound, list: ListedPrices, atMs = MONDAY): TakenList =>
  takeList(reading, list, { source: 'list.json', atMs, force: false, rates: SPECIFIED_RATES })

/** Takes a list, and returns what it did with the catalogue after it. */
async function takeInto(reading: Sound, list: ListedPrices, atMs = MONDAY): Promise<TakenList & { after: Sound }> {
  const taken = take(reading, list, atMs)
  const files = { ...reading.files, ...taken.files }
  return { ...taken, after: sound(await checkCatalogue(files, { pathOf: (name) => name, pictures: PICTURES })) }
}

describe('a right list', () => {
  const right = (): ListedPrices['prices'] => listOf(shop, 1_000, (price, at) => (at < 20 ? price * 3 : price + 1))

  it('may come again: it applies, and renews the time of prices', async () => {
    const first = await takeInto(shop, listedPrices(right()))
    expect([first.wrong, first.applied.changes.length, first.after.priceState.held.size]).toEqual([null, 980, 20])
    const second = await takeInto(first.after, listedPrices(right()), TUESDAY)
    expect([second.wrong, second.applied.changes.length]).toEqual([null, 0])
    expect([second.after.priceState.held.size, second.after.priceState.atMs]).toEqual([20, TUESDAY])
  })

  it('may be followed by one with few new prices', async () => {
    const { after } = await takeInto(shop, listedPrices(right()))
    const next = new Map([...right()].map(([name, price], at) => [name, at >= 20 && at < 120 ? price + 1 : price]))
    const { wrong, applied } = take(after, listedPrices(next), TUESDAY)
    expect([wrong, applied.changes.length]).toEqual([null, 100])
  })

  it('counts an item again whose price moved on from the one that was seen', async () => {
    const { after } = await takeInto(shop, listedPrices(right()))
    const next = new Map([...right()].map(([name, price], at) => [name, at < 20 ? price * 5 : price]))
    expect(take(after, listedPrices(next), TUESDAY).wrong).toMatchObject({ percent: 100 })
  })

  it('may be disputed in part by another source, every day: those items are held, and the others change', async () => {
    const other = new Map([...right()].map(([name, price], at) => [name, at < 200 ? price * 4 : price]))
    const both = combineLists([listedPrices(right()), listedPrices(other)], shop.priceRules)
    const first = await takeInto(shop, both)
    expect([first.wrong, first.applied.changes.length, first.applied.disputes.length]).toEqual([null, 800, 200])
    expect([first.applied.jumps.length, first.after.priceState.held.size]).toEqual([0, 200])
    const second = await takeInto(first.after, both, TUESDAY)
    expect([second.wrong, second.after.priceState.held.size, second.after.priceState.atMs]).toEqual([
      null,
      200,
      TUESDAY,
    ])
  })
})

describe('a wrong list', () => {
  it.each<[string, (price: number, at: number) => number]>([
    ['in cents', (price, at) => (at < 5 ? price * 200 : at < 15 ? price + 1 : price * 100)],
    ['of another column', (price, at) => (at < 40 ? price * 4 : price + 1)],
  ])('%s is refused as often as it comes', async (_, change) => {
    const list = listedPrices(listOf(shop, 100, change))
    const first = await takeInto(shop, list)
    expect(first.wrong).not.toBeNull()
    expect(first.after.priceState.held.size).toBeGreaterThan(0)
    const second = await takeInto(first.after, list, TUESDAY)
    expect(second.wrong?.percent).toBe(first.wrong?.percent)
    expect(second.after.files).toEqual(first.after.files)
  })

  it.each<[string, number, number]>([
    ['in cents', 100, 2],
    ['a hundredth', 0.01, 2],
    ['in roubles', 90, 2],
    ['in hryvnias', 43, 3],
  ])('%s is known by fewer jumps than one that no unit explains', (_, factor, count) => {
    const prices = listOf(shop, count + 1, (price, at) => (at < count ? price * factor : price + 1))
    expect(take(shop, listedPrices(prices)).wrong).not.toBeNull()
  })

  it.each([100, 0.01, 3])('is none by a lone jump of %s times: its item is held, and the others change', (factor) => {
    const prices = listOf(shop, 3, (price, at) => (at === 0 ? price * factor : price + 1))
    const { wrong, applied } = take(shop, listedPrices(prices))
    expect([wrong, applied.changes.length, applied.state.held.size]).toEqual([null, 2, 1])
  })

  it('is still refused after a right list of other items, which takes none of its holds for its own', async () => {
    const wrong = listedPrices(listOf(shop, 100, (price, at) => (at < 40 ? price * 4 : price + 1)))
    const { after } = await takeInto(shop, wrong)
    const others = new Map([...listOf(shop, 200, (price) => price + 1)].slice(100))
    const between = await takeInto(after, listedPrices(others))
    expect([between.wrong, between.after.priceState.held.size]).toEqual([null, 40])
    expect(take(between.after, wrong, TUESDAY).wrong).toMatchObject({ percent: 40 })
  })

  it('of two sources is one of which most is disputed', () => {
    const right = listedPrices(listOf(shop, 100, (price) => price))
    const other = listedPrices(listOf(shop, 100, (price, at) => (at < 60 ? price * 4 : price)))
    expect(take(shop, combineLists([right, other], shop.priceRules)).wrong).toMatchObject({ percent: 60 })
  })

  it('of two sources is one that is disputed because a part of it is in cents', () => {
    const right = listedPrices(listOf(shop, 100, (price) => price))
    const other = listedPrices(listOf(shop, 100, (price, at) => (at < 20 ? price * 100 : price)))
    expect(take(shop, combineLists([right, other], shop.priceRules)).wrong).toMatchObject({
      percent: 20,
      cause: 'in cents, not in dollars',
    })
  })
})
