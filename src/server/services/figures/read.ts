// Reads the figures of periods: days that are over from what the job stored, the running day from the ledger.
import { and, between, eq, type SQL, sql } from 'drizzle-orm'
import { addDays, type Day, dayAt } from '../../../game/base/site-time.ts'
import { type Played, sumPlayed } from '../../../game/games/returns.ts'
import {
  type DayFigures,
  daysOf,
  HOUR_FIGURES,
  type HourFigures,
  type Period,
  sumHours,
} from '../../../game/office/figures.ts'
import type { GivenByPart } from '../../../game/rewards/gift-cost.ts'
import type { Queries } from '../../db/database.ts'
import { figuresOfDays, figuresOfGames, figuresOfHours } from '../../db/schema-figures.ts'
import { type CountedDay, countDay, hourStarts, spanOfDay } from './count-day.ts'
import { type RollUpParts, readFirstDay } from './roll-up.ts'

/** How long the running day is kept: everyone in the office may ask for it. */
const KEPT_MS = 15_000

export interface PlayedReference {
  readonly game: string
  /** The case's URL; empty for other games. */
  readonly reference: string
  readonly played: Played
}

export interface PeriodFigures {
  /** The days of the period that the shop had, in their order. */
  readonly days: readonly (DayFigures & { readonly day: Day })[]
  /** Days that are over and not counted yet: they are missing in every sum. */
  readonly missing: readonly Day[]
  readonly games: readonly PlayedReference[]
  /** What was given by part of the rewards, of the days that are counted so. */
  readonly given: readonly { readonly day: Day; readonly given: GivenByPart }[]
}

export interface HourOfDay extends HourFigures {
  readonly day: Day
  /** Its first moment. */
  readonly at: number
}

export interface FiguresReader {
  /** Returns today, as a day of the site's time zone. */
  today(): Day
  /** Returns the first day of the shop; null before it. */
  firstDay(): Promise<Day | null>
  read(period: Period): Promise<PeriodFigures>
  /** Returns the hours of a short period, without those that have not begun. */
  readHours(period: Period): Promise<readonly HourOfDay[]>
}

type SumOf = { readonly [Name in keyof HourFigures]: SQL<number> }

const SUMS = Object.fromEntries(
  HOUR_FIGURES.map((name) => [name, sql<number>`sum(${figuresOfHours[name]})`.mapWith(Number)]),
) as unknown as SumOf

const hourOnly = (row: HourFigures): HourFigures =>
  Object.fromEntries(HOUR_FIGURES.map((name) => [name, row[name]])) as HourFigures

async function readStoredGiven(queries: Queries, { first, last }: Period, zone: string) {
  const rows = await queries
    .select({ day: figuresOfDays.day, given: figuresOfDays.given })
    .from(figuresOfDays)
    .where(and(between(figuresOfDays.day, first, last), eq(figuresOfDays.zone, zone)))
  return rows.flatMap(({ day, given }) => (given === null ? [] : [{ day, given }]))
}

function withDay({ day, hours, players }: CountedDay): DayFigures & { readonly day: Day } {
  return { day, ...sumHours(hours), ...players }
}

/** Adds what was played of the same game or case. */
function addUp(rows: readonly PlayedReference[]): PlayedReference[] {
  const keyOf = ({ game, reference }: PlayedReference): string => `${game} ${reference}`
  const sums = sumPlayed(rows, keyOf, ({ played }) => played)
  const named = new Map(rows.map((row) => [keyOf(row), row]))
  return [...named].map(([key, row]) => ({ ...row, played: sums.get(key) ?? row.played }))
}

async function readStoredGames(queries: Queries, { first, last }: Period, zone: string): Promise<PlayedReference[]> {
  const { game, reference } = figuresOfGames
  const sum = (column: (typeof figuresOfGames)[keyof Played]) => sql<number>`sum(${column})`.mapWith(Number)
  const rows = await queries
    .select({
      game,
      reference,
      rolls: sum(figuresOfGames.rolls),
      staked: sum(figuresOfGames.staked),
      won: sum(figuresOfGames.won),
      expected: sum(figuresOfGames.expected),
      variance: sum(figuresOfGames.variance),
    })
    .from(figuresOfGames)
    .innerJoin(figuresOfDays, eq(figuresOfDays.day, figuresOfGames.day))
    .where(and(between(figuresOfGames.day, first, last), eq(figuresOfDays.zone, zone)))
    .groupBy(game, reference)
  return rows.map(({ game: name, reference: url, ...played }) => ({ game: name, reference: url, played }))
}

