// Proposes new tickets for a case whose items changed their prices, so that it returns its target again. Tickets change as little as
// possible: each share is multiplied by e^(λ × price), which of all shares with the target's mean has the least relative entropy to the
// old ones (Kullback: the minimum discrimination information). Where tickets fell with the price, they still do.
import { CASE_TICKETS } from '../base/economy.ts'

/** An entry of a case: its item's price in cents, and its tickets. */
export interface BalancedEntry {
  readonly priceCents: number
  readonly tickets: number
}

const BISECTIONS = 200
/** Exchanges of single tickets after rounding: each brings the mean nearer to the target, so few are needed. */
const EXCHANGES_MOST = 1_000

/** Entries in the order of their prices, and for each whether it has to have as many tickets as the next dearer one, or more. */
interface Ladder {
  /** The place of each in the case. */
  readonly places: readonly number[]
  readonly prices: readonly number[]
  readonly shares: readonly number[]
  readonly falls: readonly boolean[]
}

function ladderOf(entries: readonly BalancedEntry[]): Ladder {
  const places = entries
    .map((_, at) => at)
    .sort((a, b) => (entries[a]?.priceCents ?? 0) - (entries[b]?.priceCents ?? 0) || a - b)
  const sorted = places.flatMap((at) => entries[at] ?? [])
  const sum = sorted.reduce((total, { tickets }) => total + tickets, 0)
  return {
    places,
    prices: sorted.map(({ priceCents }) => priceCents),
    shares: sorted.map(({ tickets }) => tickets / sum),
    falls: sorted.map(({ tickets }, at) => tickets >= (sorted[at + 1]?.tickets ?? Number.POSITIVE_INFINITY)),
  }
}

/** Replaces neighbours that rise where they have to fall by their mean: the nearest shares that fall (pooling adjacent violators). */
function fallAgain(shares: readonly number[], falls: readonly boolean[]): number[] {
  const blocks: { sum: number; count: number; isBound: boolean }[] = []
  for (const [at, share] of shares.entries()) {
    blocks.push({ sum: share, count: 1, isBound: falls[at] ?? false })
    for (;;) {
      const [before, last] = blocks.slice(-2)
      if (before === undefined || last === undefined || !before.isBound) break
      if (before.sum / before.count >= last.sum / last.count) break
      blocks.splice(-2, 2, { sum: before.sum + last.sum, count: before.count + last.count, isBound: last.isBound })
    }
  }
  return blocks.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
}

/** Returns the shares for a λ per cent of the highest price. */
function tilt({ prices, shares, falls }: Ladder, lambda: number): number[] {
  const most = Math.max(...prices)
  const exponents = prices.map((price) => (lambda * price) / most)
  const highest = Math.max(...exponents)
  const weights = shares.map((share, at) => share * Math.exp((exponents[at] ?? 0) - highest))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return fallAgain(
    weights.map((weight) => weight / sum),
    falls,
  )
}

const meanOf = (prices: readonly number[], shares: readonly number[]): number =>
  prices.reduce((mean, price, at) => mean + price * (shares[at] ?? 0), 0)

/** Distributes the tickets by largest remainder, after one ticket for each; of equal remainders the cheaper item has the first. */
function quantise(shares: readonly number[]): number[] {
  const free = CASE_TICKETS - shares.length
  const exact = shares.map((share) => share * free)
  const tickets = exact.map((part) => Math.floor(part) + 1)
  const left = CASE_TICKETS - tickets.reduce((sum, part) => sum + part, 0)
  const order = exact
    .map((part, at) => ({ at, rest: part - Math.floor(part) }))
    .sort((a, b) => b.rest - a.rest || a.at - b.at)
  for (const { at } of order.slice(0, left)) tickets[at] = (tickets[at] ?? 0) + 1
  return tickets
}

/** Tells whether one ticket can move from one place to another. */
function canMove(tickets: readonly number[], falls: readonly boolean[], from: number, to: number): boolean {
  const at = (place: number): number => (tickets[place] ?? 0) + (place === to ? 1 : 0) - (place === from ? 1 : 0)
  if (at(from) < 1) return false
  return [from - 1, from, to - 1, to].every(
    (place) => place < 0 || place + 1 >= tickets.length || falls[place] !== true || at(place) >= at(place + 1),
  )
}

/** Moves single tickets while that brings the worth of all tickets nearer to the target. */
function refine({ prices, falls }: Ladder, tickets: number[], targetWorth: number): number[] {
  let missing = targetWorth - tickets.reduce((sum, count, at) => sum + count * (prices[at] ?? 0), 0)
  for (let step = 0; step < EXCHANGES_MOST && missing !== 0; step++) {
    let best: { from: number; to: number; left: number } | undefined
    for (const [from, dear] of prices.entries()) {
      for (const [to, other] of prices.entries()) {
        const left = missing - (other - dear)
        if (Math.abs(left) >= Math.abs(best?.left ?? missing) || !canMove(tickets, falls, from, to)) continue
        best = { from, to, left }
      }
    }
    if (best === undefined) break
    tickets[best.from] = (tickets[best.from] ?? 0) - 1
    tickets[best.to] = (tickets[best.to] ?? 0) + 1
    missing = best.left
  }
  return tickets
}

/**
 * Returns tickets with which a case returns a target, in the order of its entries. They sum to 1,000,000, each entry has at least one, and
 * fall with the price where they did.
 *
 * @param targetCents the mean value of an opening: the price of the case times its return
 * @returns undefined when no tickets under these rules reach the target: then the price of the case or its items have to change
 */
export function rebalance(entries: readonly BalancedEntry[], targetCents: number): number[] | undefined {
  const old = entries.map(({ tickets }) => tickets)
  const worth = entries.reduce((sum, { priceCents, tickets }) => sum + priceCents * tickets, 0)
  if (worth === Math.round(targetCents * CASE_TICKETS)) return old
  const ladder = ladderOf(entries)
  const meanAt = (lambda: number): number => meanOf(ladder.prices, tilt(ladder, lambda))
  let [low, high] = [-1, 1]
  // The mean rises with λ; far enough out it stays at its bounds.
  while (meanAt(low) > targetCents && low > -1e6) low *= 2
  while (meanAt(high) < targetCents && high < 1e6) high *= 2
  if (meanAt(low) > targetCents || meanAt(high) < targetCents) return undefined
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2
    if (meanAt(middle) < targetCents) low = middle
    else high = middle
  }
  const tickets = refine(ladder, quantise(tilt(ladder, high)), targetCents * CASE_TICKETS)
  const proposal = entries.map(() => 0)
  for (const [at, place] of ladder.places.entries()) proposal[place] = tickets[at] ?? 0
  return proposal
}
