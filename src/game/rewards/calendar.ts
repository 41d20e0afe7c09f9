// The calendar: a claim's place in the streak, and the prize of each day. Days are in the site's time zone (site-time.ts).
import { CALENDAR_SUPER_DAYS } from '../base/economy.ts'
import { addDays, type Day } from '../base/site-time.ts'
import type { Calendar, PrizeOf } from './rewards.ts'

/** The number of a streak's first day; a missed day starts a new streak. */
export const FIRST_DAY = 1

/** A claim: its day, and its number in the streak. */
export interface Claim {
  readonly day: Day
  /** Counts from 1. */
  readonly streak: number
}

/** A player's streak today. */
export interface CalendarStreak {
  /** Today's number in the streak, claimed or not. */
  readonly number: number
  readonly isClaimed: boolean
  /** The length of the streak that a missed day has ended; 0 for none. */
  readonly ended: number
}

/** Tells whether a number in the streak has a super prize: every tenth does. */
export function isSuperDay(number: number): boolean {
  return number % CALENDAR_SUPER_DAYS === 0
}

/** Returns the first of the ten days that a number in the streak belongs to. */
export function firstOfTen(number: number): number {
  return number - ((number - FIRST_DAY) % CALENDAR_SUPER_DAYS)
}

/**
 * Returns the prize of a number in the streak. The prizes of all tens are the same, except for the super prizes, which rotate.
 *
 * @param number from 1
 */
export function prizeOfDay(calendar: Calendar, number: number): PrizeOf<'balance' | 'item'> {
  const place = (number - FIRST_DAY) % CALENDAR_SUPER_DAYS
  const prize = isSuperDay(number)
    ? calendar.supers[(number / CALENDAR_SUPER_DAYS - 1) % calendar.supers.length]
    : calendar.days[place]
  if (prize === undefined) throw new RangeError(`No day of the calendar has the number ${number}`)
  return prize
}

/**
 * Returns a player's streak on a day: a claim of yesterday continues it, an older one starts a new one.
 *
 * @param last the player's newest claim; null before the first
 */
export function calendarStreak(last: Claim | null, today: Day): CalendarStreak {
  if (last === null) return { number: FIRST_DAY, isClaimed: false, ended: 0 }
  // The claim is of a future day, because the site's time zone was changed: it counts as today's until that day is over.
  if (last.day >= today) return { number: last.streak, isClaimed: true, ended: 0 }
  if (last.day === addDays(today, -1)) return { number: last.streak + 1, isClaimed: false, ended: 0 }
  return { number: FIRST_DAY, isClaimed: false, ended: last.streak }
}
