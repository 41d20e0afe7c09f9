// The overlay of a player's stream: their last drops and the sums since a moment, for anyone who has its token.
import { LRUCache } from 'lru-cache'
import { REVEAL_DELAY_MS } from '../../../game/base/economy-everywhere.ts'
import { type DropSource, SHARED_GAMES, type SharedGame } from '../../../game/base/games.ts'
import type { ItemView } from '../../../protocol/common.ts'
import {
  OVERLAY_DROPS,
  type OverlayAction,
  type OverlayState,
  type OwnOverlay,
  TOKEN,
} from '../../../protocol/sharing.ts'
import { leastIdAt } from '../../base/ids.ts'
import type { Database } from '../../db/database.ts'
import { newToken } from './token.ts'

const DAY_MS = 86_400_000

/** Sums of as many overlays are kept between reads; what is dropped is counted again. */
const KEPT_SUMS = 500

/** All readers of an overlay share one answer for this long. */
const FRESH_MS = 2_000

const RETURNED = 'player_id, token, extract(epoch from since) * 1000 as since'

/** $1 player, $2 token, $3 now. A new token makes the old page unknown. */
const MAKE = {
  name: 'overlay-make',
  text: `
insert into overlays (player_id, token, since) values ($1, $2, $3)
on conflict (player_id) do update set token = excluded.token, since = excluded.since returning ${RETURNED}`,
}

const RESTART = {
  name: 'overlay-restart',
  text: `update overlays set since = $2 where player_id = $1 returning ${RETURNED}`,
}

const END = { name: 'overlay-end', text: 'delete from overlays where player_id = $1' }

const OF_PLAYER = { name: 'overlay-of-player', text: `select ${RETURNED} from overlays where player_id = $1` }

const OF_TOKEN = { name: 'overlay-of-token', text: `select ${RETURNED} from overlays where token = $1` }

/**
 * $1 player, $2 games, $3 from this id, $4 before this id. Rolls of one table of odds cost the same, so that each table is read once. Staked items
 * are part of the cost: else an upgraded item would be won twice and paid for once.
 */
const COUNT = {
  name: 'overlay-count',
  text: `
select found.game, sum(found.rolls)::int as rolls, sum(found.won) as won,
  sum(found.rolls * (odds_tables.text::json ->> 'price')::bigint) as paid
from (
  select rolls.game, rolls.odds_hash, count(*) as rolls, coalesce(sum(items.price), 0) as won
  from rolls left join items on items.id = rolls.id
  where rolls.player_id = $1 and rolls.game = any ($2::text[]) and rolls.id >= $3 and rolls.id < $4
  group by rolls.game, rolls.odds_hash
) found join odds_tables on odds_tables.hash = found.odds_hash
group by found.game`,
}

/** $1 player, $2 before this id. */
const DROPS = {
  name: 'overlay-drops',
  text: `
select items.id, items.source as type, items.price, catalogue_items.view as item,
  (odds_tables.text::json ->> 'price')::bigint as cost
from (
  select * from items where player_id = $1 and source <> 'replacement' and id < $2 order by id desc limit ${OVERLAY_DROPS}
) items
join catalogue_items on catalogue_items.id = items.item_id
left join rolls on rolls.id = items.roll_id
left join odds_tables on odds_tables.hash = rolls.odds_hash
order by items.id desc`,
}

interface OverlayRow {
  readonly player_id: number
  readonly token: string
  readonly since: string | number
}

interface CountRow {
  readonly game: SharedGame
  readonly rolls: number
  readonly won: string | number
  readonly paid: string | number
}

interface DropRow {
  readonly id: string
  readonly type: DropSource
  readonly price: string | number
  readonly item: ItemView
  readonly cost: string | number | null
}

type Sums = Pick<OverlayState, 'opened' | 'upgrades' | 'contracts' | 'paid' | 'won'>

/** Sums of the rolls before an id. */
interface Counted extends Sums {
  readonly before: string
}

/** The sum that counts the rounds of a game. */
const ROUNDS: Readonly<Record<SharedGame, 'opened' | 'upgrades' | 'contracts'>> = {
  case: 'opened',
  free_case: 'opened',
  upgrade: 'upgrades',
  contract: 'contracts',
}

