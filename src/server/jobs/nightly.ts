// The nightly job, at 04:00 of the site's time or as soon after it as an instance runs: removes outdated rows, adds the partitions of the
// months to come, vacuums PGlite, checks the ledger, and publishes the days that are over. A lease lets one of several instances do each part.
import { setTimeout as wait } from 'node:timers/promises'
import { nightOf } from '../../game/base/site-time.ts'
import { checkNewAudit } from '../audit/check.ts'
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import type { Database } from '../db/database.ts'
import type { JobLease } from '../db/job-lease.ts'
import { keepPartitions } from '../db/partitions.ts'
import { TABLES } from '../db/schema-check.ts'
import { checkLedger, type LedgerReport } from '../ledger/check.ts'
import { keepIntegrity } from '../services/operations/integrity-faults.ts'
import { RETENTION_TABLES, removeOutdated } from '../services/operations/retention.ts'
import { checkPublishedDays } from '../services/transparency/check.ts'
import type { Publishing } from '../services/transparency/publishing.ts'

const MINUTE_MS = 60_000
/** The delay after the start, when the site has other work. */
const FIRST_MS = MINUTE_MS
const LOOK_EVERY_MS = 10 * MINUTE_MS
/** Nights begin at 02:00, when many players open free cases. */
const AFTER_NIGHTFALL_MS = 120 * MINUTE_MS
/** The pause between two statements, for players' calls: PGlite runs one statement at a time. */
const PAUSE_MS = 20

export interface NightlyJob extends PeriodicJob {
  /** Does what is due. */
  runOnce(): Promise<void>
}

interface NightGauge {
  set(value: number): void
}

/** The metrics that the job sets; those of the site fit. */
export interface NightlyMetrics {
  readonly ledgerBroken: NightGauge
  readonly ledgerCheckedAt: NightGauge
  readonly ledgerSeconds: NightGauge
  readonly retentionRemoved: { inc(labels: { readonly table: string }, count: number): void }
  readonly retentionAt: NightGauge
  readonly vacuumSeconds: NightGauge
}

