// Opens, freezes and draws raffles by the clock. The table of raffles holds when each step is due, so a
// restart loses nothing and several processes share the work.
import { RAFFLE_KINDS } from '../../game/rewards/rewards.ts'
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import { BeaconUnavailable } from '../beacon/beacon.ts'
import type { RaffleLifecycle } from '../services/raffle/lifecycle.ts'

/** The delay while a raffle waits for its round, or after a failure: drand has a round every three seconds. */
const AGAIN_MS = 3_000

/** The longest delay, because other processes may open raffles meanwhile. */
const LOOK_MS = 30_000

export interface RaffleJob extends PeriodicJob {
  /** Does everything that is due; returns true when nothing is left waiting. */
  runOnce(): Promise<boolean>
}

export interface RaffleJobParts {
  /** Reads the clock before each run. */
  readonly before?: PeriodicJobOptions['before']
  readonly lifecycle: RaffleLifecycle
  readonly now: () => number
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

/** Makes the job, not started. */
export function createRaffleJob({ lifecycle, now, log, before }: RaffleJobParts): RaffleJob {
  /** Raffles whose beacon was unavailable: logged once each, not every few seconds. */
  const unavailable = new Set<string>()

  /** Runs one step; a step that fails does not stop the others. */
  async function attempt(what: string, work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work()
    } catch (error) {
      log.error({ err: error }, what)
      return false
    }
  }

  async function draw({ id, number }: { id: string; number: number }): Promise<boolean> {
    try {
      const done = await lifecycle.draw(id)
      if (!done) return false
      unavailable.delete(id)
      log.info({ raffle: number }, 'a raffle was drawn')
      return true
    } catch (error) {
      if (!(error instanceof BeaconUnavailable)) throw error
      if (!unavailable.has(id)) log.warn({ raffle: number, err: error }, 'a raffle waits: its beacon is unavailable')
      unavailable.add(id)
      return false
    }
  }

  async function runOnce(): Promise<boolean> {
    const done: boolean[] = []
    for (const kind of RAFFLE_KINDS) {
      done.push(await attempt(`the ${kind} raffle could not be opened`, () => lifecycle.open(kind).then(() => true)))
    }
    done.push(await attempt('raffles could not be frozen', () => lifecycle.freeze().then(() => true)))
    await attempt('waiting raffles could not be read', async () => {
      for (const raffle of await lifecycle.waiting()) {
        done.push(await attempt('a raffle could not be drawn', () => draw(raffle)))
      }
      return true
    }).then((read) => done.push(read))
    return done.every(Boolean)
  }

  async function delayAfter(done: boolean): Promise<number> {
    if (!done) return AGAIN_MS
    const next = await lifecycle.nextClosing()
    return next === null ? AGAIN_MS : Math.max(0, Math.min(LOOK_MS, next - now()))
  }

  const job = createPeriodicJob({
    run: async () => delayAfter(await runOnce()),
    before,
    firstMs: 0,
    everyMs: AGAIN_MS,
    failure: 'the raffles could not be read',
    log,
  })
  return { ...job, runOnce }
}
