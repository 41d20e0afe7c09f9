// The room Today: the figures of a period beside the one before it, and cohorts.
import { asc, eq, gte, inArray } from 'drizzle-orm'
import type { Localized } from '../../../game/base/language.ts'
import { addDays, type Day, startOfDay, weekOf } from '../../../game/base/site-time.ts'
import { sumPlayed } from '../../../game/games/returns.ts'
import {
  type DayFigures,
  daysOf,
  HOURS_MOST,
  PERIOD_MOST,
  type Period,
  periodBefore,
  sumFigures,
} from '../../../game/office/figures.ts'
import type { CohortsReply, ReturnRow, TodayReply } from '../../../protocol/office/today.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Database } from '../../db/database.ts'
import { catalogueCases } from '../../db/schema.ts'
import { cohorts } from '../../db/schema-figures.ts'
import type { FiguresReader, PeriodFigures, PlayedReference } from '../figures/read.ts'
import { readWaiting } from './waiting.ts'

/** Weeks of sign-in that the cohorts show. */
const COHORT_WEEKS = 13

export interface TodayParts {
  readonly db: Database
  readonly now: () => number
  readonly timeZone: string
  readonly figures: FiguresReader
}

/** Returns the period of a question. Throws where it ends before it begins, is too long or is to come. */
export function periodOf({ figures }: TodayParts, from: Day | undefined, to: Day | undefined): Period {
  const today = figures.today()
  const last = to ?? (from === undefined || from > today ? today : from)
  const period = { first: from ?? last, last }
  if (period.first > last || last > today || addDays(period.first, PERIOD_MOST) <= last) {
    throw new ProtocolError(400, 'invalid', `A period has 1 to ${PERIOD_MOST} days, none of them after today`)
  }
  return period
}

async function titlesOf({ queries }: Database, urls: readonly string[]): Promise<ReadonlyMap<string, Localized>> {
  if (urls.length === 0) return new Map()
  const rows = await queries
    .select()
    .from(catalogueCases)
    .where(inArray(catalogueCases.url, [...urls]))
  return new Map(rows.map(({ url, view }) => [url, (view as { readonly name: Localized }).name]))
}

/** The games, and the cases; the most staked first. */
async function returnsOf(db: Database, now: PeriodFigures, before: PeriodFigures) {
  const sumOf = (rows: readonly PlayedReference[], nameOf: (row: PlayedReference) => string | null) =>
    sumPlayed(rows, nameOf, ({ played }) => played)
  const rowsOf = (nameOf: (row: PlayedReference) => string | null, titles: ReadonlyMap<string, Localized>) => {
    const earlier = sumOf(before.games, nameOf)
    return [...sumOf(now.games, nameOf)]
      .map(([name, played]): ReturnRow => {
        return { name, title: titles.get(name) ?? null, played, before: earlier.get(name) ?? null }
      })
      .sort((one, other) => other.played.staked - one.played.staked || (one.name < other.name ? -1 : 1))
  }
  const caseOf = ({ game, reference }: PlayedReference): string | null => (game === 'case' ? reference : null)
  const urls = now.games.map(caseOf).filter((url) => url !== null)
  return { games: rowsOf(({ game }) => game, new Map()), cases: rowsOf(caseOf, await titlesOf(db, urls)) }
}

/** Reads a period beside the one before it. */
export async function readSpan(parts: TodayParts, period: Period) {
  const { db, now, timeZone: zone, figures } = parts
  const before = periodBefore(period)
  const counted = await figures.read(period)
  const countedBefore = await figures.read(before)
  const sum = (days: readonly DayFigures[]): DayFigures => sumFigures(days)
  return {
    days: counted.days,
    daysBefore: countedBefore.days,
    span: {
      zone,
      today: figures.today(),
      began: await figures.firstDay(),
      at: now(),
      period,
      before,
      missing: [...countedBefore.missing, ...counted.missing],
      total: sum(counted.days),
      totalBefore: countedBefore.days.length === 0 ? null : sum(countedBefore.days),
      ...(await returnsOf(db, counted, countedBefore)),
    },
  }
}

/** Reads the figures of a period. */
export async function readToday(parts: TodayParts, period: Period): Promise<TodayReply> {
  const { db, now, figures } = parts
  const { days, daysBefore, span } = await readSpan(parts, period)
  const isShort = daysOf(period).length <= HOURS_MOST
  return {
    ...span,
    days: [...days],
    daysBefore: [...daysBefore],
    hours: isShort ? [...(await figures.readHours(period))] : [],
    hoursBefore: isShort ? [...(await figures.readHours(span.before))] : [],
    waiting: await readWaiting(db, now()),
  }
}

/** Reads the cohorts of the last weeks of sign-in that are over. */
export async function readCohorts({ db, timeZone: zone, figures }: TodayParts): Promise<CohortsReply> {
  const today = figures.today()
  const oldest = addDays(weekOf(startOfDay(today, zone), zone).day, -7 * COHORT_WEEKS)
  const rows = await db.queries.select().from(cohorts).where(gte(cohorts.week, oldest)).orderBy(asc(cohorts.week))
  const own = rows.filter((row) => row.zone === zone && row.cohort >= oldest)
  const names = [...new Set(own.map(({ cohort }) => cohort))].sort().reverse()
  return {
    zone,
    cohorts: names.map((cohort) => {
      const weeks = own.filter((row) => row.cohort === cohort)
      return {
        cohort,
        players: weeks.reduce((sum, { players }) => sum + players, 0),
        weeks: weeks.map(({ week, active, payers, firstPayers, deposited, margin }) => {
          return { week, active, payers, firstPayers, deposited, margin }
        }),
      }
    }),
  }
}

/** Returns the different players of a whole week; null where it is not counted yet. */
export async function readWeekPlayers(
  { db, timeZone: zone }: TodayParts,
  week: Day,
): Promise<{ readonly active: number; readonly payers: number } | null> {
  const rows = await db.queries.select().from(cohorts).where(eq(cohorts.week, week))
  const own = rows.filter((row) => row.zone === zone)
  if (own.length === 0) return null
  const sum = (name: 'active' | 'payers'): number => own.reduce((total, row) => total + row[name], 0)
  return { active: sum('active'), payers: sum('payers') }
}
