// How often each case was opened lately, and since when it is in the catalogue: for the order of cases and their badges. Past days are
// counted already (services/fairness/returns.ts); only the rolls since are counted here.
import { type CaseBadge, type CaseCount, hotCases, isNewCase, POPULAR_DAYS } from '../../../game/cases/case-badges.ts'
import { leastIdAt } from '../../base/ids.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database } from '../../db/database.ts'

const DAY_MS = 86_400_000

export interface CountedCase extends CaseCount {
  readonly badges: readonly CaseBadge[]
}

export interface CaseCounts {
  /** Returns what was counted of a case at the last count. */
  of(url: string): CountedCase
  /** Counts again; calls the listeners when something has changed. */
  recount(): Promise<void>
  /** Calls back when counts have changed. */
  onChange(listener: () => void): void
}

const NOT_COUNTED: CountedCase = { opened: 0, firstSeen: 0, badges: [] }

const nameOfDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)

/** Everything before the last counted day is in the sums of days, everything after it is not. */
const LAST_DAY = { name: 'case-counts-last', text: 'select max(day) as day from returns_of_days' }

const OF_DAYS = {
  name: 'case-counts-days',
  text: `select reference as url, sum(rolls) as opened from returns_of_days
    where game = 'case' and day >= $1 group by reference`,
}

const SINCE = {
  name: 'case-counts-since',
  text: `select odds_tables.reference as url, count(*) as opened
    from rolls join odds_tables on odds_tables.hash = rolls.odds_hash
    where rolls.id >= $1::uuid and rolls.game = 'case' group by odds_tables.reference`,
}

/** What was there with the first catalogue is not new: its time is 0. */
const FIRST_SEEN = {
  name: 'case-counts-first',
  text: `select reference as url, extract(epoch from min(since)) * 1000 as at,
      min(since) = (select min(since) from odds_periods) as original
    from odds_periods where hash is not null group by reference`,
}

interface OpenedRow {
  readonly url: string
  readonly opened: string | number
}

async function readOpened(db: Database, nowMs: number): Promise<Map<string, number>> {
  const fromMs = nowMs - (nowMs % DAY_MS) - (POPULAR_DAYS - 1) * DAY_MS
  const [last] = await db.run<{ day: string | null }>(LAST_DAY, [])
  const sinceMs = last?.day == null ? fromMs : Math.max(fromMs, Date.parse(last.day) + DAY_MS)
  const [days, since] = await Promise.all([
    db.run<OpenedRow>(OF_DAYS, [nameOfDay(fromMs)]),
    db.run<OpenedRow>(SINCE, [leastIdAt(sinceMs)]),
  ])
  const opened = new Map<string, number>()
  for (const row of [...days, ...since]) opened.set(row.url, (opened.get(row.url) ?? 0) + Number(row.opened))
  return opened
}

async function readFirstSeen(db: Database): Promise<Map<string, number>> {
  const rows = await db.run<{ url: string; at: string | number; original: boolean }>(FIRST_SEEN, [])
  return new Map(rows.map(({ url, at, original }) => [url, original ? 0 : Math.round(Number(at))]))
}

export interface CaseCountsParts {
  readonly db: Database
  readonly catalogue: () => LoadedCatalogue
  readonly now: () => number
}

async function countAll({ db, catalogue, now }: CaseCountsParts): Promise<Map<string, CountedCase>> {
  const nowMs = now()
  const [opened, firstSeen] = await Promise.all([readOpened(db, nowMs), readFirstSeen(db)])
  const counts = new Map<string, CaseCount>()
  for (const url of catalogue().catalogue.cases.keys()) {
    counts.set(url, { opened: opened.get(url) ?? 0, firstSeen: firstSeen.get(url) ?? 0 })
  }
  const hot = hotCases(counts)
  return new Map(
    Array.from(counts, ([url, count]) => {
      const badges: CaseBadge[] = []
      if (isNewCase(count, nowMs)) badges.push('new')
      if (hot.has(url)) badges.push('hot')
      return [url, { ...count, badges }]
    }),
  )
}

/** Makes the counts over a database, counted once. */
export async function createCaseCounts(parts: CaseCountsParts): Promise<CaseCounts> {
  let counted = await countAll(parts)
  const listeners = new Set<() => void>()
  return {
    of: (url) => counted.get(url) ?? NOT_COUNTED,
    recount: async () => {
      const before = JSON.stringify([...counted])
      counted = await countAll(parts)
      if (JSON.stringify([...counted]) === before) return
      for (const listener of listeners) listener()
    },
    onChange: (listener) => {
      listeners.add(listener)
    },
  }
}
