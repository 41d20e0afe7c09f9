// A player's own rolls in pages; each has its proof (proofs.ts).
import {
  type OwnRoll,
  ROLLED_GAMES,
  type RolledGame,
  type RollsQuery,
  type RollsReply,
} from '../../contract/account.ts'
import type { ItemView } from '../../contract/common.ts'
import type { Database } from '../db/database.ts'
import { isId, LAST_ID } from '../ids.ts'

const PAGE = 50

/** $1 player, $2 games, $3 before this id, $4 how many. Each game is a walk along the index, and the walks are merged. */
const PAGE_STATEMENT = {
  name: 'rolls-of-player',
  text: `
select found.id, found.game, extract(epoch from found.at) * 1000 as at, found.nonce, found.n, found.roll,
  seeds.state = 'revealed' as revealed, coalesce(items.price, nullif(wheel_spins.balance, 0)) as price,
  catalogue_items.view as item
from (
  select each.* from unnest($2::text[]) as wanted (game) cross join lateral (
    select id, rolls.game, at, nonce, n, roll, seed_id from rolls
    where player_id = $1 and rolls.game = wanted.game and id < $3 order by id desc limit $4
  ) each order by each.id desc limit $4
) found
join seeds on seeds.id = found.seed_id
left join items on items.id = found.id
left join wheel_spins on wheel_spins.roll_id = found.id
left join catalogue_items on catalogue_items.id = items.item_id
order by found.id desc`,
}

interface RollRow {
  id: string
  game: RolledGame
  at: string | number
  nonce: number
  n: number
  roll: number
  revealed: boolean
  /** Of the item, or the amount that was won. */
  price: string | number | null
  item: ItemView | null
}

function ownRoll({ at, price, item, ...row }: RollRow): OwnRoll {
  return { ...row, at: Math.round(Number(at)), won: price === null ? null : { item, price: Number(price) } }
}

/** A page of a player's rolls, the newest first. */
export async function rollsOf(
  db: Database,
  playerId: number,
  { game, cursor = '' }: RollsQuery,
): Promise<Omit<RollsReply, 'success'>> {
  const rows = await db.run<RollRow>(PAGE_STATEMENT, [
    playerId,
    game === undefined ? ROLLED_GAMES : [game],
    isId(cursor) ? cursor : LAST_ID,
    PAGE + 1,
  ])
  const rolls = rows.slice(0, PAGE).map(ownRoll)
  return { rolls, cursor: rows.length > PAGE ? (rolls.at(-1)?.id ?? null) : null }
}
