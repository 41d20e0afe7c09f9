// Which items a stake may be upgraded to, and which of them is meant by "three times" or "one in four".
import { UPGRADE_TICKETS } from './economy.ts'
import { type Cents, cents } from './money.ts'
import { firstAtLeast, type PricedItem } from './price-list.ts'
import { worthOfStake } from './upgrade.ts'

/** The prices that a stake may be set against, both included. */
export interface TargetPrices {
  readonly leastCents: Cents
  readonly mostCents: Cents
}

/**
 * The prices that `quoteUpgrade` takes for a stake: one cent below the least the chance is above 75 %, one cent above the most it
 * is below 0.1 %.
 *
 * @param stakeCents 1 or more
 */
export function targetPrices(stakeCents: Cents): TargetPrices {
  const worth = worthOfStake(stakeCents)
  return {
    leastCents: asCents(worth / BigInt(UPGRADE_TICKETS.most + 1) + 1n),
    mostCents: asCents(worth / BigInt(UPGRADE_TICKETS.least)),
  }
}

/** The price that is so many times the stake; the nearest that the stake may be set against. */
export function priceAtMultiplier(stakeCents: Cents, multiplier: number): Cents {
  return clamp(Math.round(stakeCents * multiplier), targetPrices(stakeCents))
}

/** The dearest price that is won with this many tickets; the nearest that the stake may be set against. */
export function priceAtChance(stakeCents: Cents, tickets: number): Cents {
  return clamp(asCents(worthOfStake(stakeCents) / BigInt(tickets)), targetPrices(stakeCents))
}

/**
 * The target nearest to a price, of those that the stake may be set against: the cheaper of two that are equally near, the first
 * of several at one price, null where there is none.
 *
 * @param list in the order of `sortByPrice`
 */
export function nearestTarget<I extends PricedItem>(
  list: readonly I[],
  stakeCents: Cents,
  wantedCents: Cents,
): I | null {
  const prices = targetPrices(stakeCents)
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

/** Nothing costs more than a number holds exactly. */
function asCents(amount: bigint): Cents {
  const most = BigInt(Number.MAX_SAFE_INTEGER)
  return cents(Number(amount < most ? amount : most))
}
