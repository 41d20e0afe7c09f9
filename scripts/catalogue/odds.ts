// Solves the odds of a case: shares follow one curve of the price, whose exponent gives the return to player.
import { CASE_TICKETS } from '../../src/game/base/economy.ts'

const STEEPEST = 12

/** The least ratio between the shares of the lowest and the highest price that k has to reach, as a power of e. */
const FARTHEST_APART = 60

/**
 * Returns tickets out of 1,000,000 for each price: shares ∝ price^(−k), with k solved so that the mean price is `meanCents`,
 * quantised by largest remainder. Every price has at least one ticket.
 *
 * @throws RangeError when the mean does not lie between the lowest and the highest price
 */
export function solveTickets(prices: readonly number[], meanCents: number): number[] {
  if (!(meanCents > Math.min(...prices) && meanCents < Math.max(...prices))) {
    throw new RangeError(
      `No odds give a mean of ${meanCents} cents between ${Math.min(...prices)} and ${Math.max(...prices)}`,
    )
  }
  // The mean falls as k grows: bisection finds k, which is greater for prices that are nearly equal.
  const steepest = Math.max(STEEPEST, FARTHEST_APART / Math.log(Math.max(...prices) / Math.min(...prices)))
  let low = -steepest
  let high = steepest
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2
    if (meanOf(prices, sharesOf(prices, middle)) > meanCents) low = middle
    else high = middle
  }
  return quantise(sharesOf(prices, high))
}

function sharesOf(prices: readonly number[], steepness: number): number[] {
  const least = Math.min(...prices)
  const weights = prices.map((price) => (price / least) ** -steepness)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

function meanOf(prices: readonly number[], shares: readonly number[]): number {
  return prices.reduce((mean, price, at) => mean + price * (shares[at] ?? 0), 0)
}

/** Distributes the tickets by largest remainder, after one ticket for each. */
function quantise(shares: readonly number[]): number[] {
  const free = CASE_TICKETS - shares.length
  const exact = shares.map((share) => share * free)
  const tickets = exact.map((part) => Math.floor(part) + 1)
  let left = CASE_TICKETS - tickets.reduce((sum, part) => sum + part, 0)
  const order = exact
    .map((part, at) => ({ at, rest: part - Math.floor(part) }))
    .sort((a, b) => b.rest - a.rest || a.at - b.at)
  for (const { at } of order) {
    if (left <= 0) break
    tickets[at] = (tickets[at] ?? 0) + 1
    left--
  }
  return tickets
}
