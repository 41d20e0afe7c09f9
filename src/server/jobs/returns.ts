// Counts the returns of the days that are over: at start whatever is missing, then once a day. One instance has the turn; should two
// ever do it at once, they write the same.
import type { Database } from '../db/database.ts'
import { countReturns } from '../services/returns.ts'
import { createRounds, type Rounds } from './rounds.ts'
import type { Turns } from './turns.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** A roll that was begun before midnight has been written by then, whatever had to be tried again. */
const GRACE_MS = 10 * MINUTE_MS

/** After a failure, and where another instance had the turn: should it have died, what it left is counted then. */
const AGAIN_MS = 10 * MINUTE_MS

export interface ReturnsJob extends Rounds {
  /** Counts what is missing; answers the days that were counted. */
  round(): Promise<string[]>
}

export interface ReturnsJobParts {
  readonly db: Database
  readonly turns: Turns
  readonly now: () => number
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void }
}

/** How long until the next day may be counted. */
function untilNextDay(nowMs: number): number {
  return DAY_MS - ((nowMs - GRACE_MS) % DAY_MS)
}

/** The job; it stands still until it is started. */
export function createReturnsJob({ db, turns, now, log }: ReturnsJobParts): ReturnsJob {
  const round = (): Promise<string[]> => countReturns(db, now() - GRACE_MS)

  /** Answers when the next days may be there. */
  async function inTurn(): Promise<number> {
    if (!(await turns.take('returns', AGAIN_MS))) return AGAIN_MS
    const days = await round()
    if (days.length > 0) log.info({ days: days.length }, 'the returns of days were counted')
    return untilNextDay(now())
  }

  const failure = 'the returns of days could not be counted'
  return { ...createRounds({ round: inTurn, firstMs: 0, everyMs: AGAIN_MS, failure, log }), round }
}