function readStoredDays(queries: Queries, { first, last }: Period, zone: string) {
  return queries
    .select({
      day: figuresOfDays.day,
      active: figuresOfDays.active,
      returning: figuresOfDays.returning,
      payers: figuresOfDays.payers,
      ...SUMS,
    })
    .from(figuresOfDays)
    .innerJoin(figuresOfHours, eq(figuresOfHours.day, figuresOfDays.day))
    .where(and(between(figuresOfDays.day, first, last), eq(figuresOfDays.zone, zone)))
    .groupBy(figuresOfDays.day, figuresOfDays.active, figuresOfDays.returning, figuresOfDays.payers)
}

function readStoredHours(queries: Queries, { first, last }: Period, zone: string) {
  return queries
    .select({ hours: figuresOfHours })
    .from(figuresOfHours)
    .innerJoin(figuresOfDays, eq(figuresOfDays.day, figuresOfHours.day))
    .where(and(between(figuresOfHours.day, first, last), eq(figuresOfDays.zone, zone)))
    .orderBy(figuresOfHours.day, figuresOfHours.hour)
}

/** Counts days that are not over, or that ended a moment ago; each is kept for some seconds. */
function createRunningDays({ db, now, timeZone }: RollUpParts) {
  const kept = new Map<Day, { readonly atMs: number; readonly counted: Promise<CountedDay> }>()
  return (day: Day): Promise<CountedDay> => {
    for (const [other, { atMs }] of kept) if (now() - atMs >= KEPT_MS) kept.delete(other)
    const running = kept.get(day)
    if (running !== undefined) return running.counted
    const counted = db.transaction(async (tx) => {
      // The planner expects far more rows than a day has: compiling the plan took 300 ms, running it 20.
      await tx.execute('set local jit = off')
      return countDay(tx, day, timeZone)
    })
    kept.set(day, { atMs: now(), counted })
    counted.catch(() => kept.delete(day))
    return counted
  }
}

/** Makes the reader. */
export function createFiguresReader(parts: RollUpParts): FiguresReader {
  const { db, now, timeZone: zone } = parts
  const running = createRunningDays(parts)
  const today = (): Day => dayAt(now(), zone)

  /** The part of a period that the shop had; null where there is none. */
  async function within({ first, last }: Period): Promise<Period | null> {
    const began = await readFirstDay(db.queries, zone)
    if (began === null) return null
    const part = { first: first < began ? began : first, last: last > today() ? today() : last }
    return part.first > part.last ? null : part
  }

  /** Days that a job has not stored: today and yesterday are counted now, and others are missing. */
  async function liveOf(days: readonly Day[]): Promise<{ live: CountedDay[]; missing: Day[] }> {
    const isLive = (day: Day): boolean => day >= addDays(today(), -1)
    const live: CountedDay[] = []
    for (const day of days.filter(isLive)) live.push(await running(day))
    return { live, missing: days.filter((day) => !isLive(day)) }
  }

  return {
    today,
    firstDay: () => readFirstDay(db.queries, zone),
    read: async (period) => {
      const part = await within(period)
      if (part === null) return { days: [], missing: [], games: [], given: [] }
      const stored = await readStoredDays(db.queries, part, zone)
      const names = new Set(stored.map(({ day }) => day))
      const { live, missing } = await liveOf(daysOf(part).filter((day) => !names.has(day)))
      const games = [...(await readStoredGames(db.queries, part, zone)), ...live.flatMap((day) => day.games)]
      const days = [...stored, ...live.map(withDay)].sort((one, other) => (one.day < other.day ? -1 : 1))
      const given = [...(await readStoredGiven(db.queries, part, zone)), ...live]
      return { days, missing, games: addUp(games), given }
    },
    readHours: async (period) => {
      const part = await within(period)
      if (part === null) return []
      const stored = (await readStoredHours(db.queries, part, zone)).map(({ hours }) => hours)
      const names = new Set(stored.map(({ day }) => day))
      const { live } = await liveOf(daysOf(part).filter((day) => !names.has(day)))
      const startOf = (day: Day, hour: number): number => hourStarts(spanOfDay(day, zone))[hour] ?? 0
      const all = [
        ...stored.map((row) => ({ ...hourOnly(row), day: row.day, at: startOf(row.day, row.hour) })),
        ...live.flatMap(({ day, hours }) => hours.map((row, hour) => ({ ...row, day, at: startOf(day, hour) }))),
      ]
      return all.filter(({ at }) => at <= now()).sort((one, other) => one.at - other.at)
    },
  }
}
