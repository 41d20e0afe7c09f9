// Brings a list of prices into a catalogue. Pure: what stands there and the list in, new prices, jumps and cases to switch off out.
import { isReturnInBand } from '../../../src/game/case.ts'
import type { Catalogue } from '../../../src/game/catalogue.ts'
import { cents } from '../../../src/game/money.ts'
import type { PriceList } from './price-list.ts'

/** A price that changes by more than this many times is held back: it is a mistake more often than a market. */
export const JUMP = 5

export interface PriceChange {
  readonly id: string
  readonly name: string
  readonly before: number
  readonly after: number
}

export interface AppliedPrices {
  /** Cents by item id. */
  readonly prices: ReadonlyMap<string, number>
  readonly changes: readonly PriceChange[]
  /** Held back, unless they are forced. */
  readonly jumps: readonly PriceChange[]
  /** Items that the list does not name: their prices stay. */
  readonly unlisted: number
  /** Addresses of cases that leave 80 to 95 %. */
  readonly leaving: readonly string[]
}

/** Takes the list's prices over, jumps only where `force` says so. */
export function applyPrices({ items, cases }: Catalogue, list: PriceList, force: boolean): AppliedPrices {
  const prices = new Map([...items.values()].map(({ id, priceCents }) => [id, priceCents as number]))
  const told = [...items.values()].flatMap(({ id, marketHashName: name, priceCents: before }) => {
    const after = list.get(name)
    return after === undefined || after === before ? [] : [{ id, name, before: before as number, after }]
  })
  const isJump = ({ before, after }: PriceChange): boolean => after > before * JUMP || after * JUMP < before
  const jumps = told.filter(isJump)
  const changes = force ? told : told.filter((change) => !isJump(change))
  for (const { id, after } of changes) prices.set(id, after)
  const leaving = [...cases.values()].filter(({ enabled, priceCents, entries }) => {
    const dearer = entries.map(({ item, tickets }) => ({
      tickets,
      item: { ...item, priceCents: cents(prices.get(item.id) ?? item.priceCents) },
    }))
    return enabled && !isReturnInBand({ priceCents, entries: dearer })
  })
  const unlisted = [...items.values()].filter(({ marketHashName }) => !list.has(marketHashName)).length
  return { prices, changes, jumps, unlisted, leaving: leaving.map(({ url }) => url) }
}
