// A periodic job: work that is repeated while the site runs, one run at a time, each a while after the last has ended.

export interface PeriodicJob {
  start(): void
  /** Stops, and waits for the run under way. */
  stop(): Promise<void>
  /** True once it was stopped, so that a long run can end early. */
  isStopped(): boolean
}

export interface PeriodicJobOptions {
  /** Does what is due; may return the delay until the next run, in milliseconds. */
  readonly run: () => Promise<number> | Promise<void>
  /** The delay until the next run when the last one returned none or failed. */
  readonly everyMs: number
  /** The delay until the first run; `everyMs` when left out. */
  readonly firstMs?: number
  /** The log message of a run that failed. */
  readonly failure: string
  readonly log: { error(fields: object, message: string): void }
}

/** Makes a job, not started. It does not keep the process alive. */
export function createPeriodicJob({
  run: work,
  everyMs,
  firstMs = everyMs,
  failure,
  log,
}: PeriodicJobOptions): PeriodicJob {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  async function run(): Promise<void> {
    try {
      later((await work()) ?? everyMs)
    } catch (error) {
      log.error({ err: error }, failure)
      later(everyMs)
    }
  }

  function later(delayMs: number): void {
    if (stopped) return
    timer = setTimeout(() => {
      running = run()
    }, delayMs)
    timer.unref()
  }

  return {
    start: () => later(firstMs),
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
    isStopped: () => stopped,
  }
}