export interface Overlays {
  /** Returns a player's own overlay; null for none. */
  of(playerId: number): Promise<OwnOverlay | null>
  /** Makes, restarts or removes a player's overlay, and returns it; null when there is none after it. */
  change(playerId: number, action: OverlayAction): Promise<OwnOverlay | null>
  /** Tells whether there is an overlay with a token. */
  exists(token: string): Promise<boolean>
  /** Returns what an overlay shows; undefined for an unknown token. */
  state(token: string): Promise<OverlayState | undefined>
}

function ownOverlay(row: OverlayRow | undefined): OwnOverlay | null {
  return row === undefined ? null : { path: `/overlay/${row.token}`, since: Math.round(Number(row.since)) }
}

export interface OverlaysParts {
  readonly db: Database
  /** True where everything is play money. */
  readonly playMoney: boolean
  readonly now: () => number
}

/** Makes the function that counts an overlay's rolls, each once: a poll counts only those since the last one. */
function createCounting(db: Database) {
  const kept = new LRUCache<string, Counted>({ max: KEPT_SUMS })
  return async ({ token, player_id, since }: OverlayRow, nowMs: number): Promise<Sums> => {
    const key = `${token} ${since}`
    const start = leastIdAt(Math.max(Math.floor(Number(since)), nowMs - DAY_MS))
    const known = kept.get(key) ?? { before: start, opened: 0, upgrades: 0, contracts: 0, paid: 0, won: 0 }
    const before = leastIdAt(nowMs - REVEAL_DELAY_MS)
    if (before <= known.before) return known
    const sums = { ...known, before }
    const rows = await db.run<CountRow>(COUNT, [player_id, SHARED_GAMES, known.before, before])
    for (const { game, rolls, won, paid } of rows) {
      sums[ROUNDS[game]] += rolls
      sums.won += Number(won)
      sums.paid += Number(paid)
    }
    kept.set(key, sums)
    return sums
  }
}

/** Makes the overlays over a database. */
export function createOverlays({ db, playMoney, now }: OverlaysParts): Overlays {
  const count = createCounting(db)
  const fresh = new LRUCache<string, Promise<OverlayState>>({
    max: KEPT_SUMS,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now },
  })

  async function read(overlay: OverlayRow): Promise<OverlayState> {
    const nowMs = now()
    const { opened, upgrades, contracts, paid, won } = await count(overlay, nowMs)
    // The last seconds are left out, so that no drop is told before its reel has stopped.
    const drops = await db.run<DropRow>(DROPS, [overlay.player_id, leastIdAt(nowMs - REVEAL_DELAY_MS)])
    return {
      playMoney,
      opened,
      upgrades,
      contracts,
      paid,
      won,
      drops: drops.map(({ price, cost, ...drop }) => ({
        ...drop,
        price: Number(price),
        cost: cost === null ? null : Number(cost),
      })),
    }
  }

  const changes: Readonly<Record<OverlayAction, (playerId: number) => Promise<OverlayRow[]>>> = {
    make: (playerId) => db.run<OverlayRow>(MAKE, [playerId, newToken(), new Date(now())]),
    restart: (playerId) => db.run<OverlayRow>(RESTART, [playerId, new Date(now())]),
    end: (playerId) => db.run<OverlayRow>(END, [playerId]),
  }
  const find = async (token: string): Promise<OverlayRow | undefined> =>
    TOKEN.test(token) ? (await db.run<OverlayRow>(OF_TOKEN, [token]))[0] : undefined

  return {
    of: async (playerId) => ownOverlay((await db.run<OverlayRow>(OF_PLAYER, [playerId]))[0]),
    change: async (playerId, action) => ownOverlay((await changes[action](playerId))[0]),
    exists: async (token) => (await find(token)) !== undefined,
    state: async (token) => {
      const overlay = await find(token)
      if (overlay === undefined) return undefined
      const key = `${token} ${overlay.since}`
      const known = fresh.get(key)
      if (known !== undefined) return known
      const reading = read(overlay)
      fresh.set(key, reading)
      reading.catch(() => fresh.delete(key))
      return reading
    },
  }
}
