// Sockets of sessions that were ended where nobody could tell this instance: by the operator's command line, or while Redis was away.
import { createRounds, type RoundsParts } from '../jobs/rounds.ts'

const LOOK_EVERY_MS = 10_000

export interface EndedSessionsParts {
  /** The sessions of open sockets here. */
  readonly openSessions: () => readonly string[]
  /** Those of them that are over. */
  readonly endedAmong: (sessionIds: readonly string[]) => Promise<readonly string[]>
  readonly closeSession: (sessionId: string) => void
  readonly log: RoundsParts['log']
}

/** Looks every ten seconds; answers what ends that. */
export function closeEndedSessions(parts: EndedSessionsParts): () => Promise<void> {
  const { openSessions, endedAmong, closeSession, log } = parts

  async function look(): Promise<void> {
    const open = openSessions()
    if (open.length === 0) return
    for (const sessionId of await endedAmong(open)) closeSession(sessionId)
  }

  const failure = 'sessions of open sockets could not be looked up'
  const rounds = createRounds({ round: look, everyMs: LOOK_EVERY_MS, failure, log })
  rounds.start()
  return rounds.stop
}
