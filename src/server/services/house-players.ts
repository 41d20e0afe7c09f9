// The sandbox's own players: programs that really open cases through the same services, at a human pace, with play money.
import { randomUUID } from 'node:crypto'
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
/** A house player sells what he won before he runs dry. */
const SELL_CHANCE = 0.6

export interface HousePlayers {
  stop(): void
}

interface HouseDeps {
  readonly services: Services
  /** Chooses cases and pauses; rolls are made like everyone's. */
  readonly random: () => number
  readonly warn: (error: unknown) => void
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

/** Makes the house players where they are missing and lets each play until it is stopped. */
export async function startHousePlayers(deps: HouseDeps): Promise<HousePlayers> {
  const timers = new Set<NodeJS.Timeout>()
  let stopped = false

  function later(player: Opener, first: boolean): void {
    if (stopped) return
    const span = PAUSE_MS.most - PAUSE_MS.least
    const delayMs = (first ? 0 : PAUSE_MS.least) + deps.random() * span
    const timer = setTimeout(() => {
      timers.delete(timer)
      play(deps, player)
        .catch((error: unknown) => {
          if (!(error instanceof RefusalError)) deps.warn(error)
        })
        .finally(() => later(player, false))
    }, delayMs)
    timers.add(timer)
  }

  for (const [place, name] of NAMES.entries()) {
    const avatar = `/assets/img/players/house-${place + 1}.svg`
    const id = await deps.services.players.arrive({ steamid: steamidOf(place), name, avatar, level: null }, null)
    later({ id, username: name, avatar }, true)
  }
  return {
    stop: () => {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
