// Counts events of security by hour, without addresses and persons: the log of the process has those, for as long as it is kept.
import { and, desc, eq, gte, lt, or, sql } from 'drizzle-orm'
import type { Database, Queries } from '../../db/database.ts'
import { securityCounts } from '../../db/schema-machine.ts'
import { PAGE_LIMIT, type Page, pageOf } from '../calls/page.ts'

const HOUR_MS = 3_600_000

/** Letters of a code and a call that are kept; both are declared by the site. */
const TEXT_MOST = 80

/** The most kinds of events of an hour in memory; further ones are counted together, so that a caller cannot fill the memory. */
const KINDS_MOST = 500

export interface SecurityEventCount {
  readonly source: 'site' | 'office' | 'realtime'
  readonly event: string
  /** Why: a code of the site; empty for none. */
  readonly code: string
  /** The declared route; empty for none. */
  readonly call: string
}

type CountRow = SecurityEventCount & { readonly hour: Date; readonly count: number; readonly lastAt: Date }

export interface SecurityCounts {
  note(event: SecurityEventCount, times?: number): void
  /** Returns what was counted since the last time. */
  take(): readonly CountRow[]
  /** Takes counts back that could not be stored. */
  giveBack(rows: readonly CountRow[]): void
}

/** Makes the counts of this process. */
export function createSecurityCounts({ now }: { readonly now: () => number }): SecurityCounts {
  let counts = new Map<string, CountRow>()

  function add(row: CountRow): void {
    const { source, event, code, call, hour } = row
    const full = [hour.getTime(), source, event, code, call].join('\n')
    const isNew = !counts.has(full)
    const others = { ...row, code: 'other', call: '' }
    const entry = isNew && counts.size >= KINDS_MOST ? others : row
    const key = entry === others ? [hour.getTime(), source, event, 'other', ''].join('\n') : full
    const before = counts.get(key)
    counts.set(key, { ...entry, count: (before?.count ?? 0) + row.count })
  }

  return {
    note: ({ source, event, code, call }, times = 1) => {
      if (times <= 0) return
      const at = now()
      const texts = { code: code.slice(0, TEXT_MOST), call: call.slice(0, TEXT_MOST) }
      const hour = new Date(at - (at % HOUR_MS))
      add({ source, event, ...texts, hour, count: times, lastAt: new Date(at) })
    },
    take: () => {
      const rows = [...counts.values()]
      counts = new Map()
      return rows
    },
    giveBack: (rows) => rows.forEach(add),
  }
}

/** Adds counts to those that are stored. */
export async function storeSecurityCounts({ queries }: Database, rows: readonly CountRow[]): Promise<void> {
  if (rows.length === 0) return
  const { hour, source, event, code, call } = securityCounts
  // In one order, so that two processes do not wait for each other.
  const sorted = rows.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
  await queries
    .insert(securityCounts)
    .values(sorted)
    .onConflictDoUpdate({
      target: [hour, source, event, code, call],
      set: {
        count: sql`${securityCounts.count} + excluded.count`,
        lastAt: sql`greatest(${securityCounts.lastAt}, excluded.last_at)`,
      },
    })
}

function keyOf({ hour, source, event, code, call }: CountRow): string {
  return [hour.toISOString(), source, event, code, call].join('\n')
}

export type StoredCount = typeof securityCounts.$inferSelect

/** Where a page begins: after this hour and row. */
const CURSOR = /^(\d{1,15})-(\d{1,15})$/

/** Returns a page of counts, the newest hour first. */
export async function readSecurityCounts(
  queries: Queries,
  {
    event,
    from,
    to,
    cursor,
  }: { event?: string | undefined; from?: number | undefined; to?: number | undefined; cursor?: string | undefined },
): Promise<Page<StoredCount>> {
  const [, hourMs, id] = CURSOR.exec(cursor ?? '') ?? []
  const before = new Date(Number(hourMs))
  const isAfter =
    hourMs === undefined
      ? undefined
      : or(lt(securityCounts.hour, before), and(eq(securityCounts.hour, before), lt(securityCounts.id, Number(id))))
  const rows = await queries
    .select()
    .from(securityCounts)
    .where(
      and(
        event === undefined ? undefined : eq(securityCounts.event, event),
        from === undefined ? undefined : gte(securityCounts.hour, new Date(from)),
        to === undefined ? undefined : lt(securityCounts.hour, new Date(to)),
        isAfter,
      ),
    )
    .orderBy(desc(securityCounts.hour), desc(securityCounts.id))
    .limit(PAGE_LIMIT)
  return pageOf(rows, (row) => `${row.hour.getTime()}-${row.id}`)
}
