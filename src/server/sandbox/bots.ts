// The sandbox's bots: they open cases through the same services as players, at a human pace, with play money.
import { randomUUID } from 'node:crypto'
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import { RefusalError } from '../base/refusal.ts'
import type { JobLease } from '../db/job-lease.ts'
import { idempotencyKeyOf } from '../services/calls/idempotency.ts'
import type { Player } from '../services/calls/player.ts'
import { randomClientSeed } from '../services/rolls/seeds.ts'
import type { Services } from '../services/services.ts'

const NAMES = [
  'Andromeda',
  'Borealis',
  'Cassini',
  'Deimos',
  'Europa',
  'Fomalhaut',
  'Ganymede',
  'Halley',
  'Io',
  'Juno',
  'Kepler',
  'Luna',
] as const

/** Steam ids that Steam never assigned: they do not begin with 7656. */
const steamidOf = (place: number): string => `1000000000000000${String(place + 1).padStart(2, '0')}`

const PAUSE_MS = { least: 4_000, most: 45_000 } as const
const TURN_SHORTER_MS = 1_000
/** The chance that a bot sells what it won. */
const SELL_CHANCE = 0.6

export interface Bots {
  readonly playerIds: readonly number[]
  /** Stops the bots, and waits for games under way. */
  stop(): Promise<void>
}

interface BotParts {
  readonly services: Services
  readonly lease: Pick<JobLease, 'acquire'>
  /** Chooses cases and pauses; rolls are drawn like a player's. */
  readonly random: () => number
  readonly log: PeriodicJobOptions['log']
}

/** Chooses a case that the balance affords; cheaper ones are more likely. */
function chooseCase(parts: BotParts, balance: number): string | undefined {
  const affordable = parts.services.shop
    .categories()
    .flatMap((category) => category.cases)
    .filter((box) => box.enabled && box.price <= balance)
    .map((box) => ({ url: box.url, weight: 1 / box.price ** 0.7 }))
  let left = parts.random() * affordable.reduce((sum, { weight }) => sum + weight, 0)
  for (const { url, weight } of affordable) {
    left -= weight
    if (left <= 0) return url
  }
  return affordable.at(-1)?.url
}

async function play(parts: BotParts, player: Player): Promise<void> {
  const { players, seeds, opening, selling } = parts.services
  const { balance = 0, unseeded = null } = (await players.currentUser(player.id)) ?? {}
  // A house player has no browser: its client seed is the server's too, with play money at stake.
  if (unseeded !== null) await seeds.supply(player.id, { commit: unseeded, clientSeed: randomClientSeed() })
  const url = chooseCase(parts, balance)
  const keyFor = (route: string) => idempotencyKeyOf(player.id, randomUUID(), route, null)
  if (url === undefined) {
    await selling.sell(player.id, { kind: 'all' }, keyFor('house:sell-all'))
    return
  }
  const count = parts.random() < 0.85 ? 1 : 1 + Math.floor(parts.random() * 4)
  const opened = await opening.open(player, {
    url,
    count,
    price: undefined,
    idempotencyKey: keyFor(`house:open:${url}`),
  })
  const ids = opened.drops.flatMap((drop) => (drop.id === null ? [] : [drop.id]))
  if (parts.random() < SELL_CHANCE) await selling.sell(player.id, { kind: 'named', ids }, keyFor('house:sell'))
}

/**
 * Plays unless another instance has played for this bot since its last pause. The pause that follows is a little longer than the
 * lease.
 */
async function playWithLease(parts: BotParts, player: Player, pauseMs: number): Promise<void> {
  if (!(await parts.lease.acquire(`house-player ${player.id}`, pauseMs - TURN_SHORTER_MS))) return
  await play(parts, player).catch((error: unknown) => {
    if (!(error instanceof RefusalError)) throw error
  })
}

/** Makes the periodic games of one bot, each after a pause. */
function jobOf(parts: BotParts, player: Player): PeriodicJob {
  const waitMs = (): number => parts.random() * (PAUSE_MS.most - PAUSE_MS.least)
  return createPeriodicJob({
    run: async () => {
      const pauseMs = PAUSE_MS.least + waitMs()
      await playWithLease(parts, player, pauseMs)
      return pauseMs
    },
    firstMs: waitMs(),
    everyMs: PAUSE_MS.most,
    failure: 'a bot could not play',
    log: parts.log,
  })
}

/** Makes the missing bots and starts them all, at the same pace on any number of instances. */
export async function startBots(parts: BotParts): Promise<Bots> {
  const all: PeriodicJob[] = []
  const playerIds: number[] = []
  for (const [place, name] of NAMES.entries()) {
    const avatar = `/assets/img/players/house-${place + 1}.svg`
    const id = await parts.services.players.upsertPlayer({ steamid: steamidOf(place), name, avatar, level: null }, null)
    playerIds.push(id)
    all.push(jobOf(parts, { id, username: name, avatar }))
  }
  for (const job of all) job.start()
  return {
    playerIds,
    stop: async () => {
      await Promise.all(all.map((job) => job.stop()))
    },
  }
}
