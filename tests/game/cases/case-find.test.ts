// Finding cases by name, contents, price and order, in the real catalogue and in small ones.

import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  CASE_ORDERS,
  createCaseFind,
  type Findable,
  PRICE_BANDS,
  readFindQuery,
  writeFindQuery,
} from '../../../src/game/cases/case-find.ts'
import { createShop } from '../../../src/server/services/rolls/item-view.ts'
import { loadCatalogue } from '../../support/shop/shop.ts'

const catalogue = { current: await loadCatalogue() }
const shop = createShop(
  () => catalogue.current,
  () => ({ opened: 0, firstSeen: 0, badges: [] }),
)
const contents = shop.contents()
const boxes = shop
  .categories()
  .flatMap(({ cases }) => cases)
  .map((card): Findable => ({ ...card, names: [card.name.ru, card.name.en], opened: 0, firstSeen: 0 }))
const find = createCaseFind(boxes, contents, 'ru')

const query = (text: string, band = 'all', order = 'category') =>
  readFindQuery((name) => ({ q: text, price: band, sort: order, mine: null })[name])
const urlsOf = (...of: Parameters<typeof query>): string[] => find(query(...of)).cases.map(({ box }) => box.url)

/** The urls of the cases with a weapon, by the catalogue itself. */
const casesWith = (model: string): string[] =>
  [...catalogue.current.catalogue.cases.values()]
    .filter(({ entries }) => entries.some(({ item }) => item.skin.model === model))
    .map(({ url }) => url)

describe('what cases contain', () => {
  it('has each skin of each case once, the most expensive first', () => {
    for (const [url, box] of catalogue.current.catalogue.cases) {
      const skins = (contents.cases[url] ?? []).map((place) => contents.skins[place]?.id)
      expect(new Set(skins)).toEqual(new Set(box.entries.map(({ item }) => item.skin.id)))
      expect(new Set(skins).size).toBe(skins.length)
      const dearest = box.entries.toSorted((one, other) => other.item.priceCents - one.item.priceCents)[0]
      expect(skins[0]).toBe(dearest?.item.skin.id)
    }
  })

  it.each([
    ['awp', 'awp', 'AWP'],
    ['фцз', 'awp', 'AWP'],
    ['слон', 'awp', 'AWP'],
    ['калаш', 'ak47', 'AK-47'],
    ['дигл', 'deagle', 'Desert Eagle'],
  ])('is found as %j', (text, model, what) => {
    const { cases, contained } = find(query(text))
    expect(new Set(urlsOf(text))).toEqual(new Set(casesWith(model)))
    expect(contained).toMatchObject({ count: casesWith(model).length, what })
    for (const { skin } of cases) expect(catalogue.current.catalogue.skins.get(skin ?? '')?.model).toBe(model)
  })

  it('is named by the skin where only one matches, and as it was typed where several weapons do', () => {
    const skin = contents.skins.find(({ names }) => names[1] === 'AWP | Азимов')
    expect(skin).toBeDefined()
    expect(find(query('awp азимов')).contained?.what).toBe('AWP Азимов')
    expect(find(query('fade')).contained?.what).toBe('fade')
  })

  it('is not searched for a single letter', () => {
    expect(find(query('a')).contained).toBeNull()
  })

  it('is not known before it has loaded: names are searched alone', () => {
    expect(createCaseFind(boxes, null, 'en')(query('awp'))).toEqual({ cases: [], contained: null })
  })
})

const orion = { names: ['Сузір’я Оріона', 'Orion'], price: 1000 }
const aurora = { names: ['Зелёное сияние', 'Green Aurora'], price: 1 }
const rest = { bestPrice: 1, returnToPlayer: 0.9, opened: 0, firstSeen: 0 }
const few: readonly Findable[] = [
  { url: 'orion', ...orion, ...rest },
  { url: 'aurora', ...aurora, ...rest },
]
const named = (text: string, band = 'all'): string[] =>
  createCaseFind(few, null, 'uk')(query(text, band)).cases.map(({ box }) => box.url)

describe('the names of cases', () => {
  test('all match without a query', () => expect(named('  ')).toEqual(['orion', 'aurora']))

  test.each([
    ['ОРІОН сузір', ['orion']],
    ['оріон марс', []],
    ["сузір'я", ['orion']],
    ['сузіря', ['orion']],
    ['зеленое', ['aurora']],
    ['aurora', ['aurora']],
    ['фгкщкф', ['aurora']],
    ['jhsjy', ['orion']],
    ['cepshz jhs', ['orion']],
  ])('are found as %j', (text, urls) => expect(named(text)).toEqual(urls))

  test('come before cases that only contain what was typed', () => {
    const at = (text: string): (string | null)[] => find(query(text)).cases.map(({ skin }) => skin)
    const both = ['dragon', 'ночь', 'звезда'].map(at).filter((skins) => skins.includes(null) && skins.some(Boolean))
    for (const skins of both) expect(skins.lastIndexOf(null)).toBeLessThan(skins.findIndex(Boolean))
  })

  test('are found in the price band of their case, which a boundary begins', () => {
    expect(named('сузір', '2-10')).toEqual([])
    expect(named('сузір', '10-50')).toEqual(['orion'])
  })
})

