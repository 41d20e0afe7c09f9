// The numbers of the economy that every page needs. They are apart from economy.ts so that a page which plays nothing loads nothing else
// of it. Money in whole US cents.
import { cents } from './money.ts'

/** One cent spent on games is one point of experience: whole numbers, and nobody has to know a rate. */
export const EXP_PER_CENT = 1

/** Level n starts at this × n × (n + 1) / 2 points: $10 to the first level, and each level $10 longer than the one before. */
export const LEVEL_BASE_EXP = 1000

/** Drops from $20.00 on enter the list of the best. */
export const BEST_DROP_PRICE = cents(2000)
