// Applies a list of prices to a catalogue. Pure: returns the new prices, the jumps and the cases to switch off.
import { isReturnInBand } from '../../../game/case.ts'
import type { Catalogue } from '../../../game/catalogue.ts'
import { cents } from '../../../game/money.ts'
import type { PriceList } from './price-list.ts'

/** A price that changes by more than this factor is held back: it is more often a mistake than the market. */
export const JUMP = 5

export interface PriceChange {
  readonly id: string
  readonly name: string
  readonly before: number
  readonly after: number
}

export interface AppliedPrices {
  /** New prices in cents by item id. */
  readonly prices: ReadonlyMap<string, number>
  readonly changes: readonly PriceChange[]
  /** Changes that are held back unless they are forced. */
  readonly jumps: readonly PriceChange[]
  /** The names of items that the list does not name: they keep their prices. */
  readonly unlisted: readonly string[]
  /** Names of the list that no item has. */
  readonly unknown: readonly string[]
  /** The URLs of enabled cases whose return leaves 80 to 95 %. */
  readonly leaving: readonly string[]
}

/** Applies the prices of a list; jumps only with `force`. */
export function applyPrices({ items, cases }: Catalogue, list: PriceList, force: boolean): AppliedPrices {
  const prices = new Map([...items.values()].map(({ id, priceCents }) => [id, priceCents as number]))
  const listed = [...items.values()].flatMap(({ id, marketHashName: name, priceCents: before }) => {
    const after = list.get(name)
    return after === undefined || after === before ? [] : [{ id, name, before: before as number, after }]
  })
  const isJump = ({ before, after }: PriceChange): boolean => after > before * JUMP || after * JUMP < before
  const jumps = listed.filter(isJump)
  const changes = force ? listed : listed.filter((change) => !isJump(change))
  for (const { id, after } of changes) prices.set(id, after)
  const leaving = [...cases.values()].filter(({ enabled, priceCents, entries }) => {
    const repriced = entries.map(({ item, tickets }) => ({
      tickets,
      item: { ...item, priceCents: cents(prices.get(item.id) ?? item.priceCents) },
    }))
    return enabled && !isReturnInBand({ priceCents, entries: repriced })
  })
  const names = [...items.values()].map(({ marketHashName }) => marketHashName)
  const unlisted = names.filter((name) => !list.has(name))
  const known = new Set(names)
  const unknown = [...list.keys()].filter((name) => !known.has(name))
  return { prices, changes, jumps, unlisted, unknown, leaving: leaving.map(({ url }) => url) }
}
