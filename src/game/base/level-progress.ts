// A player's progress to the next level. Apart from levels.ts, which every page loads: only the dashboard shows this.
import { levelOf, levelStart } from './levels.ts'

export interface LevelProgress {
  readonly level: number
  /** Points since the start of this level. */
  readonly gained: number
  /** Points from the start of this level to the next. */
  readonly needed: number
  /** gained / needed: 0 to just below 1. */
  readonly fraction: number
}

/** Returns the level of `exp` points, and the progress to the next. */
export function levelProgress(exp: number): LevelProgress {
  const level = levelOf(exp)
  const start = levelStart(level)
  const needed = levelStart(level + 1) - start
  const gained = exp - start
  return { level, gained, needed, fraction: gained / needed }
}
