// Runs the steps of battles that are due. The table of battles holds when each step is due, so a restart loses nothing and several processes
// share the work. A separate job reads the beacon, because a relay that does not answer must not delay payments.

import type { SiteEvents } from '../base/events.ts'
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import { BeaconUnavailable } from '../beacon/beacon.ts'
import type { BattleServices } from '../services/battles/battles.ts'
import type { DueRound } from '../services/battles/drawing.ts'

/** The longest delay: other processes may have stored a step that is due, and the operator may have banned a player meanwhile. */
const LOOK_MS = 2_000
/** The shortest delay, so that battles that are due at nearly the same moment are drawn and paid together. */
const LEAST_MS = 250
/** The delay while a round of the beacon is due: relays have it a moment later. */
const ROUND_MS = 500
/** The delay after a relay failed. */
const AGAIN_MS = 3_000

export interface BattlesJob extends PeriodicJob {
  /** Runs all steps that are due, except draws from the beacon. Returns the delay until the next run, in milliseconds. */
  runOnce(): Promise<number>
}

export interface BattleDrawsJob extends PeriodicJob {
  /** Draws the battles whose round the beacon has output; returns true when none is left waiting. */
  runOnce(): Promise<boolean>
}

export interface BattleJobParts {
  readonly battles: Pick<
    BattleServices,
    'locks' | 'leaving' | 'drawing' | 'settling' | 'undrawable' | 'nextDue' | 'stop'
  >
  /** Reads the clock before each run. */
  readonly before?: PeriodicJobOptions['before']
  readonly events: SiteEvents
  readonly now: () => number
  readonly log: {
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

/** Starts a job, and brings its runs forward to when a battle becomes due in this process. */
function startWhenDue(job: PeriodicJob, { events, now }: BattleJobParts): void {
  events.on('battleDue', (atMs) => job.runWithin(Math.max(0, atMs - now())))
  job.start()
}

/** Returns the delay until the next step of a battle is due; steps that other processes stored are among them. */
async function delayToNext({ battles, now }: BattleJobParts): Promise<number> {
  const next = await battles.nextDue()
  return next === null ? LOOK_MS : Math.min(LOOK_MS, Math.max(LEAST_MS, next.getTime() - now()))
}

/** Makes the job that sends locks, draws committed seeds, pays results, and ends open battles; not started. */
export function createBattlesJob(parts: BattleJobParts): BattlesJob {
  const { battles, events, log, before } = parts
  const { locks, leaving, drawing, settling, undrawable } = battles
  /** When closed battles were ended last, by the machine's own time. */
  let closedAt = Number.NEGATIVE_INFINITY

  /** Runs one step; a step that fails does not stop the others. */
  async function attempt(failure: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      log.error({ err: error }, failure)
    }
  }

  /** Runs the steps that are due by the clock. */
  async function runDue(): Promise<void> {
    await attempt('locks of battles could not be sent', locks.sendDue)
    await attempt('battles could not be drawn', drawing.drawSeeded)
    await attempt('draws of battles could not be announced', drawing.announceDue)
    await attempt('battles could not be settled', settling.settleDue)
    await attempt('open battles could not be expired', leaving.expireDue)
  }

  /** Ends battles and frees seats that the operator or a player has closed. It reads all open battles, so it runs less often than due steps. */
  async function endClosed(): Promise<void> {
    closedAt = performance.now()
    await attempt('battles of an earlier catalogue could not be ended', leaving.endRepriced)
    await attempt('battles of unknown chains could not be refunded', undrawable.endDue)
    await attempt('players could not be taken out of battles', leaving.removeClosedPlayers)
  }

  async function runOnce(): Promise<number> {
    await runDue()
    await endClosed()
    return delayToNext(parts)
  }

  const job = createPeriodicJob({
    run: async () => {
      await runDue()
      if (performance.now() - closedAt >= LOOK_MS) await endClosed()
      return delayToNext(parts)
    },
    before,
    firstMs: 0,
    everyMs: LOOK_MS,
    leastMs: LEAST_MS,
    failure: 'battles could not be read',
    log,
  })
  return {
    ...job,
    runOnce,
    start: () => {
      // Changes in this process take effect at once; those of another process or the operator within the longest delay.
      for (const name of ['exclusion', 'banned', 'edition'] as const) {
        events.on(name, () => {
          closedAt = Number.NEGATIVE_INFINITY
          job.runWithin(0)
        })
      }
      startWhenDue(job, parts)
    },
    stop: async () => {
      await job.stop()
      battles.stop()
    },
  }
}

/** Makes the job that draws battles from the beacon, not started. */
export function createBattleDrawsJob(parts: BattleJobParts): BattleDrawsJob {
  const { battles, log, before } = parts
  const { drawing } = battles
  /** Rounds that no relay returned: logged once each. */
  const unavailable = new Set<string>()

  async function draw(due: DueRound): Promise<'drawn' | 'early' | 'failed'> {
    const name = `${due.chain}.${due.round}`
    try {
      if (!(await drawing.drawRound(due))) return 'early'
      unavailable.delete(name)
      return 'drawn'
    } catch (error) {
      if (!(error instanceof BeaconUnavailable)) {
        log.error({ err: error, ...due }, 'battles could not be drawn')
      } else if (!unavailable.has(name)) {
        unavailable.add(name)
        log.warn({ err: error, ...due }, 'battles wait: their beacon is unavailable')
      }
      return 'failed'
    }
  }

  async function drawAll(): Promise<readonly string[]> {
    const done: string[] = []
    for (const due of await drawing.dueRounds()) done.push(await draw(due))
    return done
  }

  const job = createPeriodicJob({
    run: async () => {
      const done = await drawAll()
      if (done.includes('failed')) return AGAIN_MS
      return done.includes('early') ? ROUND_MS : delayToNext(parts)
    },
    before,
    firstMs: 0,
    everyMs: AGAIN_MS,
    leastMs: LEAST_MS,
    failure: 'battles that wait for the beacon could not be read',
    log,
  })
  return {
    ...job,
    runOnce: async () => (await drawAll()).every((done) => done === 'drawn'),
    start: () => startWhenDue(job, parts),
  }
}
