// The figures of a shop by hour and by day, their sums over a period, and what follows from them.
import { addDays, type Day } from '../base/site-time.ts'
import type { Played } from '../games/returns.ts'

/** What adds up over hours and days. Amounts are cents; `margin` is in millionths of a cent, as the ledger keeps it. */
export const HOUR_FIGURES = [
  /** Players who signed in for the first time. */
  'joined',
  /** Players who deposited for the first time, and those of them who had signed in for the first time on the same day. */
  'firstDeposits',
  'converted',
  'deposits',
  'deposited',
  /** What refunds and disputes took back, less what won disputes gave again. */
  'refunded',
  /** What games took from balances, less stakes of battles that were given back. */
  'staked',
  'margin',
  /** Own gifts at their face value, and what referrers got. */
  'gifts',
  'referral',
  /** Items that were delivered for good, and their value when they were won. */
  'withdrawals',
  'withdrawn',
] as const

/** Different players of a day. They do not add up: the sum over days counts a player once a day. */
export const PLAYER_FIGURES = ['active', 'returning', 'payers'] as const

export type HourFigures = Readonly<Record<(typeof HOUR_FIGURES)[number], number>>
export type PlayerFigures = Readonly<Record<(typeof PLAYER_FIGURES)[number], number>>
export type DayFigures = HourFigures & PlayerFigures

const NAMES = [...HOUR_FIGURES, ...PLAYER_FIGURES] as const

/** Returns the sum of days. */
export function sumFigures(days: readonly DayFigures[]): DayFigures {
  const sum = (name: (typeof NAMES)[number]): number => days.reduce((total, day) => total + day[name], 0)
  return Object.fromEntries(NAMES.map((name) => [name, sum(name)])) as DayFigures
}

/** Returns the sum of hours. */
export function sumHours(hours: readonly HourFigures[]): HourFigures {
  const sum = (name: keyof HourFigures): number => hours.reduce((total, hour) => total + hour[name], 0)
  return Object.fromEntries(HOUR_FIGURES.map((name) => [name, sum(name)])) as HourFigures
}

/** Days from the first to the last, which is included. */
export interface Period {
  readonly first: Day
  readonly last: Day
}

/** The longest period, in days. */
export const PERIOD_MOST = 366

/** Hours are read of periods up to this many days. */
export const HOURS_MOST = 14

/** Returns the days of a period, in their order. */
export function daysOf({ first, last }: Period): Day[] {
  const days: Day[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** Returns the period as long as another one that ends on the day before it. */
export function periodBefore(period: Period): Period {
  const { length } = daysOf(period)
  return { first: addDays(period.first, -length), last: addDays(period.first, -1) }
}

/** Returns margin in cents, rounded. */
export function marginCents(microcents: number): number {
  return Math.round(microcents / 1_000_000)
}

/** Returns a part of a whole as a fraction; null where there is no whole. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/** A return that is further from its promise than this many standard errors drifts. */
export const DRIFT_ERRORS = 3

/** Fewer rolls than this say nothing: one rare prize would move their return further than any error tells. */
export const DRIFT_ROLLS = 100

/** Returns how many standard errors a measured return is from the promised one; null where nothing can be said. */
export function deviationOf({ staked, won, expected, variance }: Played): number | null {
  // Of the sums, which are whole cents, not of the returns: a quotient of them is not exact.
  return staked === 0 || variance <= 0 ? null : (won - expected) / Math.sqrt(variance)
}

/** Tells whether a return drifts from its promise. */
export function isDrifting(played: Played): boolean {
  return played.rolls >= DRIFT_ROLLS && Math.abs(deviationOf(played) ?? 0) > DRIFT_ERRORS
}

/** What waits for a person of the shop. */
export const WAITING_KINDS = [
  'withdrawals',
  'stuck',
  'letters',
  'disputes',
  'questions',
  'kept',
  'prices',
  'proposals',
] as const

export type WaitingKind = (typeof WAITING_KINDS)[number]
