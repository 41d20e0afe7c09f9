// Related players: accounts that share a device, or a subnet within a month. An operator reads the reasons, and
// gifts can depend on them. Nobody is banned by them: a household and a mobile network share addresses too.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Queries, queryRows } from '../../db/database.ts'
import { accountTraces } from '../../db/schema-operations.ts'
import { hashOf } from './sign-in-codes.ts'

/** How many days may lie between two uses of a subnet. */
const ADDRESS_DAYS = 30

/** Why two players are related. */
export interface Relation {
  readonly playerId: number
  readonly reason: 'device' | 'address'
  /** How many devices or subnets they share. */
  readonly shared: number
  /** The last day on which either used one of them, in UTC, as `2026-11-23`. */
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

/** Records the device and the subnet of a sign-in, once a day each. The id of a device is stored as a hash. */
export async function recordTraces(queries: Queries, traces: SignInTraces): Promise<void> {
  const { playerId, device, subnet, atMs } = traces
  const day = new Date(atMs).toISOString().slice(0, 10)
  await queries
    .insert(accountTraces)
    .values([
      { playerId, day, kind: 'device', value: hashOf(device) },
      { playerId, day, kind: 'address', value: subnet },
    ])
    .onConflictDoNothing()
}

/** Tells in SQL whether two players, given by their ids in SQL, have used the same device. */
export function sharesDevice(playerId: SQLWrapper, otherId: SQLWrapper): SQL {
  return sql`exists (select from account_traces mine
    join account_traces other on other.kind = mine.kind and other.value = mine.value and other.player_id = ${otherId}
    where mine.player_id = ${playerId} and mine.kind = 'device')`
}

/** Returns the players who are related to one, those with the latest common trace first, with a row for each reason. */
export async function relatedPlayers(queries: Queries, playerId: number): Promise<Relation[]> {
  const rows = await queryRows<{ player_id: number; kind: Relation['reason']; shared: string | number; day: string }>(
    queries,
    sql`
    select other.player_id, other.kind, count(distinct other.value) as shared,
      max(greatest(mine.day, other.day))::text as day
    from account_traces mine
    join account_traces other
      on other.kind = mine.kind and other.value = mine.value and other.player_id <> mine.player_id
    where mine.player_id = ${playerId}
      and (mine.kind <> 'address' or abs(other.day - mine.day) <= ${ADDRESS_DAYS})
    group by other.player_id, other.kind
    order by day desc, other.player_id, other.kind desc`,
  )
  return rows.map(({ player_id, kind, shared, day }) => ({
    playerId: player_id,
    reason: kind,
    shared: Number(shared),
    lastDay: day,
  }))
}
