// What is wrong with the jobs of the site, as the room System shows it, and rows of the audit that nobody seals.
import { sql } from 'drizzle-orm'
import { OPEN_MOST } from '../../../audit/chain.ts'
import { type Queries, queryRows } from '../../../db/database.ts'
import { audit, auditSeals } from '../../../db/schema-office.ts'
import { type Nightly, readTrouble } from '../../operations/job-runs.ts'

/** How long a row of the audit may wait for its seal, which is written within a second; a process that starts has as long. */
export const SEAL_MOST_MS = 5 * 60_000

/** The name of the job that seals the audit, in `jobs.ts`. */
const SEAL_JOB = 'auditSeal'

export interface StoppedJobs {
  /** Jobs that fail or have not run in time, one entry a name, with the longest time. */
  readonly jobs: ReadonlyMap<string, number>
  /** Hosts of processes that fell silent, with the last sign of life. */
  readonly lost: ReadonlyMap<string, number>
}

export interface StoppedJobsParts {
  readonly nightly: Nightly
  /** When this process started, in ms: while no site ran, nothing was sealed. */
  readonly startedMs: number
}

/** Returns since when the oldest row of the audit waits for its seal; null for none. */
async function unsealedSince(queries: Queries): Promise<number | null> {
  const [row] = await queryRows<{ at: string | Date }>(
    queries,
    sql`select a.at from ${audit} a where a.position > coalesce((select l.position from ${auditSeals} s join ${audit} l on l.id = s.audit_id
      order by s.sequence desc limit 1), 0) - ${OPEN_MOST} and not exists (select from ${auditSeals} s where s.audit_id = a.id)
      order by a.position limit 1`,
  )
  return row === undefined ? null : new Date(row.at).getTime()
}

function oldest(entries: readonly (readonly [string, number])[]): Map<string, number> {
  const since = new Map<string, number>()
  for (const [name, ms] of entries) since.set(name, Math.min(ms, since.get(name) ?? ms))
  return since
}

/** Reads the jobs that do not run as they should, and the processes that fell silent, each since when, in ms. */
export async function readStoppedJobs(
  queries: Queries,
  { nightly, startedMs }: StoppedJobsParts,
  nowMs: number,
): Promise<StoppedJobs> {
  const { jobs, lost } = await readTrouble(queries, nightly, nowMs)
  const late = jobs.map(({ job, sinceMs }) => [job, sinceMs ?? nowMs] as const)
  const unsealed = await unsealedSince(queries)
  const isUnsealed = unsealed !== null && nowMs - Math.max(unsealed, startedMs) > SEAL_MOST_MS
  return {
    jobs: oldest(isUnsealed ? [...late, [SEAL_JOB, unsealed]] : late),
    lost: oldest(lost.map(({ host, seenAt }) => [host, seenAt])),
  }
}
