// The price of an item that a player chooses. A player sees the market and would choose what is listed below it, so the price has to be
// fresh, and an older one has a greater edge.
import { priceAgeMs, upgradeEdge } from '../../../game/prices/price-rules.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'

const HOUR_MS = 3_600_000

export interface ChosenPrices {
  /** Returns whether an item's price is fresh enough to be chosen. */
  isFresh(loaded: Priced, itemId: string): boolean
  /** @throws RefusalError 'price-old' for an item whose price is not fresh */
  assertFresh(loaded: Priced, itemId: string): void
  /** Returns the edge of an upgrade to an item now, in ten-thousandths of the stake. */
  edgeOf(loaded: Priced, item: PricedTarget): number
  /** Returns the edges that a player may have seen within the last hour: that of now first. */
  recentEdges(loaded: Priced, item: PricedTarget): readonly number[]
}

type Priced = Pick<LoadedCatalogue, 'priceRules' | 'priceState'>

interface PricedTarget {
  readonly id: string
  readonly priceCents: number
}

/**
 * Makes the rules of chosen prices.
 *
 * @param parts `needsFreshPrices` is false for play money and where prices have no source: then no price is old
 */
export function createChosenPrices(parts: {
  readonly needsFreshPrices: boolean
  readonly now: () => number
}): ChosenPrices {
  const { needsFreshPrices, now } = parts
  /** Whole hours, so that an edge stays the same for an hour. */
  function ageMs({ priceState }: Priced, itemId: string): number | null {
    if (!needsFreshPrices) return 0
    const age = priceAgeMs(priceState, itemId, now())
    return age === null ? null : age - (age % HOUR_MS)
  }
  const isFresh = (loaded: Priced, itemId: string): boolean => {
    const age = needsFreshPrices ? priceAgeMs(loaded.priceState, itemId, now()) : 0
    return age !== null && age < loaded.priceRules.freshHours * HOUR_MS
  }
  const edgeAt = ({ priceRules }: Priced, { priceCents }: PricedTarget, age: number): number =>
    upgradeEdge(priceRules, priceCents, age)
  // An unknown age is the oldest that is allowed.
  const oldest = ({ priceRules }: Priced): number => priceRules.freshHours * HOUR_MS
  return {
    isFresh,
    assertFresh: (loaded, itemId) => {
      if (!isFresh(loaded, itemId)) throw new RefusalError('price-old')
    },
    edgeOf: (loaded, item) => edgeAt(loaded, item, ageMs(loaded, item.id) ?? oldest(loaded)),
    recentEdges: (loaded, item) => {
      const age = ageMs(loaded, item.id) ?? oldest(loaded)
      return [edgeAt(loaded, item, age), edgeAt(loaded, item, Math.max(0, age - HOUR_MS))]
    },
  }
}
