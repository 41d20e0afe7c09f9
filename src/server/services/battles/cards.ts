// Battles as lists, pages and events show them: nothing of a result before the battle is settled, nothing of hidden players.
import { getTableColumns } from 'drizzle-orm'
import type { Localized } from '../../../game/base/language.ts'
import { cents } from '../../../game/base/money.ts'
import type { BattleCard, SeatView } from '../../../protocol/battle.ts'
import type { Database } from '../../db/database.ts'
import { battleLocks, battles } from '../../db/schema-battles.ts'
import { dropPlayer } from '../rolls/drop-player.ts'

export type BattleRow = typeof battles.$inferSelect
export type LockRow = typeof battleLocks.$inferSelect

/** A taken seat with what is shown of its player; null for a bot. */
export interface SeatRow {
  readonly id: string
  readonly slot: number
  readonly seed: string
  readonly percent: number
  readonly player_id: number | null
  readonly username: string | null
  readonly avatar: string | null
  readonly hidden: boolean | null
  readonly spent: number | null
}

/** A round with the hash of its odds. */
export interface CardRound {
  readonly url: string
  readonly name: Localized
  readonly image: string
  readonly price: number
  readonly oddsHash: string
}

/** A battle with everything that a card shows, as one statement saw it. */
export interface ReadBattle {
  readonly row: BattleRow
  /** Changes with every change of the row, and so with every change of its seats. */
  readonly version: string
  readonly rounds: readonly CardRound[]
  /** By slot. */
  readonly seats: readonly SeatRow[]
  /** By sequence; none where they were not asked for. */
  readonly locks: readonly LockRow[]
}

/** One statement, so that the state of a battle, its seats and its locks are those of one moment. */
const READ = {
  name: 'battles-read',
  text: `
select battles.*, battles.xmin::text as version,
  (select json_agg(json_build_object('url', case_url, 'name', view->'name', 'image', view->>'image', 'price', price,
      'oddsHash', odds_hash) order by round)
    from battle_rounds join catalogue_cases on catalogue_cases.url = case_url where battle_id = battles.id) as round_list,
  (select json_agg(json_build_object('id', battle_seats.id, 'slot', slot, 'seed', seed, 'percent', percent, 'player_id', player_id,
      'username', username, 'avatar', avatar, 'hidden', hidden, 'spent', accounts.spent) order by slot)
    from battle_seats left join players on players.id = player_id left join accounts on accounts.id = player_id
    where battle_id = battles.id) as seat_list,
  case when $2::boolean then (select json_agg(battle_locks order by sequence) from battle_locks
    where battle_id = battles.id) end as lock_list
from battles where battles.id = any($1::uuid[])`,
}

type Raw = Readonly<Record<string, unknown>>

type ReadRow = Raw & {
  version: string
  round_list: CardRound[] | null
  seat_list: SeatRow[] | null
  lock_list: Raw[] | null
}

/** The columns of a table, with their names in the database. */
function columnsOf(table: typeof battles | typeof battleLocks) {
  return Object.entries(getTableColumns(table)).map(([key, column]) => {
    const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return { key, name, column }
  })
}

const BATTLE_COLUMNS = columnsOf(battles)
const LOCK_COLUMNS = columnsOf(battleLocks)

/** Reads the columns of a row as the query builder does. */
function rowFrom<Row>(columns: ReturnType<typeof columnsOf>, raw: Raw): Row {
  const values = columns.map(({ key, name, column }) => {
    const value = raw[name] ?? null
    return [key, value === null ? null : column.mapFromDriverValue(value)]
  })
  return Object.fromEntries(values) as Row
}

/**
 * Reads battles, in the order of their ids; unknown ones are left out.
 *
 * @param withLocks true to read their locks too
 */
export async function readBattles(db: Database, ids: readonly string[], withLocks = false): Promise<ReadBattle[]> {
  if (ids.length === 0) return []
  const raws = await db.run<ReadRow>(READ, [ids, withLocks])
  const read = raws.map((raw): ReadBattle => {
    const { version, round_list: rounds, seat_list: seats, lock_list: locks } = raw
    return {
      row: rowFrom<BattleRow>(BATTLE_COLUMNS, raw),
      version,
      rounds: rounds ?? [],
      seats: seats ?? [],
      locks: (locks ?? []).map((lock) => rowFrom<LockRow>(LOCK_COLUMNS, lock)),
    }
  })
  const byId = new Map(read.map((battle) => [battle.row.id, battle]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function seatOf(row: SeatRow, viewerId: number | null): SeatView {
  const { slot, seed, percent, player_id: id, username, avatar, hidden, spent } = row
  const user =
    id === null
      ? null
      : dropPlayer({
          id,
          username: username ?? '',
          avatar: avatar ?? '',
          hidden: hidden ?? true,
          spent: cents(spent ?? 0),
        })
  return { slot, user, own: id !== null && id === viewerId, seed, percent }
}

const resultOf = ({ state, pot, winners }: BattleRow): BattleCard['result'] =>
  state === 'settled' && pot !== null && winners !== null ? { pot, winners } : null

/**
 * Returns the card of a battle.
 *
 * @param viewerId whose seat is marked as their own; null for guests and for events
 */
export function cardOf({ row, rounds, seats }: ReadBattle, viewerId: number | null): BattleCard {
  const { id, number, state, format, mode, crazy, fast, isPrivate, price, fund, endedBy } = row
  return {
    id,
    number,
    state,
    format,
    mode,
    crazy,
    fast,
    isPrivate,
    price,
    fund,
    rounds: rounds.map(({ oddsHash: _, ...round }) => round),
    seats: seats.map((seat) => seatOf(seat, viewerId)),
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    startsAt: row.startsAt?.getTime() ?? null,
    finishedAt: row.endedAt?.getTime() ?? null,
    endedBy,
    result: resultOf(row),
  }
}