export interface NightlyParts {
  /** Reads the clock before each run. */
  readonly before?: PeriodicJobOptions['before']
  readonly db: Database
  readonly publishing: Publishing
  readonly lease: Pick<JobLease, 'acquire'>
  readonly metrics: NightlyMetrics
  readonly now: () => number
  readonly timeZone: string
  /** False when the operator checks the ledger by other means. */
  readonly checksLedger: boolean
  /** Keeps how each part of the night ended. */
  readonly record?: <T>(name: string, work: () => Promise<T>) => Promise<T>
  readonly log: {
    info(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

/** Removes the outdated rows of every table that has some. */
async function remove({ db, metrics, now, log }: NightlyParts, pause: () => Promise<boolean>): Promise<void> {
  const removed: Record<string, number> = {}
  for (const table of RETENTION_TABLES) {
    removed[table] = await removeOutdated(db, table, now(), pause)
    metrics.retentionRemoved.inc({ table }, removed[table])
  }
  metrics.retentionAt.set(now() / 1000)
  log.info(removed, 'outdated rows were removed')
}

/** Adds partitions where an operator has partitioned a table. */
async function addPartitions({ db, log }: NightlyParts): Promise<void> {
  const added = await keepPartitions(db)
  if (added.length > 0) log.info({ added }, 'partitions were added')
}

/**
 * Vacuums table by table when the database does not do so itself. Each statement runs between players' calls, never within a
 * transaction.
 */
async function vacuum({ db, metrics, log }: NightlyParts, pause: () => Promise<boolean>): Promise<void> {
  if (db.vacuum === null) return
  const began = performance.now()
  let longestMs = 0
  for (const { name } of TABLES) {
    const tableBegan = performance.now()
    await db.vacuum(name)
    longestMs = Math.max(longestMs, performance.now() - tableBegan)
    if (!(await pause())) return
  }
  const tookMs = performance.now() - began
  metrics.vacuumSeconds.set(tookMs / 1000)
  log.info({ tookMs: Math.round(tookMs), longestMs: Math.round(longestMs) }, 'the database was vacuumed')
}

/** How many of the newest published days are compared with the ledger each night; `npm run ledger -- check` compares all. */
const DAYS_COMPARED = 7

/** Recomputes the ledger, compares the newest published days with it, and checks what the audit's chain gained. Returns whether all of it is right. */
async function recompute({ db, metrics, now, log }: NightlyParts): Promise<LedgerReport['difference']> {
  const began = performance.now()
  const { transfers, difference: inLedger } = await checkLedger(db)
  const inDays = inLedger ?? (await checkPublishedDays(db, DAYS_COMPARED)).difference
  const difference = inDays ?? (await checkNewAudit(db, new Date(now()))).difference
  const part = inLedger !== undefined ? 'ledger' : inDays !== undefined ? 'days' : 'audit'
  await keepIntegrity(db, difference && { part, rule: difference.rule }, new Date(now()))
  const seconds = (performance.now() - began) / 1000
  metrics.ledgerBroken.set(difference === undefined ? 0 : 1)
  metrics.ledgerCheckedAt.set(now() / 1000)
  metrics.ledgerSeconds.set(seconds)
  if (difference === undefined) log.info({ transfers, seconds }, 'the ledger is right')
  else
    log.error(
      { rule: difference.rule, row: difference.row },
      'THE LEDGER IS BROKEN, and no day is published: npm run ledger -- check',
    )
  return difference
}

/** Publishes the days that are over. A day is never published from a ledger that is known to be wrong. */
async function publish(
  { publishing, log }: NightlyParts,
  isChecked: boolean,
  goesOn: () => Promise<boolean>,
): Promise<void> {
  const days = await publishing.publishDue(isChecked, goesOn)
  if (days.length > 0) log.info({ days }, 'days were published')
}

/** The ledger is broken: the check has logged how. */
class LedgerBroken extends Error {}

async function checkAndPublish(parts: NightlyParts, goesOn: () => Promise<boolean>): Promise<void> {
  const difference = await recompute(parts)
  if (difference !== undefined) throw new LedgerBroken(`the ledger is broken: ${difference.rule}`)
  await publish(parts, true, goesOn)
}

/** Makes the job, not started. */
export function createNightlyJob(parts: NightlyParts): NightlyJob {
  const { lease, now, timeZone, log, before, record = (_name, work) => work() } = parts
  const pause = async (): Promise<boolean> => {
    await wait(PAUSE_MS)
    return !job.isStopped()
  }
  const untilNextNight = (): number => nightOf(now(), timeZone).toMs + AFTER_NIGHTFALL_MS - now()

  const works: readonly (readonly [name: string, work: () => Promise<void>])[] = [
    ['retention', () => remove(parts, pause)],
    ['partitions', () => addPartitions(parts)],
    ['vacuum', () => vacuum(parts, pause)],
    parts.checksLedger
      ? ['ledger-check', () => checkAndPublish(parts, pause)]
      : ['publishing', () => publish(parts, false, pause)],
  ]

  /** A part that fails does not stop the others, and is tried again the next night. */
  async function runOnce(): Promise<void> {
    for (const [name, work] of works) {
      if (job.isStopped()) return
      try {
        if (await lease.acquire(name, untilNextNight())) await record(name, work)
      } catch (error) {
        if (!(error instanceof LedgerBroken)) log.error({ err: error, job: name }, 'a part of the nightly job failed')
      }
    }
  }

  const job = createPeriodicJob({
    run: runOnce,
    before,
    firstMs: FIRST_MS,
    everyMs: LOOK_EVERY_MS,
    failure: 'a part of the nightly job failed',
    log,
  })
  return { ...job, runOnce }
}
