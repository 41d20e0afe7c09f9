// The limit of a broadcast: which drops are sent when there are more than anyone can see.
import type { LiveDrop } from '../../protocol/live.ts'

/** Drops in one message; a strip of ten could not show more. */
const DROPS_PER_MESSAGE = 50

/** Returns the most expensive drops in their order, when there are more than one message holds. */
export function mostValuable(drops: readonly LiveDrop[]): LiveDrop[] {
  if (drops.length <= DROPS_PER_MESSAGE) return [...drops]
  const chosen = new Set(drops.toSorted((one, other) => other.price - one.price).slice(0, DROPS_PER_MESSAGE))
  return drops.filter((candidate) => chosen.has(candidate))
}
