// The sandbox's bots: they play every game through the same services as players, at a human pace, with play money, while somebody looks. A
// live shop does not load them.
import { seededRandom } from '../../art/random.ts'
import { createPeriodicJob, type PeriodicJob } from '../base/periodic-job.ts'
import { ProtocolError, RefusalError } from '../base/refusal.ts'
import type { JobLease } from '../db/job-lease.ts'
import type { Services } from '../services/services.ts'
import { type Bot, playGame, prepareBot } from './bot-games.ts'
import { createBotLobby } from './bot-lobby.ts'
import { LOBBY_TICK_MS } from './lobby-plan.ts'
import { drawGames, drawPause, PAUSE_MS, type Random } from './rhythm.ts'
import { BOTS } from './roster.ts'

/** How much earlier than the next turn a lease ends. */
const LEASE_SHORTER_MS = 1_000
/** How often a bot that pauses looks for visitors. */
const LOOK_MS = 5_000
/** Kinds of faults that are remembered as logged. */
const KINDS_MOST = 200

export interface Bots {
  readonly playerIds: readonly number[]
  /** Starts playing, at the same pace on any number of instances. */
  start(): void
  /** Stops, and waits for games under way. */
  stop(): Promise<void>
  /** Plays one game of a bot, by its place. */
  turn(place: number): Promise<void>
  /** Does what is due in the lobby of battles. */
  lobbyTurn(): Promise<void>
}

export interface BotParts {
  readonly services: Services
  readonly lease: Pick<JobLease, 'acquire'>
  readonly now: () => number
  /** What the bots choose follows from it; rolls are drawn like a player's. */
  readonly seed: string
  /** Whether somebody looks; while nobody does, the bots pause. */
  readonly isWatched: () => boolean
  readonly log: { error(fields: object, message: string): void; debug(fields: object, message: string): void }
}

type OnFault = (doing: string, error: unknown) => void

/** Logs each kind of fault once: bots try again and again. A refusal is a normal answer, e.g. of a game that the operator has stopped. */
function createFaultLog(log: BotParts['log']): OnFault {
  const logged = new Set<string>()
  return (doing, error) => {
    const isAnswer = error instanceof RefusalError || error instanceof ProtocolError
    const kind = `${doing}: ${isAnswer ? error.code : error instanceof Error ? `${error.name}: ${error.message}` : error}`
    if (logged.has(kind) || logged.size >= KINDS_MOST) return
    logged.add(kind)
    if (error instanceof RefusalError)
      log.debug({ doing, code: error.code }, 'a bot was refused, and chooses something else')
    else log.error({ doing, err: error }, 'a bot could not play; further errors of the kind are not logged')
  }
}

/** Plays one game of a bot: what it likes, or another where that one is not to be had. */
async function playTurn(services: Services, bot: Bot, random: Random, onFault: OnFault): Promise<void> {
  try {
    await prepareBot({ services }, bot)
  } catch (error) {
    // It may still play with what it has.
    onFault('prepare', error)
  }
  for (const game of drawGames(bot.character, random)) {
    try {
      if (await playGame({ services, random }, bot, game)) return
    } catch (error) {
      onFault(game, error)
    }
  }
}

/** Makes the missing bots. They play once they are started. */
export async function openBots({ services, lease, now, seed, isWatched, log }: BotParts): Promise<Bots> {
  const onFault = createFaultLog(log)
  const bots: Bot[] = []
  for (const { character, ...profile } of BOTS) {
    const id = await services.players.upsertPlayer({ ...profile, level: null }, null)
    bots.push({ id, username: profile.name, avatar: profile.avatar, character })
  }
  const streams = bots.map(({ username }) => seededRandom(`${seed}:${username}`))
  const chance = (text: string): number => seededRandom(`${seed}:${text}`)()
  const lobbyTurn = createBotLobby({ services, bots, random: seededRandom(`${seed}:lobby`), chance, now, onFault })

  async function turn(place: number): Promise<void> {
    const [bot, random] = [bots[place], streams[place]]
    if (bot === undefined || random === undefined) throw new RangeError(`There is no bot at place ${place}`)
    await playTurn(services, bot, random, onFault)
  }

  /** Makes the periodic games of one bot, each after a pause. */
  function jobOf({ id }: Bot, place: number): PeriodicJob {
    const random = seededRandom(`${seed}:pauses:${place}`)
    let isPaused = false
    return createPeriodicJob({
      run: async () => {
        const pauseMs = drawPause(random)
        const wasPaused = isPaused
        isPaused = !isWatched()
        if (isPaused) return LOOK_MS
        // Otherwise all bots would play at the moment when somebody comes.
        if (wasPaused) return pauseMs - PAUSE_MS.least
        // Another instance may have played for it since its last pause.
        if (await lease.acquire(`house-player ${id}`, pauseMs - LEASE_SHORTER_MS)) await turn(place)
        return pauseMs
      },
      firstMs: drawPause(random) - PAUSE_MS.least,
      everyMs: PAUSE_MS.most,
      failure: 'a bot could not play',
      log,
    })
  }

  const lobbyJob = createPeriodicJob({
    run: async () => {
      if (isWatched() && (await lease.acquire('house-lobby', LOBBY_TICK_MS - LEASE_SHORTER_MS))) await lobbyTurn()
      return LOBBY_TICK_MS
    },
    // A new sandbox has battles before it has visitors.
    firstMs: 0,
    everyMs: LOBBY_TICK_MS,
    failure: 'bots could not play battles',
    log,
  })
  const jobs = [lobbyJob, ...bots.map(jobOf)]
  return {
    playerIds: bots.map(({ id }) => id),
    start: () => {
      for (const job of jobs) job.start()
    },
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()))
    },
    turn,
    lobbyTurn,
  }
}
