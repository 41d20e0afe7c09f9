// Looks for new bans once a second: they come from the operator's command line, and every process has to close its sockets.
import type { Bans } from '../services/bans.ts'
import { createRounds, type Rounds, type RoundsParts } from './rounds.ts'

export interface BansJobParts {
  readonly bans: Pick<Bans, 'round'>
  readonly log: RoundsParts['log']
}

/** The watch over bans; it stands still until it is started. */
export function createBansJob({ bans, log }: BansJobParts): Rounds {
  return createRounds({ round: bans.round, everyMs: 1_000, failure: 'new bans could not be looked for', log })
}
