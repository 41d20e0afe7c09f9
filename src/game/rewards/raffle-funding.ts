// Who pays a raffle's prize: its entrants, in equal shares, out of a part of the margin that each has made.

import { type Cents, cents } from '../base/money.ts'
import { type Microcents, shareOfMargin } from './margin.ts'
import type { GiftRules } from './rewards.ts'

/** Returns what is left of the part of a player's margin that pays raffles. A reversed deposit may leave less than what was used: nothing. */
export function raffleAllowance(
  { margin, raffledCents }: { readonly margin: Microcents; readonly raffledCents: Cents },
  { rafflePercent }: Pick<GiftRules, 'rafflePercent'>,
): Cents {
  return cents(Math.max(0, shareOfMargin(margin, rafflePercent) - raffledCents))
}

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

/** What a player has and needs for a place in the draw. */
export interface DrawPlace {
  readonly haveCents: Cents
  /** The share that the player would pay if they could. */
  readonly needCents: Cents
  /** How many would be in the draw with the player. */
  readonly places: number
}

/**
 * Returns what a player needs to be in the draw, as the other entrants are.
 *
 * @param entrants with the player or without
 */
export function drawPlace(prizeCents: Cents, player: RaffleEntrant, entrants: readonly RaffleEntrant[]): DrawPlace {
  const others = entrants.filter(({ playerId }) => playerId !== player.playerId)
  // Who could pay the whole prize alone is in any group; nobody's share is more.
  const funded = fundRaffle(prizeCents, [...others, { ...player, availableCents: prizeCents }])
  if (funded === null) throw new Error('Nobody could pay the prize, not even alone')
  return { haveCents: player.availableCents, needCents: funded.shareCents, places: funded.players.length }
}
