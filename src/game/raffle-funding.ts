// Who pays a raffle's prize: its entrants, in equal shares, out of a part of the margin that each has made.
import { type Cents, cents } from './money.ts'

/** A player who joined, and what is left of the part of their margin that pays raffles. */
export interface RaffleEntrant {
  readonly playerId: number
  readonly availableCents: Cents
}

export interface FundedRaffle {
  /** Those who pay the prize, ascending; the draw is among them. */
  readonly players: readonly number[]
  /** What each of them pays. */
  readonly shareCents: Cents
}

/**
 * Returns the largest group of entrants who can each pay an equal share of the prize; null when there is none, and the prize rolls
 * over. Shares are equal because chances are. If only those with the most margin paid, accounts without margin would gain.
 *
 * @param prizeCents the price of the prize
 */
export function fundRaffle(prizeCents: Cents, entrants: readonly RaffleEntrant[]): FundedRaffle | null {
  const ranked = entrants.toSorted((one, other) => other.availableCents - one.availableCents)
  for (let count = ranked.length; count > 0; count--) {
    const shareCents = cents(Math.ceil(prizeCents / count))
    if ((ranked[count - 1]?.availableCents ?? 0) < shareCents) continue
    const players = ranked.slice(0, count).map(({ playerId }) => playerId)
    return { players: players.toSorted((one, other) => one - other), shareCents }
  }
  return null
}
