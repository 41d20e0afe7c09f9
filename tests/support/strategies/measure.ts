// What strategies gain in the mean, with the margin as control variate: what free money won more or less than its odds say is zero
// in the mean, so that it is taken off each result. What is left varies little.
import { seededStream } from '../../game/fairness/chi-squared.ts'
import { playStrategy, type StrategyName } from './adversaries.ts'
import type { Tables } from './night.ts'
import type { ShopRules } from './shop.ts'

/** The gain that no strategy may exceed, as a part of its margin. */
export const GAIN_MOST = -0.3
const STANDARD_ERRORS = 4

export interface Measured {
  readonly name: StrategyName
  readonly games: number
  /** Means of a game, in cents. */
  readonly profit: number
  readonly margin: number
  /** The standard error of the mean of profit + 0.3 × margin. */
  readonly error: number
  /** True when profit + 0.3 × margin is at most zero, within four standard errors. */
  readonly held: boolean
}

/** Plays a strategy many times, each game with its own seed. */
export function measureStrategy(
  name: StrategyName,
  tables: Tables,
  rules: ShopRules,
  { games, seed }: { readonly games: number; readonly seed: number },
): Measured {
  let [profits, margins, excess, squares] = [0, 0, 0, 0]
  for (let game = 0; game < games; game++) {
    const { profit, margin, luck } = playStrategy(name, tables, rules, seededStream(seed + game))
    const above = profit - luck - GAIN_MOST * margin
    profits += profit - luck
    margins += margin
    excess += above
    squares += above * above
  }
  const mean = excess / games
  const error = Math.sqrt(Math.max(0, squares / games - mean * mean) / Math.max(1, games - 1))
  // Sums of fractions of cents are not exact.
  const held = mean <= STANDARD_ERRORS * error + 1e-6
  return { name, games, profit: profits / games, margin: margins / games, error, held }
}
