// Which drops are told where there are more than anybody could show.
import type { LiveDrop } from '../../contract/live.ts'

/** In one message; a strip of ten could not show more. */
const LIVE_DROPS = 50

/** The dearest drops in their order, where there are more than one message holds. */
export function foremost(drops: readonly LiveDrop[]): LiveDrop[] {
  if (drops.length <= LIVE_DROPS) return [...drops]
  const chosen = new Set(drops.toSorted((one, other) => other.price - one.price).slice(0, LIVE_DROPS))
  return drops.filter((candidate) => chosen.has(candidate))
}
