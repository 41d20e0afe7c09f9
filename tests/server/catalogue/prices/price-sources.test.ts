// Several sources of prices: the median, a source that fails, and two that contradict each other.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SPECIFIED_RATES } from '../../../../src/game/payments/deposit.ts'
import { DEFAULT_PRICE_RULES } from '../../../../src/game/prices/price-rules.ts'
import type { ListedPrices } from '../../../../src/server/catalogue/prices/price-list.ts'
import { combineLists, createPriceSources } from '../../../../src/server/catalogue/prices/price-sources.ts'
import { takeList } from '../../../../src/server/catalogue/prices/take-list.ts'
import { readCatalogue } from '../../../../src/server/catalogue/read-catalogue.ts'
import { splitAddresses } from '../../../../src/server/config/price-addresses.ts'
import { listedPrices } from '../../../support/outside/listed-prices.ts'
import { catalogueFolder } from '../catalogue-folder.ts'

const FN = 'AK-47 | Redline (Factory New)'
const MW = 'AK-47 | Redline (Minimal Wear)'
const NAMES = [FN, MW, 'AK-47 | Redline (Field-Tested)', `StatTrak™ ${FN}`, `StatTrak™ ${MW}`]

const combine = (...lists: readonly Readonly<Record<string, number>>[]): ListedPrices =>
  combineLists(
    lists.map((prices) => listedPrices(new Map(Object.entries(prices)))),
    DEFAULT_PRICE_RULES,
  )

describe('addresses', () => {
  it.each([
    ['https://a.example/x', ['https://a.example/x']],
    ['https://a.example/x,https://b.example/y', ['https://a.example/x', 'https://b.example/y']],
    ['https://a.example/x, https://b.example/y', ['https://a.example/x', 'https://b.example/y']],
    ['  https://a.example/?q=1,2\nhttps://b.example/y,', ['https://a.example/?q=1,2', 'https://b.example/y']],
    ['', []],
  ])('of %j are %j', (text, addresses) => {
    expect(splitAddresses(text)).toEqual(addresses)
  })
})

describe('the price of several sources', () => {
  it('is the median of three, whatever the third says', () => {
    expect(combine({ a: 100 }, { a: 104 }, { a: 10_000 }).prices.get('a')).toBe(104)
    expect(combine({ a: 1 }, { a: 104 }, { a: 100 }).prices.get('a')).toBe(100)
  })

  it('is the mean of two within the bound, and of the middle two of four', () => {
    expect(combine({ a: 5_000 }, { a: 6_000 }).prices.get('a')).toBe(5_500)
    expect(combine({ a: 1 }, { a: 5_000 }, { a: 6_000 }, { a: 9_999 }).prices.get('a')).toBe(5_500)
  })

  it('has the spread of its sources, and none of a single one', () => {
    const { spreads } = combine({ a: 5_000, b: 9 }, { a: 6_000 }, { a: 5_400 })
    expect(spreads).toEqual(new Map([['a', { lowestCents: 5_000, highestCents: 6_000, sources: 3 }]]))
    expect(combine({ a: 1 }, { a: 9_000 }).spreads.size).toBe(0)
  })

  it('is the one of the only source that names the item', () => {
    expect(combine({ a: 100 }, { b: 7 }).prices).toEqual(
      new Map([
        ['a', 100],
        ['b', 7],
      ]),
    )
  })

  it('is none where two differ by more than the bound', () => {
    const { prices, disputed } = combine({ a: 5_000, b: 100 }, { a: 9_000, b: 100 })
    expect([[...prices], [...disputed]]).toEqual([[['b', 100]], [['a', [5_000, 9_000]]]])
  })
})

async function taken(list: ListedPrices, force = false) {
  await using place = await catalogueFolder()
  const reading = await readCatalogue(place)
  if (!reading.ok) throw new Error('The catalogue is wrong')
  return takeList(reading, list, { source: 'two', atMs: 1_000_000_000_000, force, rates: SPECIFIED_RATES })
}

describe('what two sources contradict each other about', () => {
  it('is held at its accepted price, also where both are within the bound of it', async () => {
    const { applied, wrong } = await taken(combine({ [FN]: 55, [MW]: 91 }, { [FN]: 150, [MW]: 91 }))
    expect(wrong).toBeNull()
    expect([...applied.state.held]).toMatchObject([['ak-47-redline.fn', { seenCents: 55 }]])
    expect([applied.prices.get('ak-47-redline.fn'), applied.prices.get('ak-47-redline.mw')]).toEqual([100, 91])
    expect(applied.unlisted).not.toContain(FN)
  })

  it('is nearly everything where one of them is in cents: then nothing applies, and what the other confirms is not held', async () => {
    const right = Object.fromEntries(NAMES.map((name, at) => [name, 95 + at]))
    const inCents = Object.fromEntries(Object.entries(right).map(([name, price]) => [name, price * 100]))
    const { wrong, settled } = await taken(combine(right, inCents))
    expect(wrong?.cause).toBe('in cents, not in dollars')
    expect([wrong?.held.size, settled]).toEqual([0, null])
  })
})

describe('sources at addresses', () => {
  let server: Server
  let base: string
  const answers: Readonly<Record<string, unknown>> = {
    '/one': [{ market_hash_name: FN, currency: 'USD', suggested_price: 1, min_price: 1 }],
    '/two': { [FN]: 1.04 },
    '/three': { metadata: { currency: 'USD' }, prices: { [FN]: 106 } },
    '/broken': 'nothing',
  }

  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      if (url === '/down') response.writeHead(503)
      response.end(JSON.stringify(answers[url] ?? null))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const ask = (...paths: readonly string[]): Promise<ListedPrices> =>
    createPriceSources(
      paths.map((path) => `${base}${path}`),
      fetch,
    ).prices(DEFAULT_PRICE_RULES)

  it('may have different forms', async () => {
    const { prices, failed } = await ask('/one', '/two', '/three')
    expect([prices.get(FN), failed]).toEqual([104, []])
  })

  it.each(['/down', '/broken'])('leave the others when one of them fails: %s', async (path) => {
    const { prices, failed } = await ask('/one', path, '/two')
    expect([prices.get(FN), failed]).toEqual([102, [expect.stringContaining(path)]])
  })

  it('fail when all of them do, with the reason of each', async () => {
    await expect(ask('/down', '/broken')).rejects.toThrow(/\/down answered 503\.\n.*\/broken has no price/)
  })

  it('count once each', async () => {
    expect((await ask('/one', '/one')).prices.get(FN)).toBe(100)
  })
})
