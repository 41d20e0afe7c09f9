// Results that players have published. Only the owner of a roll publishes it and takes it back; others need the token.

import { SHARED_GAMES, type SharedGame } from '../../../game/base/games.ts'
import { readOdds } from '../../../game/fairness/odds-text.ts'
import type { ItemView } from '../../../protocol/common.ts'
import { type SharedResult, TOKEN } from '../../../protocol/sharing.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Database } from '../../db/database.ts'
import { newToken } from './token.ts'

/** $1 token, $2 roll, $3 player, $4 games. The owner is in the condition, and a roll keeps its first token. */
const PUBLISH = {
  name: 'share-roll',
  text: `
insert into shares (token, roll_id, player_id)
select $1, rolls.id, rolls.player_id from rolls
where rolls.id = $2 and rolls.player_id = $3 and rolls.game = any ($4::text[])
on conflict (roll_id) do nothing`,
}

const TOKEN_OF = {
  name: 'share-of-roll',
  text: 'select token from shares where roll_id = $1 and player_id = $2',
}

const TAKE_BACK = {
  name: 'unshare-roll',
  text: 'delete from shares where roll_id = $1 and player_id = $2 returning token',
}

const EXISTS = { name: 'share-exists', text: 'select 1 as found from shares where token = $1' }

/** A lost upgrade has no item of its own: its target is the only item in its table of odds. */
const FIND = {
  name: 'share-by-token',
  text: `
select shares.roll_id, rolls.game, extract(epoch from rolls.at) * 1000 as at, odds_tables.text as odds,
  items.price, won.view as item, catalogue_cases.view as box, players.id as player_id,
  case when players.hidden then null else players.username end as username
from shares
join rolls on rolls.id = shares.roll_id
join players on players.id = shares.player_id
join odds_tables on odds_tables.hash = rolls.odds_hash
left join items on items.id = rolls.id
left join catalogue_items won on won.id = items.item_id
left join catalogue_cases on rolls.game in ('case', 'free_case') and catalogue_cases.url = odds_tables.reference
where shares.token = $1`,
}

const ITEM = { name: 'catalogue-item', text: 'select view from catalogue_items where id = $1' }

interface ShareRow {
  readonly roll_id: string
  readonly game: SharedGame
  readonly at: string | number
  readonly odds: string
  readonly price: string | number | null
  readonly item: ItemView | null
  readonly box: SharedResult['case']
  readonly player_id: number
  /** Null for a player who hides. */
  readonly username: string | null
}

export interface Shares {
  /**
   * Publishes a roll of the player, and returns the token; the same one each time.
   *
   * @throws RefusalError 'share-unknown' for a roll that is not theirs, or of a game without an item
   */
  publish(playerId: number, rollId: string): Promise<string>
  /**
   * Takes a published roll back. A later publication gets another token.
   *
   * @throws RefusalError 'share-unknown' when there is nothing to take back
   */
  takeBack(playerId: number, rollId: string): Promise<void>
  /** Tells whether there is a published result under a token. */
  exists(token: string): Promise<boolean>
  /** Returns the published result of a token; undefined for an unknown one. */
  find(token: string): Promise<SharedResult | undefined>
}

export interface SharesParts {
  readonly db: Database
  /** True where everything is play money. */
  readonly playMoney: boolean
}

/** Makes the shared results over a database. */
export function createShares({ db, playMoney }: SharesParts): Shares {
  async function target(odds: ReturnType<typeof readOdds>): Promise<{ item: ItemView; price: number } | undefined> {
    const line = odds?.lines.find(({ item }) => item !== null)
    const [row] = line === undefined ? [] : await db.run<{ view: ItemView }>(ITEM, [line.item])
    return line === undefined || row === undefined ? undefined : { item: row.view, price: line.priceCents }
  }

  return {
    publish: async (playerId, rollId) => {
      await db.run(PUBLISH, [newToken(), rollId, playerId, SHARED_GAMES])
      const [row] = await db.run<{ token: string }>(TOKEN_OF, [rollId, playerId])
      if (row === undefined) throw new RefusalError('share-unknown')
      return row.token
    },
    takeBack: async (playerId, rollId) => {
      const gone = await db.run(TAKE_BACK, [rollId, playerId])
      if (gone.length === 0) throw new RefusalError('share-unknown')
    },
    exists: async (token) => TOKEN.test(token) && (await db.run(EXISTS, [token])).length > 0,
    find: async (token) => {
      if (!TOKEN.test(token)) return undefined
      const [row] = await db.run<ShareRow>(FIND, [token])
      if (row === undefined) return undefined
      const odds = readOdds(row.odds)
      const won = row.item === null || row.price === null ? null : { item: row.item, price: Number(row.price) }
      const shown = won ?? (await target(odds))
      if (odds === null || shown === undefined) throw new Error(`The roll ${row.roll_id} has no item in its odds`)
      return {
        token,
        rollId: row.roll_id,
        game: row.game,
        at: Math.round(Number(row.at)),
        ...shown,
        isWon: won !== null,
        cost: odds.priceCents,
        case: row.box,
        player: row.username === null ? null : { id: row.player_id, username: row.username },
        isPlayMoney: playMoney,
      }
    },
  }
}
