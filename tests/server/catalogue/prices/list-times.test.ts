// When prices were made, as lists of several forms tell it; a source that is stuck gives no fresh price.
import { describe, expect, it } from 'vitest'
import { DEFAULT_PRICE_RULES } from '../../../../src/game/prices/price-rules.ts'
import { ImportFailed } from '../../../../src/server/catalogue/import/source.ts'
import { readCsv } from '../../../../src/server/catalogue/prices/price-csv.ts'
import { readPriceJson } from '../../../../src/server/catalogue/prices/price-formats.ts'
import type { PriceProvider } from '../../../../src/server/catalogue/prices/price-list.ts'
import { combineLists } from '../../../../src/server/catalogue/prices/price-sources.ts'
import { skinport } from '../../../../src/server/catalogue/prices/skinport.ts'
import { createSourcePrices } from '../../../../src/server/catalogue/prices/source-price.ts'

const FN = 'AK-47 | Redline (Factory New)'
const AT = Date.parse('2026-08-01T06:00:00Z')
const HOUR_MS = 3_600_000
const SECONDS = AT / 1_000

const fetchList = (list: unknown) => async () => new Response(JSON.stringify(list))
const skinportRow = (updated: unknown) => ({
  market_hash_name: FN,
  currency: 'USD',
  suggested_price: 1,
  min_price: 1,
  updated_at: updated,
})

describe('a list', () => {
  it.each([
    ['rows with a time', JSON.stringify([{ market_hash_name: FN, price: 1, updated_at: SECONDS }])],
    ['milliseconds', JSON.stringify([{ market_hash_name: FN, price: 1, timestamp: AT }])],
    ['a date', JSON.stringify({ [FN]: { price: 1, updatedAt: '2026-08-01T06:00:00Z' } })],
    ['one time for all', JSON.stringify({ metadata: { generated_at: '2026-08-01T06:00:00Z' }, prices: { [FN]: 100 } })],
    [
      'market.csgo.com',
      JSON.stringify({ success: true, time: SECONDS, items: [{ market_hash_name: FN, price: '1' }] }),
    ],
  ])('tells when its prices were made: %s', (_, text) => {
    expect(readPriceJson('a list', text).timesMs.get(FN)).toBe(AT)
  })

  it('in separated columns tells it too', () => {
    const { timesMs } = readCsv('a list', `name,price,updated_at\n${FN},1,${SECONDS}\n`)
    expect(timesMs.get(FN)).toBe(AT)
    expect(readCsv('a list', `name,price\n${FN},1\n`).timesMs.size).toBe(0)
  })

  it('of Skinport tells it, and a time that cannot be read is old', async () => {
    const timeOf = async (updated: unknown) =>
      (
        await skinport('https://list.example', fetchList([skinportRow(updated)])).prices(DEFAULT_PRICE_RULES)
      ).timesMs.get(FN)
    expect(await timeOf(SECONDS)).toBe(AT)
    expect(await timeOf(null)).toBeUndefined()
    expect(await timeOf('two hours ago')).toBe(0)
    expect(await timeOf(-1)).toBe(0)
  })

  it('of several sources is as old as the oldest price in its median', () => {
    const of = (time: number) => readPriceJson('a list', JSON.stringify([{ name: FN, price: 1, time }]))
    expect(combineLists([of(SECONDS), of(SECONDS - 3_600)], DEFAULT_PRICE_RULES).timesMs.get(FN)).toBe(AT - HOUR_MS)
  })
})

describe('a source that is asked before an item is sent', () => {
  const asked = (updated: number) => {
    const provider: PriceProvider = skinport('https://list.example', fetchList([skinportRow(updated)]))
    const catalogue = () => ({ priceRules: DEFAULT_PRICE_RULES })
    return createSourcePrices({ provider, catalogue, now: () => AT })({ market_hash_name: FN })
  }
  const freshSeconds = DEFAULT_PRICE_RULES.freshHours * 3_600

  it('has no price now where it tells that its price is old', async () => {
    await expect(asked(SECONDS - freshSeconds)).rejects.toThrow(ImportFailed)
    await expect(asked(SECONDS - freshSeconds + 1)).resolves.toBe(100)
  })
})
