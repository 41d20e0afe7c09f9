// The measured return to player of games, and how much of its difference from the promised one chance alone explains.

import { CONTRACT_RETURN_PERCENT } from '../base/economy.ts'
import type { PaidGame } from '../base/games.ts'

/** Sums over rolls; money in cents. */
export interface Played {
  readonly rolls: number
  readonly staked: number
  readonly won: number
  /** The expected value of the rolls by their odds: Σ of each roll's mean. */
  readonly expected: number
  /** Σ of the variances of the rolls' winnings, in cents squared. */
  readonly variance: number
}

/** Adds what was played. */
export function addPlayed(one: Played, other: Played): Played {
  return {
    rolls: one.rolls + other.rolls,
    staked: one.staked + other.staked,
    won: one.won + other.won,
    expected: one.expected + other.expected,
    variance: one.variance + other.variance,
  }
}

/**
 * Sums what was played by a name, in the order in which the names come first.
 *
 * @param nameOf null for what is left out
 */
export function sumPlayed<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string | null,
  playedOf: (row: Row) => Played,
): Map<string, Played> {
  const sums = new Map<string, Played>()
  for (const row of rows) {
    const name = nameOf(row)
    if (name === null) continue
    const sum = sums.get(name)
    sums.set(name, sum === undefined ? playedOf(row) : addPlayed(sum, playedOf(row)))
  }
  return sums
}

export interface MeasuredReturn {
  /** Won divided by staked, as a fraction; null before anything was staked. */
  readonly measured: number | null
  /** The return to player by the odds of these very rolls; null before anything was staked. */
  readonly promised: number | null
  /** Standard error of the measured return. */
  readonly error: number
}

/** The return to player that the rules of a game define; null where its odds are data. */
export const PROMISED_RETURN = {
  case: null,
  upgrade: null,
  contract: CONTRACT_RETURN_PERCENT / 100,
  wheel: null,
  battle: null,
} as const satisfies Record<PaidGame, number | null>

/**
 * Returns the measured return R = Σ wins / Σ stakes, and the promised one.
 *
 * Rolls are independent, so the variance of the sum of wins is the sum of their variances, each known from the odds table of its
 * roll: Var = Σ price² × tickets / N − (Σ price × tickets / N)². The standard error of R is therefore √(Σ Var) / Σ stakes; nothing
 * is estimated from the results.
 */
export function measureReturn({ staked, won, expected, variance }: Played): MeasuredReturn {
  if (staked === 0) return { measured: null, promised: null, error: 0 }
  return { measured: won / staked, promised: expected / staked, error: Math.sqrt(Math.max(0, variance)) / staked }
}

/**
 * `none`: nothing was played. `chance`: so few rolls that chance alone moves the return by more than five points either way.
 * `near`: within the range of chance. `far`: outside of the range that chance stays in 19 times out of 20.
 */
export type Confidence = 'none' | 'chance' | 'near' | 'far'

/** Two standard errors: sums of many rolls stay within them 19 times out of 20. */
const ERRORS = 2

/** Beyond this the range is meaningless, and sums of so few rolls with rare expensive wins are not normally distributed. */
const WIDEST = 0.05

/** Returns how far chance alone moves the measured return from the promised one, 19 times out of 20, as a fraction. */
export function chanceReach(error: number): number {
  return ERRORS * error
}

/** Rates a measured return. */
export function confidenceIn({ measured, promised, error }: MeasuredReturn): Confidence {
  if (measured === null || promised === null) return 'none'
  const reach = chanceReach(error)
  if (reach > WIDEST) return 'chance'
  return Math.abs(measured - promised) <= reach ? 'near' : 'far'
}
