// The ten slots of a contract, and the items that fill them when the player leaves the choice to the site.
import { CONTRACT_ITEMS, CONTRACT_SUM_LEAST } from '../../game/base/economy.ts'
import type { OwnedItem } from '../../protocol/inventory.ts'

/** An item keeps its slot while others are added and removed. */
export type Slots = readonly (OwnedItem | null)[]

export const EMPTY_SLOTS: Slots = Array.from({ length: CONTRACT_ITEMS.most }, () => null)

/** Returns the items in slots, slot by slot. */
export function itemsIn(slots: Slots): readonly OwnedItem[] {
  return slots.filter((item) => item !== null)
}

/** Returns what the items in slots are worth together, in cents. */
export function sumOf(slots: Slots): number {
  return itemsIn(slots).reduce((sum, { price }) => sum + price, 0)
}

/** Puts items that are not in slots yet into the free ones, in order. */
export function fillSlots(slots: Slots, items: readonly OwnedItem[]): Slots {
  const placed = new Set(itemsIn(slots).map(({ id }) => id))
  const others = items.filter(({ id }) => !placed.has(id)).values()
  return slots.map((item) => item ?? others.next().value ?? null)
}

/** Removes the items that are not in a list. */
export function keepListed(slots: Slots, listed: readonly OwnedItem[]): Slots {
  const ids = new Set(listed.map(({ id }) => id))
  return slots.map((item) => (item !== null && ids.has(item.id) ? item : null))
}

/**
 * Returns the cheapest items for the free slots. Where they are worth too little for a contract, the last of them is replaced by the
 * cheapest that makes it enough, and where none does, by the most expensive, and then the one before it too.
 *
 * @param items that may be taken, cheapest first
 * @param free how many slots there are for them
 * @param placedCents what the items in the other slots are worth
 */
export function cheapestFor<I extends Pick<OwnedItem, 'price'>>(
  items: readonly I[],
  free: number,
  placedCents: number,
): readonly I[] {
  const taken = items.slice(0, free)
  const rest = items.slice(free)
  let sum = taken.reduce((cents, { price }) => cents + price, placedCents)
  for (let place = taken.length - 1; place >= 0 && sum < CONTRACT_SUM_LEAST; place--) {
    const least = CONTRACT_SUM_LEAST - sum + (taken[place]?.price ?? 0)
    const enough = rest.findIndex(({ price }) => price >= least)
    const [other] = rest.splice(enough < 0 ? rest.length - 1 : enough, 1)
    if (other === undefined) break
    // What is replaced is the cheapest of the rest, and may be enough in the place before.
    const replaced = taken.splice(place, 1, other)
    sum += other.price - (replaced[0]?.price ?? 0)
    rest.unshift(...replaced)
  }
  return taken
}
