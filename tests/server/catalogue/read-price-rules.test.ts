// price-rules.json and price-state.json: optional, limited, and part of the catalogue.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { DEFAULT_PRICE_RULES, NO_PRICE_STATE } from '../../../src/game/prices/price-rules.ts'
import { formatFault } from '../../../src/server/catalogue/faults.ts'
import { priceStateText } from '../../../src/server/catalogue/prices/price-files.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { replaceFiles } from '../../../src/server/catalogue/replace-files.ts'
import { catalogueFolder } from './catalogue-folder.ts'

const CLASSES = '[{"upTo":1000,"movePercent":60},{"upTo":null,"movePercent":30,"edgeBasisPoints":100}]'
const EDGE = '{"basisPoints":800,"perAgeHour":10,"mostBasisPoints":2500}'
const rules = (classes = CLASSES, edge = EDGE, rest = '"wrongListPercent":5,"freshHours":36'): string =>
  `{"classes":${classes},"upgradeEdge":${edge},${rest}}`

async function faultsOf(file: string, text: string): Promise<string[]> {
  await using place = await catalogueFolder()
  await place.write(file, text)
  const reading = await readCatalogue(place)
  return reading.ok ? [] : reading.faults.map((fault) => formatFault(fault).replace(`${place.folder}/`, ''))
}

describe('rules of prices', () => {
  it('are the defaults where a folder has none', async () => {
    await using place = await catalogueFolder()
    expect(await readCatalogue(place)).toMatchObject({ priceRules: DEFAULT_PRICE_RULES, priceState: NO_PRICE_STATE })
  })

  it('are those of the folder, and change its digest', async () => {
    await using place = await catalogueFolder()
    const before = await readCatalogue(place)
    await place.write('price-rules.json', rules())
    const after = await readCatalogue(place)
    if (!before.ok || !after.ok) throw new Error('The catalogue was refused')
    expect(after.priceRules.classes).toEqual([
      { upToCents: 1000, movePercent: 60, edgeBasisPoints: 0 },
      { upToCents: null, movePercent: 30, edgeBasisPoints: 100 },
    ])
    expect(after.priceRules.drawHours).toBe(60)
    expect(after.files).toHaveProperty(['price-rules.json'], rules())
    expect(before.files).not.toHaveProperty(['price-rules.json'])
    expect(after.digest).not.toBe(before.digest)
  })

  it('of the shipped catalogue are the defaults', async () => {
    const reading = await readCatalogue({ folder: 'data', pictures: 'public/assets/img/cases' })
    if (!reading.ok) throw new Error('The catalogue was refused')
    expect(reading.files).toHaveProperty(['price-rules.json'])
    expect(reading.priceRules).toEqual(DEFAULT_PRICE_RULES)
  })

  it.each([
    [168, undefined, 168],
    [36, undefined, 60],
    [36, 36, 36],
    [36, 240, 240],
  ])('that are fresh for %s hours are drawn at for %s hours: %s', async (freshHours, drawHours, expected) => {
    await using place = await catalogueFolder()
    const rest = JSON.stringify({ wrongListPercent: 5, freshHours, drawHours }).slice(1, -1)
    await place.write('price-rules.json', rules(CLASSES, EDGE, rest))
    expect(await readCatalogue(place)).toMatchObject({ priceRules: { drawHours: expected } })
  })

  it.each([
    ['a bound that holds everything', rules('[{"upTo":null,"movePercent":1}]')],
    ['a bound that holds nothing', rules('[{"upTo":null,"movePercent":400}]')],
    ['no class', rules('[]')],
    ['classes that end', rules('[{"upTo":100,"movePercent":30}]')],
    ['a class without an end among others', rules('[{"upTo":null,"movePercent":30},{"upTo":null,"movePercent":30}]')],
    [
      'classes that fall',
      rules('[{"upTo":100,"movePercent":30},{"upTo":90,"movePercent":30},{"upTo":null,"movePercent":30}]'),
    ],
    ['an upgrade that costs nothing', rules(CLASSES, '{"basisPoints":0,"perAgeHour":10,"mostBasisPoints":2500}')],
    ['a highest edge below the lowest', rules(CLASSES, '{"basisPoints":900,"perAgeHour":10,"mostBasisPoints":800}')],
    ['a list that is always right', rules(CLASSES, EDGE, '"wrongListPercent":100,"freshHours":36')],
    ['prices that are always fresh', rules(CLASSES, EDGE, '"wrongListPercent":5,"freshHours":9000')],
    [
      'draws at prices that are too old to choose',
      rules(CLASSES, EDGE, '"wrongListPercent":5,"freshHours":36,"drawHours":24'),
    ],
    ['draws at any prices', rules(CLASSES, EDGE, '"wrongListPercent":5,"freshHours":36,"drawHours":241')],
    ['an unknown field', rules(CLASSES, EDGE, '"wrongListPercent":5,"freshHours":36,"off":true')],
    ['an empty file', ''],
  ])('refuse %s', async (_, text) => {
    const faults = await faultsOf('price-rules.json', text)
    expect(faults).not.toEqual([])
    for (const fault of faults) expect(fault).toMatch(/^price-rules\.json:\d+: /)
  })
})

