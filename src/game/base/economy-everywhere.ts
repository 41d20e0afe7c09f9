// Numbers of the economy that every page needs. Apart from economy.ts, so that pages without games load nothing else of it. Money
// in whole US cents.
import { cents } from './money.ts'

/** One cent spent on games is one point of experience, so that points are whole numbers. */
export const EXP_PER_CENT = 1

/** Level n starts at this × n × (n + 1) / 2 points: $10 for the first level, and $10 more for each further one. */
export const LEVEL_BASE_EXP = 1000

/** Drops from $20.00 are listed among the best. */
export const BEST_DROP_PRICE = cents(2000)

/** Drops in each list of the live drops. */
export const LIVE_DROPS = 10

/** How long the reel, ring or wheel of a game takes to show its result, in milliseconds. Until then nothing else tells its player. */
export const REVEAL_DELAY_MS = 10_000
