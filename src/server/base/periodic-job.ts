// A periodic job: work that is repeated while the site runs, one run at a time, each some time after the last one has ended.
import { type ErrorLog, logRepeatedOnce } from './repeated-errors.ts'

/** Follows the runs of a job; its functions must not throw. */
export interface JobObserver {
  /** The next run begins in so many milliseconds. */
  readonly planned: (delayMs: number) => void
  readonly began: () => void
  /** A run ended; `error` is what it threw, undefined where it did not. */
  readonly ended: (error: unknown) => void
}

export interface PeriodicJob {
  /** The delay until the next run when the last one returned none or failed. */
  readonly everyMs: number
  /** Has the job followed, from its start on. */
  watch(observer: JobObserver): void
  start(): void
  /** Stops, and waits for the run under way. */
  stop(): Promise<void>
  /** True once it was stopped, so that a long run can end early. */
  isStopped(): boolean
  /** Brings the next run forward, to this many milliseconds from now or the least delay; one that is due earlier stays. */
  runWithin(delayMs: number): void
}

export interface PeriodicJobOptions {
  /** Does the work that is due; may return the delay until the next run, in milliseconds. */
  readonly run: () => Promise<number> | Promise<void>
  /** Reads the clock that decides what is due; when it fails, the run fails. */
  readonly before?: (() => Promise<unknown>) | undefined
  /** The delay until the next run when the last one returned none or failed. */
  readonly everyMs: number
  /** The least delay from the end of a run to the next one, also for a run that was brought forward; 0 when left out. */
  readonly leastMs?: number
  /** The delay until the first run; `everyMs` when left out. */
  readonly firstMs?: number
  /** The log message of a run that failed; the same failure is logged once a minute. */
  readonly failure: string
  readonly log: ErrorLog
}

/** Makes a job, not started. It does not keep the process alive. */
export function createPeriodicJob({
  run: work,
  before,
  everyMs,
  leastMs = 0,
  firstMs = everyMs,
  failure,
  log,
}: PeriodicJobOptions): PeriodicJob {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  /** When the next run begins, by the machine's own time; undefined before the start and during a run. */
  let nextAt = Number.NEGATIVE_INFINITY
  /** The next run does not begin before this time. */
  let notBefore = Number.NEGATIVE_INFINITY
  /** The time that was requested during a run. */
  let wantedAt = Number.POSITIVE_INFINITY
  let observer: JobObserver | undefined
  const failures = logRepeatedOnce(log)

  async function run(): Promise<void> {
    nextAt = Number.NEGATIVE_INFINITY
    let delayMs = everyMs
    let fault: unknown
    observer?.began()
    try {
      await before?.()
      delayMs = (await work()) ?? everyMs
    } catch (error) {
      failures.error({ err: error }, failure)
      fault = error
    }
    observer?.ended(fault)
    notBefore = performance.now() + leastMs
    const wantedMs = Math.max(0, wantedAt - performance.now())
    wantedAt = Number.POSITIVE_INFINITY
    later(Math.min(delayMs, wantedMs))
  }

  function later(wishMs: number): void {
    if (stopped) return
    clearTimeout(timer)
    const delayMs = Math.max(wishMs, notBefore - performance.now())
    nextAt = performance.now() + delayMs
    observer?.planned(delayMs)
    timer = setTimeout(() => {
      running = run()
    }, delayMs)
    timer.unref()
  }

  return {
    everyMs,
    watch: (one) => {
      observer = one
    },
    start: () => later(firstMs),
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
    isStopped: () => stopped,
    runWithin: (delayMs) => {
      const at = performance.now() + delayMs
      if (at < nextAt) later(delayMs)
      // Also before the start: the first run is not earlier than that.
      else if (nextAt === Number.NEGATIVE_INFINITY) wantedAt = Math.min(wantedAt, at)
    },
  }
}
