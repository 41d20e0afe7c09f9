// How far the price of an item that its player chose may rise before it is sent.
import type { PriceRules } from './price-rules.ts'

/**
 * The part of the edge that a rise may take. A player who sees the market chooses what is listed below it, so in the worst case every
 * item that is sent has risen by this much: (1 − edge)(1 + 0.6 edge) leaves the shop more than 0.3 of the edge.
 */
const PART_OF_EDGE = 0.6

/** Where an item came to its player: these were chosen among all items, at their listed price. */
const CHOSEN: ReadonlySet<string> = new Set(['upgrade', 'replacement'])

/**
 * Returns by how many percent an item may cost more than when it was won, to be sent.
 *
 * @param source where the player has it from
 * @param priceRisePercent what applies to items that were drawn
 */
export function sendableRisePercent(
  source: string,
  { upgradeEdge }: Pick<PriceRules, 'upgradeEdge'>,
  priceRisePercent: number,
): number {
  if (!CHOSEN.has(source)) return priceRisePercent
  return Math.min(priceRisePercent, (upgradeEdge.basisPoints / 100) * PART_OF_EDGE)
}
