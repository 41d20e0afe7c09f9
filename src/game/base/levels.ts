// Levels, computed from the points that spending on games gives.
import { EXP_PER_CENT, LEVEL_BASE_EXP } from './economy-everywhere.ts'
import type { Cents } from './money.ts'

/** Returns the points of an amount spent. */
export function expOfSpending(spent: Cents): number {
  return spent * EXP_PER_CENT
}

/** Returns the points at which a level starts: 1000 × n × (n + 1) / 2. */
export function levelStart(level: number): number {
  return (LEVEL_BASE_EXP * level * (level + 1)) / 2
}

/**
 * Returns the level of a number of points.
 *
 * @param exp points, 0 or more
 */
export function levelOf(exp: number): number {
  // Corrects the root with whole numbers: near a boundary it may be off by one.
  let level = Math.max(0, Math.floor((Math.sqrt(1 + (8 * exp) / LEVEL_BASE_EXP) - 1) / 2))
  while (levelStart(level + 1) <= exp) level++
  while (level > 0 && levelStart(level) > exp) level--
  return level
}
