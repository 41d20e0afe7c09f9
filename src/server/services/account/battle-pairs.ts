// Battles that look like money moved between accounts: against accounts of the same device or card, and with seats that others paid
// for. An operator reads them; nobody is banned by any of them.
import { sql } from 'drizzle-orm'
import { BATTLE_FUND_DAY } from '../../../game/base/economy.ts'
import { type Cents, cents } from '../../../game/base/money.ts'
import { DAY_MS } from '../../../game/payments/limits.ts'
import { type Queries, queryRows } from '../../db/database.ts'
import { sharesDevice } from './related-players.ts'

/** How far back a withdrawal looks. */
const LOOK_BACK_DAYS = 30

/** The settled battles of a player with another one, where they share a device or a card, or one paid for the other. */
export interface BattlePair {
  readonly playerId: number
  readonly battles: number
  /** True where they share a device or a card. */
  readonly isPaired: boolean
  /** What the other player paid for seats of this one, and this one for those of the other. */
  readonly received: Cents
  readonly given: Cents
  /** What this player won in these battles, and the other. */
  readonly won: Cents
  readonly lost: Cents
  /** The last day of one, in UTC, as `2026-11-23`. */
  readonly lastDay: string
}

type PairRow = Record<'battles' | 'received' | 'given' | 'won' | 'lost', string | number> & {
  player_id: number
  is_paired: boolean
  day: string
}

/**
 * Returns the players with whom one has played such battles, the last ones first.
 *
 * @param most how many to return at most
 */
export async function battlePairs(queries: Queries, playerId: number, most: number): Promise<BattlePair[]> {
  const rows = await queryRows<PairRow>(
    queries,
    sql`
    with shared as (
      select against.player_id, battles.ended_at, against.slot, mine.slot as own_slot, battles.id as battle_id,
        case when battles.creator_id = against.player_id then mine.funded else 0 end as received,
        case when battles.creator_id = mine.player_id then against.funded else 0 end as given,
        ${sharesDevice(sql`mine.player_id`, sql`against.player_id`)} as is_paired
      from battle_seats mine
      join battles on battles.id = mine.battle_id and battles.state = 'settled'
      join battle_seats against on against.battle_id = mine.battle_id and against.player_id <> mine.player_id
      where mine.player_id = ${playerId})
    select shared.player_id, count(*) as battles, bool_or(is_paired) as is_paired, sum(received) as received, sum(given) as given,
      coalesce(sum(own.amount), 0) as won, coalesce(sum(other.amount), 0) as lost, max(ended_at at time zone 'UTC')::date::text as day
    from shared
    left join battle_payouts own on own.battle_id = shared.battle_id and own.slot = shared.own_slot
    left join battle_payouts other on other.battle_id = shared.battle_id and other.slot = shared.slot
    where is_paired or received > 0 or given > 0
    group by shared.player_id order by max(ended_at) desc, shared.player_id limit ${most}`,
  )
  return rows.map((row) => ({
    playerId: row.player_id,
    battles: Number(row.battles),
    isPaired: row.is_paired,
    received: cents(Number(row.received)),
    given: cents(Number(row.given)),
    won: cents(Number(row.won)),
    lost: cents(Number(row.lost)),
    lastDay: row.day,
  }))
}

/** What the review of a withdrawal needs to know of a player's battles. */
export type BattleFlag = 'paired' | 'funded'

/**
 * Returns what is unusual about a player's battles of the last thirty days: `paired`, against an account of the same device or card;
 * `funded`, where others paid for seats of the player: half or more of those seats, or more in sum than one may pay for others in a day. Other
 * battles of the player do not hide it.
 */
export async function battleFlags(queries: Queries, playerId: number, at: Date): Promise<BattleFlag[]> {
  const since = new Date(at.getTime() - LOOK_BACK_DAYS * DAY_MS).toISOString()
  const [row] = await queryRows<{ paired: boolean | null; funded: boolean | null }>(
    queries,
    sql`
    select bool_or(battle_stakes.is_paired) as paired,
      sum(battle_seats.funded) > 0 and (
        sum(battle_seats.funded) >= sum(battle_seats.paid) filter (where battle_seats.funded > 0)
        or sum(battle_seats.funded) > ${BATTLE_FUND_DAY}) as funded
    from battle_seats
    join battles on battles.id = battle_seats.battle_id and battles.state = 'settled' and battles.ended_at > ${since}::timestamptz
    join battle_stakes on battle_stakes.battle_id = battle_seats.battle_id and battle_stakes.slot = battle_seats.slot
    where battle_seats.player_id = ${playerId}`,
  )
  const flags: BattleFlag[] = []
  if (row?.paired === true) flags.push('paired')
  if (row?.funded === true) flags.push('funded')
  return flags
}
