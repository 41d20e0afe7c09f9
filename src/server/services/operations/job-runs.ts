// Runs of jobs: stored by each process, read for the office, and judged: which job has not run in time.
import { and, desc, eq, lt, min, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  type InstanceState,
  instanceState,
  type JobHealth,
  type JobState,
  judgeJob,
  judgeNightly,
  NIGHTLY_PARTS,
} from '../../../game/office/job-health.ts'
import type { Queries } from '../../db/database.ts'
import { instances, jobRuns } from '../../db/schema-machine.ts'
import { PAGE_LIMIT, type Page, pageOf } from '../calls/page.ts'
import type { JobRunRow } from './job-watch.ts'

const moment = z.number().nullable()

const jobStateSchema = z.object({
  job: z.string(),
  everyMs: z.number(),
  runningSince: moment,
  endedAt: moment,
  nextAt: moment,
  failures: z.number(),
  // A process of an earlier version wrote none.
  failingSince: moment.default(null),
  error: z.string().nullable(),
}) satisfies z.ZodType<JobState>

const jobStatesSchema = z.array(jobStateSchema)

type InstanceRow = typeof instances.$inferSelect

/** A process of the site with what its jobs do. */
export interface Instance
  extends Pick<InstanceRow, 'id' | 'version' | 'host' | 'pid' | 'clockAheadMs' | 'timeZone' | 'bot'> {
  readonly startedAt: number
  readonly seenAt: number
  readonly endedAt: number | null
  readonly state: InstanceState
  readonly jobs: readonly JobState[]
}

/** Processes that are listed; an orderly restart leaves one behind. */
const INSTANCES_MOST = 100

/** Returns the processes of the site, those with the newest sign of life first, without what was in stock. */
export async function readInstances(queries: Queries, nowMs: number): Promise<Instance[]> {
  const { stock: _stock, ...columns } = { ...instances }
  const { id, version, host, pid, startedAt, seenAt, endedAt, clockAheadMs, timeZone, jobs, bot } = columns
  const rows = await queries
    .select({ id, version, host, pid, startedAt, seenAt, endedAt, clockAheadMs, timeZone, jobs, bot })
    .from(instances)
    .orderBy(desc(instances.seenAt))
    .limit(INSTANCES_MOST)
  const signs = rows.map((row) => ({
    ...row,
    startedAt: row.startedAt.getTime(),
    seenAt: row.seenAt.getTime(),
    endedAt: row.endedAt?.getTime() ?? null,
    jobs: jobStatesSchema.parse(row.jobs),
  }))
  return signs.map((sign) => ({ ...sign, state: instanceState(sign, signs, nowMs) }))
}

/** Stores runs of a process; a row that was stored before grows. */
export async function storeRuns(queries: Queries, instanceId: string, rows: readonly JobRunRow[]): Promise<void> {
  if (rows.length === 0) return
  await queries
    .insert(jobRuns)
    .values(rows.map((row) => ({ ...row, instanceId })))
    .onConflictDoUpdate({
      target: jobRuns.id,
      set: { endedAt: sql`excluded.ended_at`, runs: sql`excluded.runs`, longestMs: sql`excluded.longest_ms` },
    })
}

/** A job as the office lists it: of one process, or done once a night by any of them. */
export interface JobReport {
  readonly job: string
  /** Null for what is done once a night. */
  readonly instance: Pick<Instance, 'id' | 'host' | 'pid'> | null
  readonly health: JobHealth
  /** Since when it is not fine; null for fine. */
  readonly sinceMs: number | null
  readonly everyMs: number | null
  readonly runningSince: number | null
  readonly endedAt: number | null
  readonly nextAt: number | null
  readonly error: string | null
}

/** Returns the newest run of each part of the night: the end of an index each, however many runs are kept. */
async function lastNightly(queries: Queries): Promise<Map<string, typeof jobRuns.$inferSelect>> {
  const last = new Map<string, typeof jobRuns.$inferSelect>()
  for (const part of NIGHTLY_PARTS) {
    const isOfPart = eq(jobRuns.job, part)
    const [row] = await queries.select().from(jobRuns).where(isOfPart).orderBy(desc(jobRuns.id)).limit(1)
    if (row !== undefined) last.set(part, row)
  }
  return last
}

/** What a site does each night: a site without backups of its own lacks that part. */
export interface Nightly {
  readonly parts: readonly string[]
}

/** Returns every job of the processes that run, and the parts of the night, with what is wrong of them. */
export async function readJobs(
  queries: Queries,
  running: readonly Instance[],
  { parts }: Nightly,
  nowMs: number,
): Promise<JobReport[]> {
  const own = running
    .filter(({ state }) => state === 'running')
    .flatMap(({ id, host, pid, seenAt, jobs }) =>
      jobs.map((state) => {
        const { job, everyMs, runningSince, endedAt, nextAt, error } = state
        const verdict = judgeJob(state, seenAt)
        return { job, instance: { id, host, pid }, ...verdict, everyMs, runningSince, endedAt, nextAt, error }
      }),
    )
  const last = await lastNightly(queries)
  const [watched] = await queries.select({ since: min(instances.startedAt) }).from(instances)
  const sinceMs = watched?.since?.getTime() ?? nowMs
  const nightly = parts.map((job) => {
    const row = last.get(job)
    const run = row === undefined ? null : { endedAt: row.endedAt.getTime(), failed: row.result === 'failed' }
    const verdict = judgeNightly(run, { sinceMs, nowMs })
    const none = { instance: null, everyMs: null, runningSince: null, nextAt: null }
    return { job, ...none, ...verdict, endedAt: run?.endedAt ?? null, error: row?.error ?? null }
  })
  return [...own, ...nightly]
}

/** Returns what is wrong: jobs that fail or have not run in time, and processes that fell silent. */
export async function readTrouble(
  queries: Queries,
  nightly: Nightly,
  nowMs: number,
): Promise<{ readonly jobs: readonly JobReport[]; readonly lost: readonly Instance[] }> {
  const all = await readInstances(queries, nowMs)
  const jobs = await readJobs(queries, all, nightly, nowMs)
  return { jobs: jobs.filter(({ health }) => health !== 'fine'), lost: all.filter(({ state }) => state === 'lost') }
}

export type StoredRun = typeof jobRuns.$inferSelect & { readonly host: string | null }

/** Returns the kept runs of a job, the newest first. */
export async function readRuns(
  queries: Queries,
  { job, result, cursor }: { job: string; result?: 'done' | 'failed' | undefined; cursor?: string | undefined },
): Promise<Page<StoredRun>> {
  const rows = await queries
    .select({ row: jobRuns, host: instances.host })
    .from(jobRuns)
    .leftJoin(instances, eq(instances.id, jobRuns.instanceId))
    .where(
      and(
        eq(jobRuns.job, job),
        result === undefined ? undefined : eq(jobRuns.result, result),
        cursor === undefined ? undefined : lt(jobRuns.id, cursor),
      ),
    )
    .orderBy(desc(jobRuns.id))
    .limit(PAGE_LIMIT)
  return pageOf(
    rows.map(({ row, host }) => ({ ...row, host })),
    ({ id }) => id,
  )
}
