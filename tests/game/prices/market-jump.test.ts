// October 2025 again: knives and gloves lose half within a day, covert skins triple, and a player knows it before the shop.
import { beforeAll, describe, expect, it } from 'vitest'
import { isReturnInBand } from '../../../src/game/cases/case.ts'
import type { Item } from '../../../src/game/catalogue/catalogue.ts'
import { type Offered, withoutHeld } from '../../../src/game/prices/held-items.ts'
import type { PriceState } from '../../../src/game/prices/price-rules.ts'
import { formatFault } from '../../../src/server/catalogue/faults.ts'
import { takeHeld, takeList } from '../../../src/server/catalogue/prices/take-list.ts'
import { checkCatalogue, readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { listedPrices } from '../../support/outside/listed-prices.ts'
import { bestPlay, marketList, type OfferedPlay, october2025, playsOf } from '../../support/strategies/market-jump.ts'
import { GAIN_MOST } from '../../support/strategies/measure.ts'

const RATES = { RUB: 1, USD: 90, UAH: 2.1 }

type Sound = Extract<Awaited<ReturnType<typeof readCatalogue>>, { ok: true }>

let shop: Sound
let state: PriceState
let changes: number
let offered: Offered

beforeAll(async () => {
  const reading = await readCatalogue({ folder: 'data', pictures: 'public/assets/img/cases' })
  if (!reading.ok) throw new Error(reading.faults.map(formatFault).join('\n'))
  shop = reading
  const prices = marketList(shop.catalogue, october2025)
  const list = listedPrices(prices)
  const origin = { source: 'the market', atMs: Date.parse('2025-10-23T05:30:00Z'), force: false, rates: RATES }
  // So much of the list moved too far that it is refused as a whole, and only holds.
  const { applied, wrong } = takeList(shop, list, origin)
  state = wrong === null ? applied.state : { ...shop.priceState, held: wrong.held }
  changes = wrong === null ? applied.changes.length : 0
  offered = withoutHeld(shop, state.held)
})

const choosable = ({ held }: Pick<PriceState, 'held'>): Item[] =>
  [...shop.catalogue.items.values()].filter(({ id }) => !held.has(id))

/** Tells whether a player gains by a play: more than the part of the margin that no strategy may exceed. Cents are whole. */
const gains = ({ worth, stake, margin }: OfferedPlay): boolean => worth - stake > GAIN_MOST * margin + 1e-6

describe('a market that jumps within a day', () => {
  it('would be a gold mine for who knows it, without holds', () => {
    const best = bestPlay(playsOf(shop, [...shop.catalogue.items.values()], october2025))
    expect(best.worth).toBeGreaterThan(2 * best.stake)
  })

  it('holds what jumped and nothing else, at the accepted prices', () => {
    const jumped = [...shop.catalogue.items.values()].filter((item) => october2025(item) !== item.priceCents)
    expect(jumped.length).toBeGreaterThan(1_000)
    expect([...state.held.keys()].toSorted()).toEqual(jumped.map(({ id }) => id).toSorted())
    expect(changes).toBe(0)
  })

  it('leaves no play that gains', () => {
    const plays = playsOf(offered, choosable(state), october2025)
    expect(plays.length).toBeGreaterThan(1_000)
    expect(plays.filter(gains)).toEqual([])
  })

  it('leaves half of the cases open, each in its range', () => {
    const before = [...shop.catalogue.cases.values()].filter(({ enabled }) => enabled)
    const open = [...offered.catalogue.cases.values()].filter(({ enabled }) => enabled)
    expect(open.length).toBeGreaterThanOrEqual(before.length / 2)
    expect(open.filter((box) => !isReturnInBand(box))).toEqual([])
  })

  it('is taken by one decision: nothing is held or paused any more, and no play gains', async () => {
    const { applied: accepted, files: taken } = takeHeld({ ...shop, priceState: state }, state.held.keys())
    expect(accepted.state.held.size).toBe(0)
    const files = { ...shop.files, ...taken }
    const reading = await checkCatalogue(files, { pathOf: (name) => name, pictures: 'public/assets/img/cases' })
    if (!reading.ok) throw new Error(reading.faults.map(formatFault).join('\n'))
    for (const [id, item] of shop.catalogue.items) {
      expect(reading.catalogue.items.get(id)?.priceCents).toBe(october2025(item))
    }
    const after = withoutHeld(reading, reading.priceState.held)
    expect(after.effects).toEqual({ changedCases: [], pausedCases: [], pausedRewards: [] })
    const open = (cases: Offered['catalogue']['cases']): number =>
      [...cases.values()].filter(({ enabled }) => enabled).length
    expect(open(after.catalogue.cases)).toBeGreaterThan(open(offered.catalogue.cases))
    const plays = playsOf(after, [...after.catalogue.items.values()], ({ priceCents }) => priceCents)
    expect(plays.filter(gains)).toEqual([])
  })
})