const anyBox = fc.record({
  price: fc.integer({ min: 1, max: 1_000_000 }),
  bestPrice: fc.integer({ min: 1, max: 1_000_000 }),
  returnToPlayer: fc.double({ min: 0.8, max: 0.95, noNaN: true }),
  opened: fc.nat(1000),
  firstSeen: fc.nat(1000),
})
const anyBoxes = fc
  .array(anyBox, { maxLength: 30 })
  .map((all) => all.map((box, place): Findable => ({ ...box, url: String(place), names: [] })))
const anyQuery = fc.record({
  text: fc.constant(''),
  band: fc.constantFrom(...PRICE_BANDS.map(({ id }) => id)),
  order: fc.constantFrom(...CASE_ORDERS),
  favourites: fc.constant(null),
})
const KEYS = {
  cheap: ['price', 1],
  dear: ['price', -1],
  popular: ['opened', -1],
  new: ['firstSeen', -1],
  return: ['returnToPlayer', -1],
  best: ['bestPrice', -1],
} as const

describe('the order of cases', () => {
  it('loses none and repeats none, follows its number, and keeps the order of equal ones', () => {
    fc.assert(
      fc.property(anyBoxes, anyQuery, (all, asked) => {
        const shown = createCaseFind(all, null, 'en')(asked).cases.map(({ box }) => box)
        const { from, to } = PRICE_BANDS.find(({ id }) => id === asked.band) ?? PRICE_BANDS[0]
        const inBand = all.filter(({ price }) => price >= from && price < to)
        expect(new Set(shown)).toEqual(new Set(inBand))
        expect(shown).toHaveLength(inBand.length)
        if (asked.order === 'category') {
          expect(shown).toEqual(inBand)
          return
        }
        const [key, direction] = KEYS[asked.order]
        for (const [place, next] of shown.slice(1).entries()) {
          const before = shown[place]
          const step = direction * (next[key] - (before?.[key] ?? 0))
          expect(step).toBeGreaterThanOrEqual(0)
          if (step === 0) expect(Number(next.url)).toBeGreaterThan(Number(before?.url))
        }
      }),
    )
  })
})

const mine = (favourites: string, text = '', order = 'category') =>
  readFindQuery((name) => ({ q: text, price: 'all', sort: order, mine: favourites })[name])

describe('favourites', () => {
  const cases = (...of: Parameters<typeof mine>): string[] => find(mine(...of)).cases.map(({ box }) => box.url)

  it('are found in their order, or in the chosen one, and nothing else is', () => {
    expect(cases('orion.first-step')).toEqual(['orion', 'first-step'])
    expect(cases('orion.first-step', '', 'cheap')).toEqual(['first-step', 'orion'])
    expect(cases('none')).toEqual([])
    expect(cases('')).toEqual([])
  })

  it('are searched by name and by what they contain', () => {
    const [withAwp = ''] = casesWith('awp')
    const without = boxes.find(({ url }) => !casesWith('awp').includes(url))?.url ?? ''
    expect(find(mine(`${without}.${withAwp}`, 'awp'))).toMatchObject({
      cases: [{ box: { url: withAwp } }],
      contained: { count: 1 },
    })
  })

  it('of an address are read up to their limit, each once, without what no case can be called', () => {
    expect(mine('orion.orion..Orion./etc.a b.<i>.%2e').favourites).toEqual(['orion'])
    expect(mine('x'.repeat(61)).favourites).toEqual([])
    const many = Array.from({ length: 300 }, (_, place) => `case-${place}`)
    expect(mine(many.join('.')).favourites).toEqual(many.slice(0, 200))
  })
})

describe('the query of an address', () => {
  const anyFavourites = fc.option(fc.uniqueArray(fc.stringMatching(/^[a-z0-9-]{1,60}$/), { maxLength: 200 }))

  it('is read as it was written, and empty for what finds everything', () => {
    const anyText = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.trim())
    fc.assert(
      fc.property(anyQuery, anyText, anyFavourites, (asked, text, favourites) => {
        const written = writeFindQuery({ ...asked, text, favourites })
        const fields = new URLSearchParams(written)
        expect(readFindQuery((name) => fields.get(name))).toEqual({ ...asked, text, favourites })
      }),
    )
    expect(writeFindQuery(query('', 'all', 'category'))).toBe('')
    expect(writeFindQuery(query(' ', 'nothing', 'sideways'))).toBe('')
  })
})
