// The items that a stake may be upgraded to, and the target for a multiplier or a chance.
import { UPGRADE_TICKETS } from '../base/economy.ts'
import { type Cents, cents } from '../base/money.ts'
import { firstAtLeast, type PricedItem } from '../prices/price-list.ts'
import { UPGRADE_EDGE, worthOfStake } from './upgrade.ts'

/** The price range of targets for a stake, both ends included. */
export interface TargetPrices {
  readonly leastCents: Cents
  readonly mostCents: Cents
}

/**
 * Returns the prices that `quoteUpgrade` accepts for a stake: one cent below the range the chance is above 75 %, one cent above it
 * below 0.1 %.
 *
 * @param stakeCents 1 or more
 * @param edgeBasisPoints the edge of the target
 */
export function targetPrices(stakeCents: Cents, edgeBasisPoints = UPGRADE_EDGE): TargetPrices {
  const worth = worthOfStake(stakeCents, edgeBasisPoints)
  return {
    leastCents: asCents(worth / BigInt(UPGRADE_TICKETS.most + 1) + 1n),
    mostCents: asCents(worth / BigInt(UPGRADE_TICKETS.least)),
  }
}

/** Returns the price at a multiplier of the stake, limited to the allowed range. */
export function priceAtMultiplier(stakeCents: Cents, multiplier: number, edgeBasisPoints = UPGRADE_EDGE): Cents {
  return clamp(Math.round(stakeCents * multiplier), targetPrices(stakeCents, edgeBasisPoints))
}

/** Returns the highest price that is won with this many tickets, limited to the allowed range. */
export function priceAtChance(stakeCents: Cents, tickets: number, edgeBasisPoints = UPGRADE_EDGE): Cents {
  const worth = worthOfStake(stakeCents, edgeBasisPoints)
  return clamp(asCents(worth / BigInt(tickets)), targetPrices(stakeCents, edgeBasisPoints))
}

/**
 * Returns the allowed target nearest to a price: the cheaper of two at equal distance, the first of several at one price, null for
 * none.
 *
 * @param list in the order of `sortByPrice`
 */
export function nearestTarget<I extends PricedItem>(
  list: readonly I[],
  stakeCents: Cents,
  wantedCents: Cents,
  edgeBasisPoints = UPGRADE_EDGE,
): I | null {
  const prices = targetPrices(stakeCents, edgeBasisPoints)
  const wanted = clamp(wantedCents, prices)
  const at = firstAtLeast(list, wanted)
  const dearer = targetOf(list[at], prices)
  const cheaper = targetOf(list[firstAtLeast(list, list[at - 1]?.priceCents ?? wanted)], prices)
  if (dearer === null || cheaper === null) return dearer ?? cheaper
  return dearer.priceCents - wanted < wanted - cheaper.priceCents ? dearer : cheaper
}

function targetOf<I extends PricedItem>(item: I | undefined, { leastCents, mostCents }: TargetPrices): I | null {
  return item !== undefined && leastCents <= item.priceCents && item.priceCents <= mostCents ? item : null
}

function clamp(priceCents: number, { leastCents, mostCents }: TargetPrices): Cents {
  return cents(Math.min(mostCents, Math.max(leastCents, priceCents)))
}

/** Converts to cents, limited to the largest number that is exact. */
function asCents(amount: bigint): Cents {
  const most = BigInt(Number.MAX_SAFE_INTEGER)
  return cents(Number(amount < most ? amount : most))
}
