// A list is refused where no case would stay open: by its prices, and by what is held.
import { beforeAll, describe, expect, it } from 'vitest'
import { cents } from '../../../../src/game/base/money.ts'
import type { Case } from '../../../../src/game/catalogue/catalogue.ts'
import { SPECIFIED_RATES } from '../../../../src/game/payments/deposit.ts'
import { formatFault } from '../../../../src/server/catalogue/faults.ts'
import { takeList } from '../../../../src/server/catalogue/prices/take-list.ts'
import { type CatalogueReading, readCatalogue } from '../../../../src/server/catalogue/read-catalogue.ts'
import { listedPrices } from '../../../support/outside/listed-prices.ts'

type Sound = Extract<CatalogueReading, { readonly ok: true }>

let shop: Sound
/** The only cases that are open. */
let first: Case
let second: Case

beforeAll(async () => {
  const reading = await readCatalogue({ folder: 'data', pictures: 'public/assets/img/cases' })
  if (!reading.ok) throw new Error(reading.faults.map(formatFault).join('\n'))
  const [one, ...others] = [...reading.catalogue.cases.values()]
  const other = others.find(({ entries }) => !entries.some(({ item }) => one?.entries.some((own) => own.item === item)))
  if (one === undefined || other === undefined) throw new Error('There are no two cases without a common item')
  first = one
  second = other
  const urls = [first.url, second.url]
  const cases = [...reading.catalogue.cases].map(
    ([url, box]) => [url, { ...box, enabled: urls.includes(url) }] as const,
  )
  shop = { ...reading, catalogue: { ...reading.catalogue, cases: new Map(cases) } }
})

/** Takes a list by force after which the first case returns nearly nothing, while items are held. */
function takeWith(held: readonly string[]) {
  const holds = held.map((id) => [id, { seenCents: cents(1), sinceMs: 0 }] as const)
  const prices = new Map(first.entries.map(({ item }) => [item.marketHashName, 1]))
  const reading = { ...shop, priceState: { ...shop.priceState, held: new Map(holds) } }
  return takeList(reading, listedPrices(prices), { source: 'x', atMs: 1, force: true, rates: SPECIFIED_RATES })
}

describe('a list that switches a case off', () => {
  it('applies while another stays open', () => {
    expect(takeWith([]).settled?.off).toEqual([first.url])
  })

  it('is refused where held items pause every other', () => {
    const held = second.entries.map(({ item }) => item.id)
    expect(() => takeWith(held)).toThrow(
      `No case would stay open at these prices: ${first.url} would be off, and the others are off or pause by held items.`,
    )
  })
})
