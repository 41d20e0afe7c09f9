// Days, nights and weeks in the site's time zone, including daylight saving time. Times are milliseconds since 1970; the clock is
// passed in.

/** A day of the site's calendar, as 2026-11-21. */
export type Day = string

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The hour at which nights begin: free cases count deposits from this hour to the same hour of the next day. */
const NIGHT_HOUR = 2

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** Returns the local time of a zone at a moment, as if it were UTC. */
function localTimeAt(atMs: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  const whole = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return whole + (((atMs % 1000) + 1000) % 1000)
}

/**
 * Returns the first moment at which a zone's local time is this or later: the change itself where clocks skip it, the first time
 * where they repeat it.
 */
function momentOfLocalTime(wallMs: number, zone: string): number {
  // No zone is more than a day from UTC, and none changes its clocks twice within two days.
  const offsets = [wallMs - DAY_MS, wallMs + DAY_MS].map((atMs) => localTimeAt(atMs, zone) - atMs)
  const shown = offsets.map((offset) => wallMs - offset).filter((atMs) => localTimeAt(atMs, zone) === wallMs)
  if (shown.length > 0) return Math.min(...shown)
  return firstFrom(wallMs, zone)
}

/** Finds the moment of the clock change by bisection: before it the local time is less than `wallMs`, from it on more. */
function firstFrom(wallMs: number, zone: string): number {
  let before = wallMs - DAY_MS
  let after = wallMs + DAY_MS
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (localTimeAt(middle, zone) < wallMs) before = middle
    else after = middle
  }
  return after
}

function dayOfWall(wallMs: number): Day {
  return new Date(wallMs).toISOString().slice(0, 10)
}

function localMidnight(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** Tells whether this platform knows a time zone, e.g. 'Europe/Kyiv'. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/** Returns the minute of the day that clocks show at a moment, from 0 to 1439. */
export function minuteOfDay(atMs: number, zone: string): number {
  return Math.floor((localTimeAt(atMs, zone) - localMidnight(dayAt(atMs, zone))) / MINUTE_MS)
}

/** Returns the day of a moment. */
export function dayAt(atMs: number, zone: string): Day {
  return dayOfWall(localTimeAt(atMs, zone))
}

/** Returns the day after a number of days, or before for a negative number. */
export function addDays(day: Day, days: number): Day {
  return dayOfWall(localMidnight(day) + days * DAY_MS)
}

/** Returns when a day begins. */
export function startOfDay(day: Day, zone: string): number {
  return momentOfLocalTime(localMidnight(day), zone)
}

/** A period: its first moment, and the first one after it. */
export interface Span {
  /** Identifies it: the day on which it begins. */
  readonly day: Day
  readonly fromMs: number
  readonly toMs: number
}

/** Returns the day of a moment, from midnight to midnight. */
export function dayOf(atMs: number, zone: string): Span {
  const day = dayAt(atMs, zone)
  return { day, fromMs: startOfDay(day, zone), toMs: startOfDay(addDays(day, 1), zone) }
}

/**
 * Returns the span of a moment that begins each day at a time, identified by the day on which it begins.
 *
 * @param minute of the day, from 0 to 1439
 */
export function spanOf(minute: number, atMs: number, zone: string): Span {
  const startOf = (day: Day): number => momentOfLocalTime(localMidnight(day) + minute * MINUTE_MS, zone)
  const today = dayAt(atMs, zone)
  const day = atMs < startOf(today) ? addDays(today, -1) : today
  return { day, fromMs: startOf(day), toMs: startOf(addDays(day, 1)) }
}

/** Returns the night of a moment, from 02:00 to 02:00, identified by the day on which it begins. */
export function nightOf(atMs: number, zone: string): Span {
  return spanOf(NIGHT_HOUR * 60, atMs, zone)
}

/** Returns the week of a moment, Monday to Sunday. */
export function weekOf(atMs: number, zone: string): Span {
  const today = dayAt(atMs, zone)
  const sinceMonday = (new Date(localMidnight(today)).getUTCDay() + 6) % 7
  const day = addDays(today, -sinceMonday)
  return { day, fromMs: startOfDay(day, zone), toMs: startOfDay(addDays(day, 7), zone) }
}

/** Returns the calendar month of a moment. */
export function monthOf(atMs: number, zone: string): Span {
  const day: Day = `${dayAt(atMs, zone).slice(0, 7)}-01`
  const next: Day = `${addDays(day, 31).slice(0, 7)}-01`
  return { day, fromMs: startOfDay(day, zone), toMs: startOfDay(next, zone) }
}

/** Returns the hour of a moment: whole hours of UTC, which daylight saving time does not shift. */
export function hourOf(atMs: number): Span {
  const fromMs = Math.floor(atMs / (60 * MINUTE_MS)) * 60 * MINUTE_MS
  return { day: dayOfWall(fromMs), fromMs, toMs: fromMs + 60 * MINUTE_MS }
}
