// The project's catalogue: the requirements of the specification and the design, and that its odds are correct.
import { beforeAll, describe, expect, it } from 'vitest'
import { CASE_ITEMS, CASE_PRICE, CASE_TICKETS } from '../../../src/game/base/economy.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { entryOfRoll, isReturnInBand, returnToPlayer, ticketRanges, ticketSum } from '../../../src/game/cases/case.ts'
import { type Case, type Catalogue, WEARS } from '../../../src/game/catalogue/catalogue.ts'
import { itemId } from '../../../src/game/catalogue/item.ts'
import { composeItemName, parseItemName } from '../../../src/game/catalogue/item-name.ts'
import { RARITIES } from '../../../src/game/catalogue/rarity.ts'
import { formatFault } from '../../../src/server/catalogue/faults.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { chiSquared, drawFrom, seededStream } from '../fairness/chi-squared.ts'

let catalogue: Catalogue

beforeAll(async () => {
  const reading = await readCatalogue({ folder: 'data', pictures: 'public/assets/img/cases' })
  if (!reading.ok) throw new Error(reading.faults.map(formatFault).join('\n'))
  catalogue = reading.catalogue
})

describe('skins', () => {
  it('are at least 400, of all seven rarities', () => {
    expect(catalogue.skins.size).toBeGreaterThanOrEqual(400)
    expect(new Set([...catalogue.skins.values()].map(({ rarity }) => rarity))).toEqual(new Set(RARITIES))
  })

  it('have the star if they are knives or gloves, and only then', () => {
    for (const { star, weaponClass } of catalogue.skins.values()) {
      expect(star).toBe(weaponClass === 'knife' || weaponClass === 'gloves')
    }
  })

  it('are named "type | name" in each language, vanilla knives by their type only', () => {
    for (const { name, weaponClass } of catalogue.skins.values()) {
      const parts = LANGUAGES.map((language) => name[language].split(' | ').length)
      expect(parts).toEqual(weaponClass === 'knife' && parts[0] === 1 ? [1, 1, 1] : [2, 2, 2])
    }
  })
})

describe('items', () => {
  it('have a unique market name that can be parsed and formatted again', () => {
    const names = [...catalogue.items.values()].map(({ marketHashName }) => marketHashName)
    for (const name of names) expect(composeItemName(parseItemName(name))).toBe(name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('have attributes that match their name', () => {
    for (const { marketHashName, skin, stattrak, wear } of catalogue.items.values()) {
      expect(parseItemName(marketHashName)).toMatchObject({ star: skin.star, stattrak, condition: wear })
    }
  })

  it('cost at most twice as much as in a better wear', () => {
    const contradictions = [...catalogue.items.values()].filter(({ skin, stattrak, wear, priceCents }) =>
      WEARS.slice(0, WEARS.indexOf(wear ?? 'FN')).some((better) => {
        const other = catalogue.items.get(itemId(skin.id, { wear: better, stattrak }))
        return other !== undefined && priceCents > 2 * other.priceCents
      }),
    )
    expect(contradictions.map(({ id }) => id)).toEqual([])
  })

  it('are never StatTrak gloves', () => {
    const gloves = [...catalogue.items.values()].filter(({ skin }) => skin.weaponClass === 'gloves')
    expect(gloves.length).toBeGreaterThan(0)
    expect(gloves.filter(({ stattrak }) => stattrak)).toEqual([])
  })
})

describe('cases', () => {
  it('are at least 40 in seven categories, each on a shelf', () => {
    expect(catalogue.cases.size).toBeGreaterThanOrEqual(40)
    expect(catalogue.categories.length).toBeGreaterThanOrEqual(7)
    expect(catalogue.categories.flatMap(({ cases }) => cases).length).toBe(catalogue.cases.size)
  })

  it('keep to the limits of prices, items, tickets and return', () => {
    for (const one of catalogue.cases.values()) {
      expect(one.priceCents).toBeGreaterThanOrEqual(CASE_PRICE.least)
      expect(one.priceCents).toBeLessThanOrEqual(CASE_PRICE.most)
      expect(one.entries.length).toBeGreaterThanOrEqual(CASE_ITEMS.least)
      expect(one.entries.length).toBeLessThanOrEqual(CASE_ITEMS.most)
      expect(ticketSum(one.entries)).toBe(CASE_TICKETS)
      expect(ticketRanges(one.entries).at(-1)?.to).toBe(CASE_TICKETS)
      expect(isReturnInBand(one)).toBe(true)
    }
  })

  it('contain something worth at least twice their price, and many times in most', () => {
    const best = [...catalogue.cases.values()].map((one) => (one.entries[0]?.item.priceCents ?? 0) / one.priceCents)
    expect(Math.min(...best)).toBeGreaterThan(2)
    expect(best.filter((times) => times > 20).length).toBeGreaterThan(20)
  })

  it('are ladders: the cheaper an item the more tickets, and none is worth next to nothing', () => {
    for (const { url, priceCents, entries } of catalogue.cases.values()) {
      const steps = entries.toSorted((a, b) => b.item.priceCents - a.item.priceCents)
      const tickets = steps.map((entry) => entry.tickets)
      expect(tickets, url).toEqual(tickets.toSorted((a, b) => a - b))
      const least = (steps.at(-1)?.item.priceCents ?? 0) / priceCents
      expect(least, url).toBeGreaterThan(0.04)
      expect(least, url).toBeLessThanOrEqual(0.35)
    }
  })

  it('each have a unique look', () => {
    const pictures = [...catalogue.cases.values()].map(({ image }) => image)
    expect(new Set(pictures).size).toBe(pictures.length)
  })
})

describe('a million openings', () => {
  function simulate(one: Case, seed: number): { p: number; deviations: number } {
    const places = new Map(one.entries.map((entry, at) => [entry, at]))
    const counts = one.entries.map(() => 0)
    const stream = seededStream(seed)
    const openings = 1_000_000
    for (let opening = 0; opening < openings; opening++) {
      const at = places.get(entryOfRoll(one.entries, drawFrom(stream, CASE_TICKETS))) ?? 0
      counts[at] = (counts[at] ?? 0) + 1
    }
    const won = one.entries.reduce((sum, { item }, at) => sum + item.priceCents * (counts[at] ?? 0), 0)
    const mean = returnToPlayer(one) * one.priceCents
    const squares = one.entries.reduce((sum, { item, tickets }) => sum + tickets * (item.priceCents - mean) ** 2, 0)
    const error = Math.sqrt(squares / CASE_TICKETS / openings)
    return {
      p: chiSquared(
        counts,
        one.entries.map(({ tickets }) => tickets),
      ).p,
      deviations: (won / openings - mean) / error,
    }
  }

  // The seed is fixed: these draws are the same in every run, and fail only when the rules change.
  it.each(['first-step', 'orion', 'event-horizon', 'zero-gravity', 'wormhole', 'supernova'])(
    'of "%s" match their tickets and their published return',
    (url) => {
      const one = catalogue.cases.get(url)
      if (one === undefined) throw new Error(`No case "${url}"`)
      const { p, deviations } = simulate(one, 20_250)
      expect(p).toBeGreaterThan(0.001)
      expect(Math.abs(deviations)).toBeLessThan(4)
    },
  )
})
