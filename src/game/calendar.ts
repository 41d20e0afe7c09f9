// The calendar: which day in a row a claim is, and what that day brings. Days are those of the site's own time zone (site-time.ts).
import { CALENDAR_SUPER_DAYS } from './economy.ts'
import type { Calendar, PrizeOf } from './rewards.ts'
import { addDays, type Day } from './site-time.ts'

/** What a row begins with, and begins with again after a day that was missed. */
export const FIRST_DAY = 1

/** A claim: on which day it was made, and which in a row it was. */
export interface Claim {
  readonly day: Day
  /** From 1. */
  readonly streak: number
}

/** Where a player stands today. */
export interface CalendarStanding {
  /** Today's number in the row, claimed or not. */
  readonly number: number
  readonly isClaimed: boolean
  /** How long the row was that a missed day has ended; 0 where none was ended. */
  readonly ended: number
}

/** True for the numbers of super prizes: every tenth. */
export function isSuperDay(number: number): boolean {
  return number % CALENDAR_SUPER_DAYS === 0
}

/** The first of the ten days that a day in a row belongs to. */
export function firstOfTen(number: number): number {
  return number - ((number - FIRST_DAY) % CALENDAR_SUPER_DAYS)
}

/**
 * What a day in a row brings. The days of every ten are the same; super prizes come one after the other, and then from the first again.
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
 * Where a player stands on a day: after a claim of yesterday the row goes on, after an older one it begins anew.
 *
 * @param last his newest claim; null before the first
 */
export function calendarStanding(last: Claim | null, today: Day): CalendarStanding {
  if (last === null) return { number: FIRST_DAY, isClaimed: false, ended: 0 }
  // A claim of a day that is still to come: the site's time zone was changed. There is no second one before that day is over.
  if (last.day >= today) return { number: last.streak, isClaimed: true, ended: 0 }
  if (last.day === addDays(today, -1)) return { number: last.streak + 1, isClaimed: false, ended: 0 }
  return { number: FIRST_DAY, isClaimed: false, ended: last.streak }
}
