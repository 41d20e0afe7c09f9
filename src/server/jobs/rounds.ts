// Rounds of a job: what is done again and again while the site runs, one at a time, the next a while after the last has ended.

export interface Rounds {
  start(): void
  /** Ends them, and waits for the round that is under way. */
  stop(): Promise<void>
  /** True once they were stopped: a long round can end early. */
  isStopped(): boolean
}

export interface RoundsParts {
  /** Does what is due, and may answer how long to wait for the next round, in milliseconds. */
  readonly round: () => Promise<number> | Promise<void>
  /** Until the next round, where the one before did not answer otherwise or failed. */
  readonly everyMs: number
  /** Until the first one; as long as between two of them where it is left out. */
  readonly firstMs?: number
  /** What the log says of a round that failed. */
  readonly failure: string
  readonly log: { error(fields: object, message: string): void }
}

/** The rounds; they stand still until they are started. They keep no process alive. */
export function createRounds({ round, everyMs, firstMs = everyMs, failure, log }: RoundsParts): Rounds {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  async function run(): Promise<void> {
    try {
      later((await round()) ?? everyMs)
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