describe('the state of prices', () => {
  const state = {
    source: 'a test',
    at: '2026-08-01T10:00:00.000Z',
    ages: { karambit: '2026-07-01T10:00:00.000Z', 'gone.fn': '2026-07-01T10:00:00.000Z' },
    held: { karambit: { price: 30_000, since: '2026-08-01T10:00:00.000Z' } },
    spreads: { karambit: [9_000, 9_900, 2] },
    moves: { karambit: { from: 8_000, at: '2026-08-01T10:00:00.000Z' } },
    shipped: true,
  }

  it('names held items and old prices; items that left the catalogue are ignored', async () => {
    await using place = await catalogueFolder()
    await place.write('price-state.json', JSON.stringify(state))
    const reading = await readCatalogue(place)
    if (!reading.ok) throw new Error('The catalogue was refused')
    const sinceMs = Date.parse(state.at)
    expect(reading.priceState).toEqual({
      source: 'a test',
      atMs: sinceMs,
      agesMs: new Map([['karambit', Date.parse(state.ages.karambit)]]),
      held: new Map([['karambit', { seenCents: cents(30_000), sinceMs }]]),
      spreads: new Map([['karambit', { lowestCents: cents(9_000), highestCents: cents(9_900), sources: 2 }]]),
      moves: new Map([['karambit', { fromCents: cents(8_000), atMs: sinceMs }]]),
      isShipped: true,
    })
  })

  it.each([
    ['a price of nothing', { ...state, held: { karambit: { price: 0, since: state.at } } }],
    ['a hold without its time', { ...state, held: { karambit: { price: 10 } } }],
    [
      'a hold of a list that is not wrong',
      { ...state, held: { karambit: { price: 10, since: state.at, wrong: false } } },
    ],
    ['a spread of one source', { ...state, spreads: { karambit: [9_000, 9_900, 1] } }],
    ['a change without its time', { ...state, moves: { karambit: { from: 8_000 } } }],
    ['a day without its time', { ...state, at: '2026-08-01' }],
    ['a missing part', { source: null, at: null, ages: {} }],
  ])('is refused with %s', async (_, text) => {
    const faults = await faultsOf('price-state.json', JSON.stringify(text))
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(/^price-state\.json:\d+: price state: /)
  })

  it('is written as it was read', async () => {
    await using place = await catalogueFolder()
    const hold = { seenCents: cents(30_000), seenMs: 80_000_000, sinceMs: 86_400_000, isOfWrongList: true } as const
    const held = new Map([['karambit', hold]])
    const priceState = {
      source: 'a test',
      atMs: 90_000_000,
      agesMs: new Map([['karambit.st', 5_000]]),
      held,
      spreads: new Map([['karambit', { lowestCents: cents(9_000), highestCents: cents(9_900), sources: 2 }]]),
      moves: new Map([['karambit', { fromCents: cents(8_000), atMs: 86_400_000 }]]),
      isShipped: false,
    }
    await place.write('price-state.json', priceStateText(priceState))
    expect(await readCatalogue(place)).toMatchObject({ ok: true, priceState })
    await place.write('price-state.json', priceStateText(NO_PRICE_STATE))
    expect(await readCatalogue(place)).toMatchObject({ ok: true, priceState: NO_PRICE_STATE })
  })

  it('is written beside the other files', async () => {
    await using place = await catalogueFolder()
    await replaceFiles(place.folder, place.pictures, { 'price-state.json': JSON.stringify(state) })
    expect(JSON.parse(await readFile(join(place.folder, 'price-state.json'), 'utf8'))).toEqual(state)
  })
})
