// The tickets of a contract: chances ∝ price^(−k), with k solved so that the mean value of a draw is the contract's return.
// Deterministic to the last bit (see power.ts); worths are cents times tickets, below 2^53 up to a price of $90 million.
import { ROLL_RANGE } from '../fairness/fairness.ts'
import { expOfNegative, ln } from './power.ts'

/** The range of worths of tables over some prices, in cents times tickets, when each price has at least one ticket. */
export interface WorthReach {
  readonly least: number
  readonly most: number
}

/** Returns the worth with all tickets but one each on the cheapest price, and on the most expensive. `prices` ascend, in cents. */
export function worthReach(prices: readonly number[]): WorthReach {
  const oneEach = prices.reduce((sum, price) => sum + price, 0)
  const rest = ROLL_RANGE - prices.length
  return { least: oneEach + rest * (prices[0] ?? 0), most: oneEach + rest * (prices.at(-1) ?? 0) }
}

/**
 * Returns the tickets of each price, at least 1 each and 1,000,000 in all, proportional to price^(−k). Each is within one ticket of
 * its exact share, and their worth is within half a ticket of the requested one, a ticket being worth the highest price less the
 * lowest.
 *
 * @param prices in cents, ascending
 * @param worth cents times tickets, within `worthReach(prices)`
 */
export function solveTickets(prices: readonly number[], worth: number): number[] {
  const cheapest = prices[0] ?? 1
  const logs = prices.map((price) => ln(price / cheapest))
  const sharesAt = (k: number): number[] => sharesOf(weightsOf(logs, k))
  const exceeds = (k: number): boolean => worthOf(prices, sharesAt(k)) > worth
  return roundShares(prices, sharesAt(solve(exceeds)), worth)
}

/**
 * Solves for the k at which a worth that falls with k no longer exceeds the target: bracketed by doubling, then bisected until no
 * number lies between. Prices that differ by a cent in a million need a k of 10^11 at most; 2^50 ends the search where there is no
 * bracket.
 */
function solve(exceeds: (k: number) => boolean): number {
  let low = -1
  let high = 1
  while (!exceeds(low) && low > -(2 ** 50)) low *= 2
  while (exceeds(high) && high < 2 ** 50) high *= 2
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) return middle
    if (exceeds(middle)) low = middle
    else high = middle
  }
}

/** Returns price^(−k) for each price, scaled so that the largest is 1. `logs` ascend from 0. */
function weightsOf(logs: readonly number[], k: number): number[] {
  const likeliest = k < 0 ? (logs.at(-1) ?? 0) : 0
  return logs.map((log) => expOfNegative(k * (likeliest - log)))
}

/**
 * Distributes a million tickets in proportion to weights. A share below one ticket is raised to one; the others divide the rest.
 */
function sharesOf(weights: readonly number[]): number[] {
  let sharing = weights
  for (;;) {
    const weight = sharing.reduce((sum, one) => sum + one, 0)
    const scale = (ROLL_RANGE - (weights.length - sharing.length)) / weight
    const enough = sharing.filter((one) => one * scale >= 1)
    if (enough.length === sharing.length) return weights.map((one) => Math.max(1, one * scale))
    sharing = enough
  }
}

/**
 * Rounds shares to whole tickets by largest remainder; the cheaper of equal ones first. Then swaps the rounding of two shares, one
 * rounded up and one rounded down, while a swap brings the worth closer to the target.
 *
 * The remaining error is at most half of the widest difference of prices. If the worth is too high, some price that was rounded up
 * is higher than one that was rounded down, because as much was rounded up as down; swapping the two brings it closer unless it is
 * already within half of their difference. The same holds for a worth that is too low.
 */
function roundShares(prices: readonly number[], shares: readonly number[], worth: number): number[] {
  const tickets = shares.map(Math.floor)
  const remainder = (at: number): number => (shares[at] ?? 0) - (tickets[at] ?? 0)
  const places = shares.map((_, at) => at).sort((one, other) => remainder(other) - remainder(one) || one - other)
  const left = ROLL_RANGE - tickets.reduce((sum, count) => sum + count, 0)
  let up = places.slice(0, left)
  let down = places.slice(left)
  for (const at of up) tickets[at] = (tickets[at] ?? 0) + 1
  for (;;) {
    const swap = bestSwap(prices, up, down, worthOf(prices, tickets) - worth)
    if (swap === null) return tickets
    tickets[swap.up] = (tickets[swap.up] ?? 0) - 1
    tickets[swap.down] = (tickets[swap.down] ?? 0) + 1
    up = [...up.filter((at) => at !== swap.up), swap.down]
    down = [...down.filter((at) => at !== swap.down), swap.up]
  }
}

/** Returns the swap that brings an excess closest to 0; null when none brings it closer. */
function bestSwap(
  prices: readonly number[],
  ups: readonly number[],
  downs: readonly number[],
  excess: number,
): { readonly up: number; readonly down: number } | null {
  let best: { readonly up: number; readonly down: number } | null = null
  let nearest = Math.abs(excess)
  for (const up of ups) {
    for (const down of downs) {
      const distance = Math.abs(excess - (prices[up] ?? 0) + (prices[down] ?? 0))
      if (distance < nearest) {
        nearest = distance
        best = { up, down }
      }
    }
  }
  return best
}

function worthOf(prices: readonly number[], tickets: readonly number[]): number {
  return prices.reduce((sum, price, at) => sum + price * (tickets[at] ?? 0), 0)
}
