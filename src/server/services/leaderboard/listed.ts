// Who appears on leaderboards: players who chose it and do not hide. Banned, excluded and erased players never do, nor those whose
// deposit is in doubt.
import { type SQL, sql } from 'drizzle-orm'

/** Returns the condition that a row of `players` is on the boards at a moment. */
export function isListed(at: Date): SQL {
  return sql`players.on_boards and not players.hidden
    and not exists (select from bans where bans.player_id = players.id and bans.lifted_at is null)
    and not exists (select from exclusions where exclusions.player_id = players.id
      and (exclusions.until is null or exclusions.until > ${at.toISOString()}::timestamptz))
    and not exists (select from withdrawal_freezes where withdrawal_freezes.player_id = players.id
      and withdrawal_freezes.lifted_at is null)`
}

/** The days of a period: the first, and the first after it. */
export interface Days {
  readonly from: string
  readonly to: string
}

/**
 * Returns a query of listed players by the margin that counts in a period, the most first; of equal ones the first to get there.
 *
 * @param dayMostCents the margin of a day that counts
 */
export function selectPoints({ from, to }: Days, dayMostCents: number, listed: SQL): SQL {
  return sql`select player_id, sum(least(margin, ${dayMostCents}::bigint * 1000000))::bigint as margin
    from leader_days join players on players.id = leader_days.player_id
    where day >= ${from} and day < ${to} and margin > 0 and ${listed}
    group by player_id having sum(least(margin, ${dayMostCents}::bigint * 1000000)) >= 1000000
    order by margin desc, max(reached_id::text), player_id`
}
