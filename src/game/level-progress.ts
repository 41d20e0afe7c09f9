// How far a player is on the way to the next level. Apart from levels.ts, which every page loads: only the dashboard shows this.
import { levelOf, levelStart } from './levels.ts'

export interface LevelProgress {
  readonly level: number
  /** Points gathered since this level began. */
  readonly gained: number
  /** Points from the beginning of this level to the next. */
  readonly needed: number
  /** gained / needed: 0 to just below 1. */
  readonly fraction: number
}

/** A level and how far its player has come on the way to the next; `exp` in points. */
export function levelProgress(exp: number): LevelProgress {
  const level = levelOf(exp)
  const start = levelStart(level)
  const needed = levelStart(level + 1) - start
  const gained = exp - start
  return { level, gained, needed, fraction: gained / needed }
}
