// Writes that this process lives, what its jobs do, and what it counted since the last time.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import site from '../../../../package.json' with { type: 'json' }
import type { Database } from '../../db/database.ts'
import { instances } from '../../db/schema-machine.ts'
import type { BotCondition } from '../../trade/watched-trade.ts'
import { storeRuns } from './job-runs.ts'
import type { JobWatch } from './job-watch.ts'
import { type SecurityCounts, storeSecurityCounts } from './security-counts.ts'

export interface InstanceParts {
  readonly db: Database
  readonly now: () => number
  /** In which this process counts days. */
  readonly timeZone: string
  /** By how many milliseconds the machine's clock is ahead of the database's. */
  readonly aheadMs: () => number
  readonly watch: JobWatch
  readonly security: SecurityCounts
  /** What this process knows of the account that trades; undefined where nobody trades. */
  readonly bot: () => BotCondition | undefined
}

export interface InstanceRecord {
  readonly id: string
  /** Writes a sign of life, and stores what was counted. */
  sign(): Promise<void>
  /** Writes that the process ends. */
  end(): Promise<void>
}

/** Makes the record of this process; its first sign adds its row. */
export function createInstanceRecord({
  db,
  now,
  timeZone,
  aheadMs,
  watch,
  security,
  bot,
}: InstanceParts): InstanceRecord {
  const id = randomUUID()
  const startedAt = new Date(now())
  const own = { id, version: site.version, host: hostname(), pid: process.pid, startedAt, timeZone }
  let stockAt: number | null = null

  function stockIn(condition: BotCondition | undefined): Partial<typeof instances.$inferInsert> {
    const look = condition?.look
    if (look === undefined || look.at === stockAt) return {}
    return { stock: Object.fromEntries(look.items), stockAt: new Date(look.at) }
  }

  async function write(ends: Partial<typeof instances.$inferInsert>, all: boolean): Promise<void> {
    const condition = bot()
    const { look: _look, ...known } = condition ?? {}
    const values = {
      seenAt: new Date(now()),
      clockAheadMs: Math.round(aheadMs()),
      jobs: watch.states(),
      bot: condition === undefined ? null : known,
      ...stockIn(condition),
      ...ends,
    }
    await db.queries
      .insert(instances)
      .values({ ...own, ...values })
      .onConflictDoUpdate({ target: instances.id, set: values })
    stockAt = condition?.look?.at ?? stockAt
    const runs = watch.takeRuns(all)
    await storeRuns(db.queries, id, runs).catch((error: unknown) => {
      watch.giveBack(runs)
      throw error
    })
    const counts = security.take()
    await storeSecurityCounts(db, counts).catch((error: unknown) => {
      security.giveBack(counts)
      throw error
    })
  }

  return {
    id,
    sign: () => write({}, false),
    end: () => write({ endedAt: new Date(now()) }, true),
  }
}
