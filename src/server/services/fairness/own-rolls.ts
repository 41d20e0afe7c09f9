// A player's own rolls in pages; each has its proof (proofs.ts).
import { PLAYER_GAMES, type PlayerGame } from '../../../game/base/games.ts'
import type { OwnRoll, RollsQuery, RollsReply } from '../../../protocol/account.ts'
import type { ItemView } from '../../../protocol/common.ts'
import { isId, LAST_ID } from '../../base/ids.ts'
import type { Database } from '../../db/database.ts'
import { PAGE_LIMIT, pageOf } from '../calls/page.ts'
import { joinPrizes, PRIZE_PRICE } from './money-prizes.ts'

/** $1 player, $2 games, $3 before this id, $4 how many. Each game is an index scan, and the scans are merged. */
const PAGE_STATEMENT = {
  name: 'rolls-of-player',
  text: `
select found.id, found.game, extract(epoch from found.at) * 1000 as at, found.nonce, found.n, found.roll,
  seeds.state = 'revealed' as revealed, ${PRIZE_PRICE} as price,
  catalogue_items.view as item
from (
  select each.* from unnest($2::text[]) as wanted (game) cross join lateral (
    select id, rolls.game, at, nonce, n, roll, seed_id from rolls
    where player_id = $1 and rolls.game = wanted.game and id < $3 order by id desc limit $4
  ) each order by each.id desc limit $4
) found
join seeds on seeds.id = found.seed_id
${joinPrizes('found.id')}
left join catalogue_items on catalogue_items.id = items.item_id
order by found.id desc`,
}

interface RollRow {
  id: string
  game: PlayerGame
  at: string | number
  nonce: number
  n: number
  roll: number
  revealed: boolean
  /** The price of the item, or the amount that was won. */
  price: string | number | null
  item: ItemView | null
}

function ownRoll({ at, price, item, ...row }: RollRow): OwnRoll {
  return { ...row, at: Math.round(Number(at)), won: price === null ? null : { item, price: Number(price) } }
}

/** Returns a page of a player's rolls, the newest first. */
export async function rollsOf(
  db: Database,
  playerId: number,
  { game, cursor = '' }: RollsQuery,
): Promise<Omit<RollsReply, 'success'>> {
  const rows = await db.run<RollRow>(PAGE_STATEMENT, [
    playerId,
    game === undefined ? PLAYER_GAMES : [game],
    isId(cursor) ? cursor : LAST_ID,
    PAGE_LIMIT,
  ])
  const page = pageOf(rows, ({ id }) => id)
  return { rolls: page.rows.map(ownRoll), cursor: page.cursor }
}
