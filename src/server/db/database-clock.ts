// The clock of the database, which all instances share: a machine whose clock is wrong must not advance raffles, nights or leases.
//
// Between two readings it goes on by the machine's monotonic clock, which no change of the machine's time moves.
import { sql } from 'drizzle-orm'
import { type Database, queryRows } from './database.ts'

/** A difference of the machine's clock from the database's that is logged. */
const LOGGED_MS = 2_000

/** A difference with which an instance is not ready: its machine needs attention, and its log would mislead. */
const MOST_MS = 30_000

/** Half of the time that a reading took is its uncertainty; the clock is not moved for less than that and these milliseconds. */
const JITTER_MS = 50

/** Tells whether a machine's clock is too far off for an instance to be ready. */
export function isClockWrong(aheadMs: number): boolean {
  return Math.abs(aheadMs) > MOST_MS
}

export interface DatabaseClock {
  /** Returns milliseconds since 1970. */
  now(): number
  /** Reads the database's clock. Calls at the same time share one reading. */
  sync(): Promise<void>
  /** Returns by how many milliseconds the machine's clock was ahead at the last reading; negative when it was behind. */
  aheadMs(): number
  /** Tells whether the machine's clock was too far off at the last reading for the instance to be ready. */
  isWrong(): boolean
}

export interface DatabaseClockOptions {
  readonly db: Database
  readonly log: { warn(fields: object, message: string): void }
  /** The machine's clock: milliseconds since 1970. */
  readonly machineNow?: () => number
}

async function readClock({ queries }: Database): Promise<number> {
  const [row] = await queryRows<{ ms: string | number }>(
    queries,
    sql`select extract(epoch from clock_timestamp()) * 1000 as ms`,
  )
  return Number(row?.ms)
}

/**
 * Reads the clock of a database for the first time. PGlite has the machine's own.
 *
 * @throws when the database does not answer
 */
export async function openDatabaseClock({
  db,
  log,
  machineNow = Date.now,
}: DatabaseClockOptions): Promise<DatabaseClock> {
  if (db.kind === 'pglite') {
    return { now: machineNow, sync: async () => undefined, aheadMs: () => 0, isWrong: () => false }
  }
  /** What to add to the monotonic clock. */
  let offsetMs = Number.NaN
  let aheadMs = 0
  let loggedMs = 0
  let reading: Promise<void> | undefined

  /** Logs a difference once, and again when it has changed by as much. */
  function logDifference(): void {
    if (Math.abs(aheadMs) <= LOGGED_MS) {
      loggedMs = 0
      return
    }
    if (Math.abs(aheadMs - loggedMs) <= LOGGED_MS) return
    loggedMs = aheadMs
    const way = aheadMs > 0 ? 'ahead of' : 'behind'
    const words = `the clock of this machine is ${way} the database's; the site goes by the database's. Run chrony or ntpd on both`
    log.warn({ differenceSeconds: Math.round(Math.abs(aheadMs) / 1000) }, words)
  }

  async function read(): Promise<void> {
    const askedMs = performance.now()
    const databaseMs = await readClock(db)
    const answeredMs = performance.now()
    const uncertainMs = (answeredMs - askedMs) / 2
    const readMs = databaseMs - (askedMs + uncertainMs)
    if (!(Math.abs(readMs - offsetMs) <= JITTER_MS + uncertainMs)) offsetMs = readMs
    aheadMs = machineNow() - (answeredMs + offsetMs)
    logDifference()
  }

  const sync = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }

  await sync()
  return {
    now: () => Math.round(performance.now() + offsetMs),
    sync,
    aheadMs: () => aheadMs,
    isWrong: () => isClockWrong(aheadMs),
  }
}
