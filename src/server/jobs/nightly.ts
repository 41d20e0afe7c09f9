// What is done once a night, at 04:00 of the site's time or as soon after it as an instance runs: what is over is removed, PGlite is
// vacuumed, the ledger is recomputed. However many instances there are, one of them takes each turn.
import { setTimeout as wait } from 'node:timers/promises'
import { nightOf } from '../../game/site-time.ts'
import type { Database } from '../db/database.ts'
import { TABLES } from '../db/standing.ts'
import { checkLedger } from '../ledger/check.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { KEPT_FOR_A_TIME, removeOutdated } from '../services/retention.ts'
import { createRounds, type Rounds } from './rounds.ts'
import type { Turns } from './turns.ts'

const MINUTE_MS = 60_000
/** A site that has just started has other things to do. */
const FIRST_MS = MINUTE_MS
const LOOK_EVERY_MS = 10 * MINUTE_MS
/** Nights begin at 02:00, with free cases that many come for. */
const AFTER_NIGHTFALL_MS = 120 * MINUTE_MS
/** Between two statements, so that players' calls come in between: PGlite does one thing at a time. */
const PAUSE_MS = 20

export interface NightlyJob extends Rounds {
  /** Does what is due. */
  round(): Promise<void>
}

export interface NightlyParts {
  readonly db: Database
  readonly turns: Pick<Turns, 'take'>
  readonly metrics: Pick<
    Metrics,
    'ledgerBroken' | 'ledgerCheckedAt' | 'ledgerSeconds' | 'retentionRemoved' | 'retentionAt' | 'vacuumSeconds'
  >
  readonly now: () => number
  readonly timeZone: string
  /** False where the operator checks the ledger himself. */
  readonly checksLedger: boolean
  readonly log: {
    info(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

/** Removes what is over from every table that has such rows. */
async function remove({ db, metrics, now, log }: NightlyParts, pause: () => Promise<boolean>): Promise<void> {
  const removed: Record<string, number> = {}
  for (const table of KEPT_FOR_A_TIME) {
    removed[table] = await removeOutdated(db, table, now(), pause)
    metrics.retentionRemoved.inc({ table }, removed[table])
  }
  metrics.retentionAt.set(now() / 1000)
  log.info(removed, 'rows whose time was over were removed')
}

/** Vacuums table by table where the database does not do so itself. Each takes its turn among the calls, never within a transaction. */
async function vacuum({ db, metrics, log }: NightlyParts, pause: () => Promise<boolean>): Promise<void> {
  if (db.vacuum === null) return
  const began = performance.now()
  let longestMs = 0
  for (const { name } of TABLES) {
    const tableBegan = performance.now()
    await db.vacuum(name)
    longestMs = Math.max(longestMs, performance.now() - tableBegan)
    if (!(await pause())) return
  }
  const tookMs = performance.now() - began
  metrics.vacuumSeconds.set(tookMs / 1000)
  log.info({ tookMs: Math.round(tookMs), longestMs: Math.round(longestMs) }, 'the database was vacuumed')
}

async function recompute({ db, metrics, now, log }: NightlyParts): Promise<void> {
  const began = performance.now()
  const { transfers, difference } = await checkLedger(db)
  const seconds = (performance.now() - began) / 1000
  metrics.ledgerBroken.set(difference === undefined ? 0 : 1)
  metrics.ledgerCheckedAt.set(now() / 1000)
  metrics.ledgerSeconds.set(seconds)
  if (difference === undefined) log.info({ transfers, seconds }, 'the ledger is right')
  else log.error({ rule: difference.rule, row: difference.row }, 'THE LEDGER IS BROKEN: npm run ledger -- check')
}

/** The job; it stands still until it is started. */
export function createNightlyJob(parts: NightlyParts): NightlyJob {
  const { turns, now, timeZone, log } = parts
  const pause = async (): Promise<boolean> => {
    await wait(PAUSE_MS)
    return !rounds.isStopped()
  }
  const untilNextNight = (): number => nightOf(now(), timeZone).toMs + AFTER_NIGHTFALL_MS - now()

  const works: readonly (readonly [name: string, work: () => Promise<void>])[] = [
    ['retention', () => remove(parts, pause)],
    ['vacuum', () => vacuum(parts, pause)],
    ...(parts.checksLedger ? ([['ledger-check', () => recompute(parts)]] as const) : []),
  ]

  /** One that failed holds up none of the others, and is tried again the next night. */
  async function round(): Promise<void> {
    for (const [name, work] of works) {
      if (rounds.isStopped()) return
      try {
        if (await turns.take(name, untilNextNight())) await work()
      } catch (error) {
        log.error({ err: error, job: name }, 'what is done at night failed')
      }
    }
  }

  const rounds = createRounds({
    round,
    firstMs: FIRST_MS,
    everyMs: LOOK_EVERY_MS,
    failure: 'what is done at night failed',
    log,
  })
  return { ...rounds, round }
}
