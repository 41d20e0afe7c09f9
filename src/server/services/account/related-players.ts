// Related players: accounts that share a device or a card, or a subnet within a month, and who entered whose trade URL. An operator
// reads the reasons. A shared device or card also costs gifts and commissions. Nobody is banned by any of them.
import { createHmac } from 'node:crypto'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Queries, queryRows } from '../../db/database.ts'
import { accountTraces, type TraceKind } from '../../db/schema-operations.ts'
import { hashOf } from './sign-in-codes.ts'

/** How many days may lie between two uses of a subnet. */
const ADDRESS_DAYS = 30

/** How many trade URLs of others are recorded of a player a day. */
const TRADE_URLS_A_DAY = 10

/** Why two players are related. */
export interface Relation {
  readonly playerId: number
  readonly reason: TraceKind
  /** How many devices, cards, subnets or Steam accounts connect them. */
  readonly shared: number
  /** The first and the last day on which both had left such a trace, in UTC, as `2026-11-23`. */
  readonly firstDay: string
  readonly lastDay: string
}

/** What a sign-in leaves behind. */
export interface SignInTraces {
  readonly playerId: number
  /** The random id in the cookie of the device. */
  readonly device: string
  /** The subnet of the address. */
  readonly subnet: string
  readonly atMs: number
}

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)

/** Records the device and the subnet of a sign-in, once a day each. The id of a device is stored as a hash. */
export async function recordTraces(queries: Queries, traces: SignInTraces): Promise<void> {
  const { playerId, device, subnet, atMs } = traces
  const day = dayOf(atMs)
  await queries
    .insert(accountTraces)
    .values([
      { playerId, day, kind: 'device', value: hashOf(device) },
      { playerId, day, kind: 'address', value: subnet },
    ])
    .onConflictDoNothing()
}

/** Returns the hash that is stored of a provider's fingerprint of a card: nobody without the site's secret can compare it. */
export function hashCard(secret: string, provider: string, fingerprint: string): string {
  return createHmac('sha256', secret).update(`card:${provider}:${fingerprint}`).digest('base64url')
}

/** Records the card that a player has paid with, by its hash, once a day. A payment that arrives after an erasure leaves no trace. */
export async function recordCard(
  queries: Queries,
  { playerId, card, at }: { readonly playerId: number; readonly card: string; readonly at: Date },
): Promise<void> {
  await queries.execute(sql`insert into account_traces (player_id, kind, value, day)
    select ${playerId}::int, 'card', ${card}::text, ${dayOf(at.getTime())}::date
    where not exists (select from erasures where player_id = ${playerId} and erased_at is not null)
    on conflict do nothing`)
}

/**
 * Records the Steam ID of a trade URL that a player entered although it is not theirs: items cannot be sent there. A player is
 * recorded with ten a day at most.
 */
export async function recordForeignTradeUrl(
  queries: Queries,
  { playerId, steamid, atMs }: { readonly playerId: number; readonly steamid: string; readonly atMs: number },
): Promise<void> {
  const day = sql`${dayOf(atMs)}::date`
  await queries.execute(sql`insert into account_traces (player_id, kind, value, day)
    select ${playerId}::int, 'trade', ${steamid}::text, ${day}
    where (select count(*) from account_traces where player_id = ${playerId} and kind = 'trade' and day = ${day})
      < ${TRADE_URLS_A_DAY}
    on conflict do nothing`)
}

/**
 * Tells in SQL whether two players, given by their ids in SQL, have used the same device or paid with the same card. A trade URL does
 * not count: anybody can enter that of a player whom they want to harm. The ids may name any table but `one_trace` and `other_trace`.
 */
export function sharesDevice(playerId: SQLWrapper, otherId: SQLWrapper): SQL {
  return sql`exists (select from account_traces one_trace
    join account_traces other_trace on other_trace.kind = one_trace.kind and other_trace.value = one_trace.value
      and other_trace.player_id = ${otherId}
    where one_trace.player_id = ${playerId} and one_trace.kind in ('device', 'card'))`
}

/** Returns what a player shares with any other player, and 'trade' when they have entered the trade URL of one. */
export async function sharedKinds(queries: Queries, playerId: number): Promise<TraceKind[]> {
  const rows = await queryRows<{ kind: TraceKind }>(
    queries,
    sql`
    select kinds.kind from (values ('device'), ('card'), ('trade'), ('address')) kinds (kind)
    where exists (select from account_traces mine
      join account_traces other
        on other.kind = mine.kind and other.value = mine.value and other.player_id <> mine.player_id
      where mine.player_id = ${playerId} and mine.kind = kinds.kind
        and (mine.kind <> 'address' or abs(other.day - mine.day) <= ${ADDRESS_DAYS}))
    or kinds.kind = 'trade' and exists (select from account_traces mine
      join players on players.steamid = mine.value where mine.player_id = ${playerId} and mine.kind = 'trade')`,
  )
  return rows.map(({ kind }) => kind)
}

/**
 * Returns the players who are related to one, with a row for each reason: those who share only a subnet last, otherwise those with the
 * latest common trace first. A player is related to one whose trade URL they entered, and to others who entered the same URL.
 *
 * @param most how many rows to return at most
 */
export async function relatedPlayers(queries: Queries, playerId: number, most: number): Promise<Relation[]> {
  const rows = await queryRows<{
    player_id: number
    kind: TraceKind
    shared: string | number
    first_day: string
    day: string
  }>(
    queries,
    sql`
    with common (player_id, kind, value, day) as (
      select other.player_id, other.kind, other.value, greatest(mine.day, other.day)
      from account_traces mine
      join account_traces other
        on other.kind = mine.kind and other.value = mine.value and other.player_id <> mine.player_id
      where mine.player_id = ${playerId}
        and (mine.kind <> 'address' or abs(other.day - mine.day) <= ${ADDRESS_DAYS})
      union all
      select players.id, mine.kind, mine.value, mine.day
      from account_traces mine join players on players.steamid = mine.value
      where mine.player_id = ${playerId} and mine.kind = 'trade'
      union all
      select other.player_id, other.kind, other.value, other.day
      from players join account_traces other on other.kind = 'trade' and other.value = players.steamid
      where players.id = ${playerId})
    select player_id, kind, count(distinct value) as shared, min(day)::text as first_day, max(day)::text as day
    from common group by player_id, kind
    order by kind = 'address', day desc, player_id, kind desc limit ${most}`,
  )
  return rows.map(({ player_id, kind, shared, first_day, day }) => ({
    playerId: player_id,
    reason: kind,
    shared: Number(shared),
    firstDay: first_day,
    lastDay: day,
  }))
}
