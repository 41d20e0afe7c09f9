// What games really gave back, and how much of the difference to the promise chance alone explains.
import { CONTRACT_RETURN_PERCENT, UPGRADE_RETURN } from './economy.ts'

/** Rolls and what they moved, summed; money in cents. */
export interface Played {
  readonly rolls: number
  readonly staked: number
  readonly won: number
  /** What the rolls were worth on average by their odds: Σ of each roll's mean. */
  readonly expected: number
  /** Σ of the variances of what each roll won, in cents squared. */
  readonly variance: number
}

export interface MeasuredReturn {
  /** Won of staked, as a fraction; null before anything was staked. */
  readonly measured: number | null
  /** What the odds of these very rolls give back on average; null before anything was staked. */
  readonly promised: number | null
  /** Standard error of the measured return. */
  readonly error: number
}

/** The return that the rules promise for a game before anyone has played it; a case has its own, and so has the wheel. */
export const PROMISED_RETURN = {
  case: null,
  upgrade: UPGRADE_RETURN / 10_000,
  contract: CONTRACT_RETURN_PERCENT / 100,
} as const

/**
 * The measured return R = Σ wins / Σ stakes, beside the promised one.
 *
 * Rolls are independent, so the variance of the sum of wins is the sum of their variances, each known from the table of its roll:
 * Var = Σ price² × tickets / N − (Σ price × tickets / N)². The standard error of R is therefore √(Σ Var) / Σ stakes; nothing in it is
 * estimated from the results.
 */
export function measureReturn({ staked, won, expected, variance }: Played): MeasuredReturn {
  if (staked === 0) return { measured: null, promised: null, error: 0 }
  return { measured: won / staked, promised: expected / staked, error: Math.sqrt(Math.max(0, variance)) / staked }
}

/**
 * `none`: nothing was played. `chance`: so little was played that chance alone moves the return by more than five points either way,
 * and nothing can be told from it. `near`: within what chance alone does. `far`: further off than chance goes 19 times out of 20.
 */
export type Confidence = 'none' | 'chance' | 'near' | 'far'

/** Two standard errors: sums of many rolls stay within them 19 times out of 20. */
const ERRORS = 2

/** Beyond this the range says nothing, and sums of so few rolls with rare dear wins are not normal either. */
const WIDEST = 0.05

/** How far from the promised return chance alone carries the measured one 19 times out of 20, as a fraction. */
export function chanceReach(error: number): number {
  return ERRORS * error
}

/** What a measured return tells. */
export function confidenceIn({ measured, promised, error }: MeasuredReturn): Confidence {
  if (measured === null || promised === null) return 'none'
  const reach = chanceReach(error)
  if (reach > WIDEST) return 'chance'
  return Math.abs(measured - promised) <= reach ? 'near' : 'far'
}
