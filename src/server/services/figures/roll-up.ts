// Stores the figures of days and weeks that are over. Each is counted once; in another time zone all of them are counted anew.
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { addDays, type Day, dayAt, startOfDay, weekOf } from '../../../game/base/site-time.ts'
import type { HourFigures } from '../../../game/office/figures.ts'
import { timeOfId } from '../../base/ids.ts'
import { type Database, type Queries, queryRows } from '../../db/database.ts'
import { cohorts, figuresOfDays, figuresOfGames, figuresOfHours } from '../../db/schema-figures.ts'
import { countWeek, weeksOf } from './cohorts.ts'
import { type CountedDay, countDay } from './count-day.ts'

const MINUTE_MS = 60_000
const WEEK_DAYS = 7

/** What began before midnight is written by then, even after retries. */
const GRACE_MS = 10 * MINUTE_MS

/** The usual limit is for calls that a person waits for; counting a week may take longer. */
const TIMEOUT_MS = 600_000

export interface RollUpParts {
  readonly db: Database
  readonly now: () => number
  readonly timeZone: string
}

/** Returns the first day of a shop: that of its first transfer or its first player; null before both. */
export async function readFirstDay(queries: Queries, zone: string): Promise<Day | null> {
  const [row] = await queryRows<{ id: string | null; created: string | Date | null }>(
    queries,
    sql`select (select id from transfers order by id limit 1) as id,
      (select created_at from players order by created_at limit 1) as created`,
  )
  const moments = [
    row?.id == null ? null : timeOfId(row.id),
    row?.created == null ? null : new Date(row.created).getTime(),
  ].filter((at) => at !== null)
  return moments.length === 0 ? null : dayAt(Math.min(...moments), zone)
}

/** Returns the last day that is over, as far as what began in it is written. */
function lastDay(nowMs: number, zone: string): Day {
  return addDays(dayAt(nowMs - GRACE_MS, zone), -1)
}

/** Replaces what is stored of a day. */
async function storeDay(tx: Queries, { day, hours, players, games, given }: CountedDay, zone: string): Promise<void> {
  await tx.delete(figuresOfHours).where(eq(figuresOfHours.day, day))
  await tx.delete(figuresOfGames).where(eq(figuresOfGames.day, day))
  await tx.insert(figuresOfHours).values(hours.map((hour: HourFigures, index) => ({ day, hour: index, ...hour })))
  if (games.length > 0) {
    await tx
      .insert(figuresOfGames)
      .values(games.map(({ game, reference, played }) => ({ day, game, reference, ...played })))
  }
  const row = { zone, ...players, given }
  await tx
    .insert(figuresOfDays)
    .values({ day, ...row })
    .onConflictDoUpdate({ target: figuresOfDays.day, set: row })
}

/** Returns the days that are not stored, or without what each part of the rewards gave: releases from before did not count it. */
async function missingDays({ db, timeZone }: RollUpParts, first: Day, last: Day): Promise<Day[]> {
  const rows = await db.queries
    .select({ day: figuresOfDays.day })
    .from(figuresOfDays)
    .where(and(eq(figuresOfDays.zone, timeZone), isNotNull(figuresOfDays.given)))
  const stored = new Set(rows.map(({ day }) => day))
  const days: Day[] = []
  // The newest first: they are looked at most.
  for (let day = last; day >= first; day = addDays(day, -1)) if (!stored.has(day)) days.push(day)
  return days
}

async function missingWeeks({ db, timeZone }: RollUpParts, first: Day, last: Day): Promise<Day[]> {
  const rows = await db.queries
    .selectDistinct({ week: cohorts.week })
    .from(cohorts)
    .where(and(eq(cohorts.zone, timeZone), eq(cohorts.week, cohorts.cohort)))
  const stored = new Set(rows.map(({ week }) => week))
  return weeksOf(first, last)
    .filter((week) => !stored.has(week))
    .reverse()
}

/**
 * Counts and stores every day and every week that is over and not stored yet.
 *
 * @param goesOn awaited between two of them; false ends the work early
 * @returns the days and the weeks that were counted
 */
export async function rollUp(
  parts: RollUpParts,
  goesOn: () => Promise<boolean> = async () => true,
): Promise<{ readonly days: readonly Day[]; readonly weeks: readonly Day[] }> {
  const { db, now, timeZone: zone } = parts
  const counted = { days: [] as Day[], weeks: [] as Day[] }
  const first = await readFirstDay(db.queries, zone)
  if (first === null) return counted
  const last = lastDay(now(), zone)
  const long = (work: (tx: Queries) => Promise<void>): Promise<void> =>
    db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${TIMEOUT_MS}`))
      await work(tx)
    }, 'long')
  for (const day of await missingDays(parts, first, last)) {
    await long(async (tx) => storeDay(tx, await countDay(tx, day, zone), zone))
    counted.days.push(day)
    if (!(await goesOn())) return counted
  }
  const firstWeek = weekOf(startOfDay(first, zone), zone).day
  const lastWeek = addDays(weekOf(startOfDay(addDays(last, 1), zone), zone).day, -WEEK_DAYS)
  for (const week of await missingWeeks(parts, firstWeek, lastWeek)) {
    await long(async (tx) => {
      await tx.delete(cohorts).where(eq(cohorts.week, week))
      const rows = await countWeek(tx, week, firstWeek, zone)
      await tx.insert(cohorts).values(rows.map((row) => ({ ...row, zone })))
    })
    counted.weeks.push(week)
    if (!(await goesOn())) return counted
  }
  return counted
}
