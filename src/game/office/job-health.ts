// Which jobs of the site have not run in time: pure rules over what each process writes about its jobs.

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** How often a process writes that it lives, and what its jobs do. */
export const SIGN_EVERY_MS = 10 * SECOND_MS

/** A process without a sign for this long does not run. */
export const SILENT_MS = 6 * SIGN_EVERY_MS

/** How long a process that ended without a word is called lost, where none began after it on its host. */
export const LOST_SHOWN_MS = 24 * HOUR_MS

/** What a run may take at most; longer for work that reads the whole database. */
const RUN_MOST_MS = 15 * MINUTE_MS
const LONG_RUN_MOST_MS = 12 * HOUR_MS
const LONG_JOBS: readonly string[] = ['nightly', 'backups']

/** How late a run may begin. */
const LATE_MOST_MS = MINUTE_MS

/** Consecutive failures that count, and for how long: a job that runs every second fails some times while the database restarts. */
const FAILURES_COUNT = 3
const FAILING_MS = MINUTE_MS
/** A job that runs less often than this is failing at its first failure. */
const RARE_MS = 5 * MINUTE_MS

/** What is done once a night by one of all processes, and how long ago it may have ended. */
export const NIGHTLY_PARTS = ['retention', 'partitions', 'vacuum', 'ledger-check', 'publishing', 'backup'] as const
const NIGHT_MOST_MS = 26 * HOUR_MS
const DAY_MS = 24 * HOUR_MS

/** One job of one process, as that process last wrote it. */
export interface JobState {
  readonly job: string
  /** The usual delay between two runs. */
  readonly everyMs: number
  /** When the run under way began; null between two runs. */
  readonly runningSince: number | null
  /** When the last run ended; null before the first. */
  readonly endedAt: number | null
  /** When the next run is to begin; null during a run. */
  readonly nextAt: number | null
  /** Consecutive runs that failed. */
  readonly failures: number
  /** When the first of those ended; null for none. */
  readonly failingSince: number | null
  /** What the last run failed with; null where it did not. */
  readonly error: string | null
}

/** fine; failing: its runs fail; late: a run has not begun in time; stuck: a run takes too long. */
export const JOB_HEALTHS = ['fine', 'failing', 'late', 'stuck'] as const

export type JobHealth = (typeof JOB_HEALTHS)[number]

/** What is judged of a job. */
export interface JobVerdict {
  readonly health: JobHealth
  /** Since when it is not fine: when the run began or should have, or when the first failure ended. Null for fine. */
  readonly sinceMs: number | null
}

const FINE: JobVerdict = { health: 'fine', sinceMs: null }

/**
 * Judges one job of a process that lives.
 *
 * @param seenAt when the process wrote it, in ms
 */
export function judgeJob(state: JobState, seenAt: number): JobVerdict {
  const { job, everyMs, runningSince, nextAt, failures, failingSince } = state
  const runMostMs = LONG_JOBS.includes(job) ? LONG_RUN_MOST_MS : RUN_MOST_MS
  if (runningSince !== null && seenAt - runningSince > runMostMs) return { health: 'stuck', sinceMs: runningSince }
  if (runningSince === null && nextAt !== null && seenAt - nextAt > LATE_MOST_MS) {
    return { health: 'late', sinceMs: nextAt }
  }
  if (failingSince === null) return FINE
  const isFailing = everyMs >= RARE_MS || (failures >= FAILURES_COUNT && seenAt - failingSince >= FAILING_MS)
  return isFailing ? { health: 'failing', sinceMs: failingSince } : FINE
}

/**
 * Judges what is done once a night.
 *
 * @param last when it last ended, and whether it failed; null where no run is stored
 * @param sinceMs since when the site has been watched: before a night has passed nothing is late
 */
export function judgeNightly(
  last: { readonly endedAt: number; readonly failed: boolean } | null,
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
): JobVerdict {
  if (last?.failed === true) return { health: 'failing', sinceMs: last.endedAt }
  const beforeMs = last?.endedAt ?? sinceMs
  return nowMs - beforeMs > NIGHT_MOST_MS ? { health: 'late', sinceMs: beforeMs + DAY_MS } : FINE
}

/** A process of the site, as it last wrote. */
export interface InstanceSign {
  readonly host: string
  readonly startedAt: number
  readonly seenAt: number
  /** When it ended in an orderly way; null while it runs, and for one that was killed. */
  readonly endedAt: number | null
}

export const INSTANCE_STATES = ['running', 'lost', 'replaced', 'ended'] as const

export type InstanceState = (typeof INSTANCE_STATES)[number]

/** Judges a process: one that fell silent is lost, unless another began on its host afterwards or a day has passed. */
export function instanceState(sign: InstanceSign, all: readonly InstanceSign[], nowMs: number): InstanceState {
  if (sign.endedAt !== null) return 'ended'
  const silentMs = nowMs - sign.seenAt
  if (silentMs <= SILENT_MS) return 'running'
  const isReplaced = all.some(({ host, startedAt }) => host === sign.host && startedAt > sign.seenAt)
  return isReplaced || silentMs > LOST_SHOWN_MS ? 'replaced' : 'lost'
}
