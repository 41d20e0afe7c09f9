// Follows the jobs of this process: what each does now, and its runs, which are kept in memory until they are stored.
import type { JobState } from '../../../game/office/job-health.ts'
import { newId } from '../../base/ids.ts'
import type { PeriodicJob } from '../../base/periodic-job.ts'
import type { jobRuns } from '../../db/schema-machine.ts'

export type JobRunRow = Omit<typeof jobRuns.$inferInsert, 'instanceId'>

/** Runs that end alike are one row for this long. */
const STRETCH_MS = 3_600_000

/** How often the row of runs that are done is stored while it grows: the state of a job is stored every ten seconds anyway. */
const STORE_EVERY_MS = 60_000

/** Letters of an error that are kept. */
const ERROR_MOST = 500

/** Returns what a failed run is kept with: its message, without the values of a statement. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/\nparams: [\s\S]*$/, '').slice(0, ERROR_MOST) || 'an error without a message'
}

export interface JobWatch {
  /** Follows a job from its start on; one that never starts is not listed. */
  watch(name: string, job: Pick<PeriodicJob, 'everyMs' | 'watch'>): void
  /** Keeps that a step of the run under way failed, where the job catches it itself. */
  fault(name: string, error: unknown): void
  /** Runs work that is not a periodic job, such as a part of the night, and keeps how it ended. Rejects as the work does. */
  record<T>(name: string, work: () => Promise<T>): Promise<T>
  states(): readonly JobState[]
  /** Returns the rows that changed and are due to be stored; `all` also those that grow. */
  takeRuns(all?: boolean): readonly JobRunRow[]
  /** Takes rows back that could not be stored. */
  giveBack(rows: readonly JobRunRow[]): void
}

interface Followed {
  state: JobState
  /** What a step of the run under way failed with. */
  fault: string | null
}

interface Stretch {
  row: JobRunRow
  isDirty: boolean
  storedAt: number
}

/** Makes the watch. `now` returns the site's time in ms. */
export function createJobWatch({ now }: { readonly now: () => number }): JobWatch {
  const followed = new Map<string, Followed>()
  const stretches = new Map<string, Stretch>()
  /** Rows that no run joins any more. */
  let closed: JobRunRow[] = []

  function keep(job: string, startedAt: number, endedAt: number, error: string | null): void {
    const result = error === null ? 'done' : 'failed'
    const tookMs = Math.max(0, Math.round(endedAt - startedAt))
    const last = stretches.get(job)
    if (last !== undefined && last.row.error === error && startedAt - last.row.startedAt.getTime() < STRETCH_MS) {
      const { row } = last
      const longestMs = Math.max(row.longestMs, tookMs)
      last.row = { ...row, endedAt: new Date(endedAt), runs: row.runs + 1, longestMs }
      last.isDirty = true
      return
    }
    if (last?.isDirty === true) closed.push(last.row)
    const ends = { startedAt: new Date(startedAt), endedAt: new Date(endedAt) }
    const row = { id: newId(), job, ...ends, runs: 1, longestMs: tookMs, result, error } as const
    stretches.set(job, { row, isDirty: true, storedAt: Number.NEGATIVE_INFINITY })
  }

  function endRun(name: string, error: unknown): void {
    const job = followed.get(name)
    if (job === undefined) return
    const text = error === undefined ? job.fault : errorText(error)
    const endedAt = now()
    const failures = text === null ? 0 : job.state.failures + 1
    keep(name, job.state.runningSince ?? endedAt, endedAt, text)
    const failingSince = text === null ? null : (job.state.failingSince ?? endedAt)
    job.state = { ...job.state, runningSince: null, endedAt, failures, failingSince, error: text }
    job.fault = null
  }

  return {
    watch: (name, job) => {
      const { everyMs } = job
      const first = {
        job: name,
        everyMs,
        runningSince: null,
        endedAt: null,
        failures: 0,
        failingSince: null,
        error: null,
      }
      job.watch({
        planned: (delayMs) => {
          const before = followed.get(name)
          const state = { ...(before?.state ?? first), nextAt: now() + delayMs }
          followed.set(name, { state, fault: before?.fault ?? null })
        },
        began: () => {
          const job = followed.get(name)
          if (job !== undefined) job.state = { ...job.state, runningSince: now(), nextAt: null }
        },
        ended: (error) => endRun(name, error),
      })
    },
    fault: (name, error) => {
      const job = followed.get(name)
      if (job !== undefined) job.fault ??= errorText(error)
    },
    record: async (name, work) => {
      const startedAt = now()
      try {
        const result = await work()
        keep(name, startedAt, now(), null)
        return result
      } catch (error) {
        keep(name, startedAt, now(), errorText(error))
        throw error
      }
    },
    states: () => [...followed.values()].map(({ state }) => state),
    takeRuns: (all = false) => {
      const at = performance.now()
      const rows = closed
      closed = []
      for (const stretch of stretches.values()) {
        const { row, isDirty, storedAt } = stretch
        if (!isDirty || !(all || row.result === 'failed' || at - storedAt >= STORE_EVERY_MS)) continue
        rows.push(row)
        stretch.isDirty = false
        stretch.storedAt = at
      }
      return rows
    },
    giveBack: (rows) => {
      for (const row of rows) {
        const stretch = stretches.get(row.job)
        if (stretch?.row.id === row.id) Object.assign(stretch, { isDirty: true, storedAt: Number.NEGATIVE_INFINITY })
        else closed.push(row)
      }
    },
  }
}
