// Opens, freezes and draws raffles by the clock. What is due stands in the table of raffles itself: a process that was down finds it
// when it is back, and several share the work.
import { RAFFLE_KINDS } from '../../game/rewards.ts'
import { BeaconSilent } from '../beacon/beacon.ts'
import type { RaffleCare } from '../services/raffle-care.ts'
import { createRounds, type Rounds } from './rounds.ts'

/** While a raffle waits for its round, or after a failure: drand has one every three seconds. */
const AGAIN_MS = 3_000

/** Looks at least this often, whatever other processes have opened meanwhile. */
const LOOK_MS = 30_000

export interface RaffleJob extends Rounds {
  /** Does everything that is due; true when nothing was left waiting. */
  round(): Promise<boolean>
}

export interface RaffleJobParts {
  readonly care: RaffleCare
  readonly now: () => number
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

/** The job; it stands still until it is started. */
export function createRaffleJob({ care, now, log }: RaffleJobParts): RaffleJob {
  /** Raffles whose beacon was silent: said once each, not every few seconds. */
  const silent = new Set<string>()

  /** One step that failed holds up none of the others. */
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
      const done = await care.draw(id)
      if (!done) return false
      silent.delete(id)
      log.info({ raffle: number }, 'a raffle was drawn')
      return true
    } catch (error) {
      if (!(error instanceof BeaconSilent)) throw error
      if (!silent.has(id)) log.warn({ raffle: number, err: error }, 'a raffle waits: its beacon is silent')
      silent.add(id)
      return false
    }
  }

  async function round(): Promise<boolean> {
    const done: boolean[] = []
    for (const kind of RAFFLE_KINDS) {
      done.push(await attempt(`the ${kind} raffle could not be opened`, () => care.open(kind).then(() => true)))
    }
    done.push(await attempt('raffles could not be frozen', () => care.freeze().then(() => true)))
    await attempt('raffles that wait could not be read', async () => {
      for (const raffle of await care.waiting()) {
        done.push(await attempt('a raffle could not be drawn', () => draw(raffle)))
      }
      return true
    }).then((read) => done.push(read))
    return done.every(Boolean)
  }

  async function delayAfter(done: boolean): Promise<number> {
    if (!done) return AGAIN_MS
    const next = await care.nextClosing()
    return next === null ? AGAIN_MS : Math.max(0, Math.min(LOOK_MS, next - now()))
  }

  const rounds = createRounds({
    round: async () => delayAfter(await round()),
    firstMs: 0,
    everyMs: AGAIN_MS,
    failure: 'the raffles could not be read',
    log,
  })
  return { ...rounds, round }
}
