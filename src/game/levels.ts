// A player's level, from the points that spending on games gives.
import { EXP_PER_CENT, LEVEL_BASE_EXP } from './economy-everywhere.ts'
import type { Cents } from './money.ts'

/** The points that spending gives. */
export function expOfSpending(spent: Cents): number {
  return spent * EXP_PER_CENT
}

/** The points at which a level begins: 1000 × n × (n + 1) / 2. */
export function levelStart(level: number): number {
  return (LEVEL_BASE_EXP * level * (level + 1)) / 2
}

/**
 * The level that a number of points has reached.
 *
 * @param exp points, 0 or more
 */
export function levelOf(exp: number): number {
  // The root is only a first guess: near a boundary it may be one off, so whole numbers decide.
  let level = Math.max(0, Math.floor((Math.sqrt(1 + (8 * exp) / LEVEL_BASE_EXP) - 1) / 2))
  while (levelStart(level + 1) <= exp) level++
  while (level > 0 && levelStart(level) > exp) level--
  return level
}
