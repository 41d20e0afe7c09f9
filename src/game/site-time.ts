// Days, nights and weeks as the site's own time zone has them, daylight saving included. Moments are milliseconds since 1970; the
// clock is handed in.

/** A day of the site's calendar, as 2026-11-21. */
export type Day = string

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Free cases count deposits from this hour to the same hour of the next night. */
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

/** What the clocks of a zone show at a moment, as if it were UTC. */
function wallAt(atMs: number, zone: string): number {
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
 * The first moment at which the clocks of a zone show this or later: where they leap over it, the leap; where they show it twice, the
 * first time.
 */
function momentOfWall(wallMs: number, zone: string): number {
  // No zone is further than a day from UTC, and none changes its clocks twice within two days.
  const offsets = [wallMs - DAY_MS, wallMs + DAY_MS].map((atMs) => wallAt(atMs, zone) - atMs)
  const shown = offsets.map((offset) => wallMs - offset).filter((atMs) => wallAt(atMs, zone) === wallMs)
  if (shown.length > 0) return Math.min(...shown)
  return firstFrom(wallMs, zone)
}

/** The leap itself, found by halving: before it the clocks show less than `wallMs`, from it on more. */
function firstFrom(wallMs: number, zone: string): number {
  let before = wallMs - DAY_MS
  let after = wallMs + DAY_MS
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wallAt(middle, zone) < wallMs) before = middle
    else after = middle
  }
  return after
}

function dayOfWall(wallMs: number): Day {
  return new Date(wallMs).toISOString().slice(0, 10)
}

function wallOfDay(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** True for the name of a zone that this platform knows, e.g. 'Europe/Kyiv'. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/** The day that a moment lies in. */
export function dayAt(atMs: number, zone: string): Day {
  return dayOfWall(wallAt(atMs, zone))
}

/** The day so many days later, or earlier with a number below zero. */
export function addDays(day: Day, days: number): Day {
  return dayOfWall(wallOfDay(day) + days * DAY_MS)
}

/** When a day begins. */
export function startOfDay(day: Day, zone: string): number {
  return momentOfWall(wallOfDay(day), zone)
}

/** A span of time: the first moment, and the first one after it. */
export interface Span {
  /** Names it: the day on which it begins. */
  readonly day: Day
  readonly fromMs: number
  readonly toMs: number
}

/** The day that holds a moment, from midnight to midnight. */
export function dayOf(atMs: number, zone: string): Span {
  const day = dayAt(atMs, zone)
  return { day, fromMs: startOfDay(day, zone), toMs: startOfDay(addDays(day, 1), zone) }
}

/** The night that holds a moment, from 02:00 to 02:00, named by the day on which it begins. */
export function nightOf(atMs: number, zone: string): Span {
  const startOf = (day: Day): number => momentOfWall(wallOfDay(day) + NIGHT_HOUR * 60 * MINUTE_MS, zone)
  const today = dayAt(atMs, zone)
  const day = atMs < startOf(today) ? addDays(today, -1) : today
  return { day, fromMs: startOf(day), toMs: startOf(addDays(day, 1)) }
}

/** The week that holds a moment, from Monday to Monday. */
export function weekOf(atMs: number, zone: string): Span {
  const today = dayAt(atMs, zone)
  const sinceMonday = (new Date(wallOfDay(today)).getUTCDay() + 6) % 7
  const day = addDays(today, -sinceMonday)
  return { day, fromMs: startOfDay(day, zone), toMs: startOfDay(addDays(day, 7), zone) }
}

/** The hour that holds a moment, as the clocks of the world count it: whole hours of UTC, which no daylight saving shifts. */
export function hourOf(atMs: number): Span {
  const fromMs = Math.floor(atMs / (60 * MINUTE_MS)) * 60 * MINUTE_MS
  return { day: dayOfWall(fromMs), fromMs, toMs: fromMs + 60 * MINUTE_MS }
}
