// Closes sockets of sessions that ended unheard by this instance: by the operator's command line, or while Redis was away.
import { createPeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'

const LOOK_EVERY_MS = 10_000

export interface EndedSessionsParts {
  /** The sessions of open sockets here. */
  readonly openSessions: () => readonly string[]
  /** Returns those of them that have ended. */
  readonly endedAmong: (sessionIds: readonly string[]) => Promise<readonly string[]>
  readonly closeSession: (sessionId: string) => void
  readonly log: PeriodicJobOptions['log']
}

/** Checks every ten seconds; returns a function that stops it. */
export function closeEndedSessions(parts: EndedSessionsParts): () => Promise<void> {
  const { openSessions, endedAmong, closeSession, log } = parts

  async function closeEnded(): Promise<void> {
    const open = openSessions()
    if (open.length === 0) return
    for (const sessionId of await endedAmong(open)) closeSession(sessionId)
  }

  const failure = 'sessions of open sockets could not be read'
  const job = createPeriodicJob({ run: closeEnded, everyMs: LOOK_EVERY_MS, failure, log })
  job.start()
  return job.stop
}
