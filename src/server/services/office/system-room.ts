// What the room System shows, and how much in it is wrong.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { asc } from 'drizzle-orm'
import type { RunsReply, SecurityReply, SystemReply, UpkeepRun } from '../../../protocol/office/system.ts'
import type { ListedSetting } from '../../config/setting-list.ts'
import type { Database, Queries } from '../../db/database.ts'
import { isClockWrong } from '../../db/database-clock.ts'
import { jobLeases } from '../../db/schema-operations.ts'
import { listBackups, readLastDrill, readLastRun } from '../operations/backup/folder.ts'
import { type Nightly, readInstances, readJobs, readRuns, readTrouble } from '../operations/job-runs.ts'
import { readSecurityCounts } from '../operations/security-counts.ts'
import { readUpkeep, type Upkeep, type UpkeepKind, type UpkeepRow } from '../operations/upkeep.ts'

/** What the office asks of the process that it is in. */
export interface SystemSources {
  readonly instanceId: string
  readonly upkeep: Upkeep
  /** What this site does each night. */
  readonly nightly: Nightly
  /** BACKUP_DIR; undefined where it is not set. */
  readonly backupFolder: string | undefined
  readonly settings: readonly ListedSetting[]
  /** The time zone of days here, and the one that is chosen for the next start. */
  readonly zone: { readonly inForce: string; readonly chosen: () => string }
  /** Writes what this process knows at once. */
  readonly sign: () => Promise<void>
  readonly prices: (queries: Queries) => Promise<SystemReply['prices']>
}

/** Runs of each kind that the overview lists. */
const RUNS_LISTED = 5

const msOf = (at: Date | null | undefined): number | null => at?.getTime() ?? null

function upkeepView(row: UpkeepRow, upkeep: Upkeep): UpkeepRun {
  const { id, kind, author, state, problem } = row
  const result = row.result as UpkeepRun['result']
  const ends = { startedAt: row.startedAt.getTime(), endedAt: msOf(row.endedAt) }
  return { id, kind, author, ...ends, state, progress: upkeep.progress(id), result, problem }
}

async function lastUpkeep(queries: Queries, kind: UpkeepKind, upkeep: Upkeep): Promise<UpkeepRun[]> {
  const { rows } = await readUpkeep(queries, kind)
  return rows.slice(0, RUNS_LISTED).map((row) => upkeepView(row, upkeep))
}

const NO_BACKUPS = { isReadable: true, count: 0, newest: null, lastRun: null, drill: null } as const

async function readBackups({ backupFolder: folder, nightly }: SystemSources): Promise<SystemReply['backups']> {
  const kinds = { isOn: folder !== undefined, isNightly: nightly.parts.includes('backup') }
  if (folder === undefined) return { ...kinds, ...NO_BACKUPS }
  try {
    const all = await listBackups(folder)
    const [newest] = all
    const size = newest === undefined ? null : await stat(join(folder, newest.name)).catch(() => null)
    const run = await readLastRun(folder)
    const drill = await readLastDrill(folder)
    return {
      ...kinds,
      isReadable: true,
      count: all.length,
      newest: newest === undefined ? null : { name: newest.name, at: newest.atMs, bytes: size?.size ?? null },
      lastRun: run === undefined ? null : { ...run, at: Date.parse(run.at) },
      drill: drill === undefined ? null : { ...drill, at: Date.parse(drill.at), of: Date.parse(drill.of) },
    }
  } catch {
    // What is wrong with the folder is unknown here, and said as that.
    return { ...kinds, ...NO_BACKUPS, isReadable: false }
  }
}

/** Returns the overview. */
export async function readSystem(db: Database, sources: SystemSources, nowMs: number): Promise<SystemReply> {
  const { queries } = db
  const { nightly, upkeep, instanceId, zone } = sources
  const instances = await readInstances(queries, nowMs)
  const night = await readRuns(queries, { job: 'ledger-check' })
  const [lastNight] = night.rows
  const leases = await queries.select().from(jobLeases).orderBy(asc(jobLeases.name))
  return {
    now: nowMs,
    database: db.kind,
    instances: instances.map(({ jobs: _jobs, bot: _bot, ...instance }) => ({
      ...instance,
      isClockWrong: isClockWrong(instance.clockAheadMs),
      isThis: instance.id === instanceId,
    })),
    jobs: await readJobs(queries, instances, nightly, nowMs),
    leases: leases.map(({ name, nextAt }) => ({ name, nextAt: nextAt.getTime() })),
    checks: await lastUpkeep(queries, 'check', upkeep),
    backupRuns: await lastUpkeep(queries, 'backup', upkeep),
    nightCheck: lastNight === undefined ? null : { endedAt: lastNight.endedAt.getTime(), error: lastNight.error },
    backups: await readBackups(sources),
    prices: await sources.prices(queries),
    zone: { inForce: zone.inForce, chosen: zone.chosen() },
  }
}

/** Returns a page of the kept runs of a job. */
export async function readJobRuns({ queries }: Database, query: Parameters<typeof readRuns>[1]): Promise<RunsReply> {
  const { rows, cursor } = await readRuns(queries, query)
  return {
    rows: rows.map(({ id, host, startedAt, endedAt, runs, longestMs, result, error }) => {
      return { id, host, startedAt: startedAt.getTime(), endedAt: endedAt.getTime(), runs, longestMs, result, error }
    }),
    cursor,
  }
}

/** Returns a page of security events. */
export async function readSecurity(
  { queries }: Database,
  query: Parameters<typeof readSecurityCounts>[1],
): Promise<SecurityReply> {
  const { rows, cursor } = await readSecurityCounts(queries, query)
  return {
    rows: rows.map(({ hour, lastAt, ...row }) => ({ ...row, hour: hour.getTime(), lastAt: lastAt.getTime() })),
    cursor,
  }
}

/** Counts what is wrong: jobs that fail or have not run in time, lost processes, a check or a backup whose last run failed. */
export async function countSystemTrouble(
  { queries }: Database,
  { nightly }: Pick<SystemSources, 'nightly'>,
  nowMs: number,
): Promise<number> {
  const { jobs, lost } = await readTrouble(queries, nightly, nowMs)
  const last = await Promise.all((['check', 'backup'] as const).map((kind) => readUpkeep(queries, kind)))
  const failed = last.filter(({ rows }) => rows.find(({ state }) => state !== 'running')?.state === 'failed')
  return jobs.length + lost.length + failed.length
}
