// What came of the prompts of a month: counted anew each night for the months that may still change, and kept as sums without players.
import { sql } from 'drizzle-orm'
import { addDays, type Day, monthOf, type Span, startOfDay } from '../../../game/base/site-time.ts'
import type { Database } from '../../db/database.ts'

/** After so many days nothing that follows a prompt is counted any more. */
const EFFECT_DAYS = 30
/** Months whose effects are not over. */
const MONTHS_COUNTED = 3

async function countMonth({ queries }: Database, { day, fromMs, toMs }: Span): Promise<void> {
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]
  const days = sql.raw(`interval '${EFFECT_DAYS} days'`)
  await queries.execute(sql`
    with prompts as (
      select player_id, first_seen, looked_at from play_signals
      where first_seen >= ${from}::timestamptz and first_seen < ${to}::timestamptz
    ), prompted as (
      select player_id, min(first_seen) as at from prompts group by player_id
    ), effects as (
      select exists (select from limit_changes where player_id = prompted.player_id and at >= prompted.at and at < prompted.at + ${days}
          and after is not null and (before is null or after < before)) as limited,
        exists (select from exclusions where player_id = prompted.player_id and at >= prompted.at and at < prompted.at + ${days}) as excluded,
        (select coalesce(sum(amount), 0) from orders where player_id = prompted.player_id
          and paid_at >= prompted.at - ${days} and paid_at < prompted.at) as before,
        (select coalesce(sum(amount), 0) from orders where player_id = prompted.player_id
          and paid_at >= prompted.at and paid_at < prompted.at + ${days}) as after
      from prompted
    )
    insert into safer_play_months (month, prompts, players, looked_at, conversations, limits, exclusions, deposits_before, deposits_after)
    select ${day}, (select count(*) from prompts), (select count(*) from prompted),
      (select count(*) from prompts where looked_at is not null),
      (select count(*) from prompted where exists (
        select from play_conversations where player_id = prompted.player_id and at >= prompted.at and at < prompted.at + ${days})),
      count(*) filter (where limited), count(*) filter (where excluded), coalesce(sum(before), 0), coalesce(sum(after), 0)
    from effects having exists (select from prompts)
    on conflict (month) do update set prompts = excluded.prompts, players = excluded.players, looked_at = excluded.looked_at,
      conversations = excluded.conversations, limits = excluded.limits, exclusions = excluded.exclusions,
      deposits_before = excluded.deposits_before, deposits_after = excluded.deposits_after`)
}

/** Counts the months of a day and before it that may still change. A month without prompts has no row. */
export async function countMonths(db: Database, lastDay: Day, timeZone: string): Promise<void> {
  let day = addDays(lastDay, 1)
  for (let count = 0; count < MONTHS_COUNTED; count++) {
    const month = monthOf(startOfDay(day, timeZone), timeZone)
    await countMonth(db, month)
    day = addDays(month.day, -1)
  }
}
