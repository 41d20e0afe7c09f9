// The sandbox's own players: programs that really open cases through the same services, at a human pace, with play money.
import { randomUUID } from 'node:crypto'
import { createRounds, type Rounds, type RoundsParts } from '../jobs/rounds.ts'
import { RefusalError } from '../refusal.ts'
import { clickOf } from './once.ts'
import type { Opener } from './opening.ts'
import type { Services } from './services.ts'

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

/** Ids that Steam never gave to anyone: they do not begin with 7656. */
const steamidOf = (place: number): string => `1000000000000000${String(place + 1).padStart(2, '0')}`

const PAUSE_MS = { least: 4_000, most: 45_000 } as const
const TURN_SHORTER_MS = 1_000
/** A house player sells what he won before he runs dry. */
const SELL_CHANCE = 0.6

export interface HousePlayers {
  /** Ends their games, and waits for those that are under way. */
  stop(): Promise<void>
}

interface HouseDeps {
  readonly services: Services
  /** Chooses cases and pauses; rolls are made like everyone's. */
  readonly random: () => number
  readonly log: RoundsParts['log']
}

/** A case that the balance affords, the cheaper the likelier. */
function chooseCase(deps: HouseDeps, balance: number): string | undefined {
  const affordable = deps.services.shop
    .categories()
    .flatMap((category) => category.cases)
    .filter((box) => box.enabled && box.price <= balance)
    .map((box) => ({ url: box.url, weight: 1 / box.price ** 0.7 }))
  let left = deps.random() * affordable.reduce((sum, { weight }) => sum + weight, 0)
  for (const { url, weight } of affordable) {
    left -= weight
    if (left <= 0) return url
  }
  return affordable.at(-1)?.url
}

async function play(deps: HouseDeps, player: Opener): Promise<void> {
  const { players, opening, selling } = deps.services
  const balance = (await players.currentUser(player.id))?.balance ?? 0
  const url = chooseCase(deps, balance)
  const click = (route: string) => clickOf(player.id, randomUUID(), route, null)
  if (url === undefined) {
    await selling.sell(player.id, 'all', click('house:sell-all'))
    return
  }
  const count = deps.random() < 0.85 ? 1 : 1 + Math.floor(deps.random() * 4)
  const opened = await opening.open(player, { url, count, price: undefined, click: click(`house:open:${url}`) })
  const ids = opened.drops.flatMap((drop) => (drop.id === null ? [] : [drop.id]))
  if (deps.random() < SELL_CHANCE) await selling.sell(player.id, ids, click('house:sell'))
}

/** Plays, unless another instance has since his last pause. The pause that follows is a little longer than the turn, so that it ends it. */
async function playInTurn(deps: HouseDeps, player: Opener, pauseMs: number): Promise<void> {
  if (!(await deps.services.turns.take(`house-player ${player.id}`, pauseMs - TURN_SHORTER_MS))) return
  await play(deps, player).catch((error: unknown) => {
    if (!(error instanceof RefusalError)) throw error
  })
}

/** The games of one of them, with a pause of his own before each. */
function roundsOf(deps: HouseDeps, player: Opener): Rounds {
  const waitMs = (): number => deps.random() * (PAUSE_MS.most - PAUSE_MS.least)
  return createRounds({
    round: async () => {
      const pauseMs = PAUSE_MS.least + waitMs()
      await playInTurn(deps, player, pauseMs)
      return pauseMs
    },
    firstMs: waitMs(),
    everyMs: PAUSE_MS.most,
    failure: 'a house player could not play',
    log: deps.log,
  })
}

/** Makes the house players where they are missing and lets each play until it is stopped, at the same pace on any number of instances. */
export async function startHousePlayers(deps: HouseDeps): Promise<HousePlayers> {
  const all: Rounds[] = []
  for (const [place, name] of NAMES.entries()) {
    const avatar = `/assets/img/players/house-${place + 1}.svg`
    const id = await deps.services.players.arrive({ steamid: steamidOf(place), name, avatar, level: null }, null)
    all.push(roundsOf(deps, { id, username: name, avatar }))
  }
  for (const rounds of all) rounds.start()
  return {
    stop: async () => {
      await Promise.all(all.map((rounds) => rounds.stop()))
    },
  }
}
