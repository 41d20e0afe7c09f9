// Looks for new bans once a second: they come from the operator's command line, and every process has to close its sockets.
import type { Bans } from '../services/bans.ts'

const ROUND_MS = 1_000

export interface BansJob {
  start(): void
  stop(): Promise<void>
}

export interface BansJobParts {
  readonly bans: Pick<Bans, 'round'>
  readonly log: { error(fields: object, message: string): void }
}

/** The watch over bans; it stands still until it is started. */
export function createBansJob({ bans, log }: BansJobParts): BansJob {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  function later(): void {
    if (stopped) return
    timer = setTimeout(() => {
      running = bans
        .round()
        .catch((error: unknown) => log.error({ err: error }, 'new bans could not be looked for'))
        .finally(later)
    }, ROUND_MS)
    timer.unref()
  }

  return {
    start: later,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
