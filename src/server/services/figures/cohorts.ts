// Counts what the players of each week of sign-in did in a week that is over.
import { sql } from 'drizzle-orm'
import { addDays, type Day, startOfDay } from '../../../game/base/site-time.ts'
import { type Queries, queryRows } from '../../db/database.ts'
import { idWithin, momentWithin } from '../../db/day-span.ts'
import { partOf } from '../operations/report.ts'

const WEEK_DAYS = 7

/** What the players who joined in a week did in it, or in a later one. */
export interface CohortWeek {
  /** The first day of the week in which they joined, and of the week that is counted. */
  readonly cohort: Day
  readonly week: Day
  /** How many joined; 0 in later weeks. */
  readonly players: number
  readonly active: number
  readonly payers: number
  readonly firstPayers: number
  readonly deposited: number
  /** In millionths of a cent. */
  readonly margin: number
}

type Sums = Record<Exclude<keyof CohortWeek, 'cohort' | 'week' | 'players'>, string | number>

/** Returns the first days of the weeks from one to another, which is included. */
export function weeksOf(first: Day, last: Day): Day[] {
  const weeks: Day[] = []
  for (let week = first; week <= last; week = addDays(week, WEEK_DAYS)) weeks.push(week)
  return weeks
}

/**
 * Counts a week, a row for each week of sign-in from the first on.
 *
 * @param first the week in which the first player joined
 */
export async function countWeek(tx: Queries, week: Day, first: Day, zone: string): Promise<CohortWeek[]> {
  const weeks = weeksOf(first, week)
  const starts = weeks.map((day) => startOfDay(day, zone))
  const span = { from: startOfDay(week, zone), to: startOfDay(addDays(week, WEEK_DAYS), zone) }
  const rows = await queryRows<Sums & { cohort: number }>(
    tx,
    sql`with played as (
        select player_id, sum(margin) as margin from (
          select player_id, margin from rolls where ${idWithin('id', span)}
          union all select player_id, margin from battle_stakes where ${idWithin('id', span)}
        ) made group by player_id
      ), paid as (
        select credit_id as player_id, sum(amount) as deposited, bool_or(not exists (select 1 from transfers earlier
            where earlier.credit_id = transfers.credit_id and earlier.credit_id >= 1000 and earlier.kind = 'deposit'
              and earlier.id < transfers.id)) as is_first
        from transfers where ${idWithin('id', span)} and kind = 'deposit' group by credit_id
      )
      select greatest(1, ${partOf('players.created_at', starts)}) as cohort, count(played.player_id) as active,
        count(paid.player_id) as payers, count(*) filter (where is_first) as "firstPayers",
        coalesce(sum(deposited), 0) as deposited, coalesce(sum(margin), 0) as margin
      from played full join paid using (player_id) join players on players.id = player_id and not players.house group by 1`,
  )
  const [joined] = await queryRows<{ players: string | number }>(
    tx,
    sql`select count(*) as players from players where ${momentWithin('created_at', span)} and not house`,
  )
  return weeks.map((cohort, index) => {
    const row = rows.find((one) => Number(one.cohort) === index + 1)
    return {
      cohort,
      week,
      players: cohort === week ? Number(joined?.players ?? 0) : 0,
      active: Number(row?.active ?? 0),
      payers: Number(row?.payers ?? 0),
      firstPayers: Number(row?.firstPayers ?? 0),
      deposited: Number(row?.deposited ?? 0),
      margin: Number(row?.margin ?? 0),
    }
  })
}
