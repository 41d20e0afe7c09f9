// Counts rolls and stakes of battles for the leaderboards, a stretch of time after another, so that a board never reads rolls. A stretch and how far it
// reaches are written in one transaction: each roll is counted once, also after a kill and by several instances.
import { sql } from 'drizzle-orm'
import { PAID_GAMES } from '../../../game/base/games.ts'
import { dayOf, monthOf, weekOf } from '../../../game/base/site-time.ts'
import type { LeaderboardRules } from '../../../game/rewards/rewards.ts'
import { leastIdAt, timeOfId } from '../../base/ids.ts'
import { type Database, type Queries, queryRows } from '../../db/database.ts'
import { joinPrizes, PRIZE_PRICE } from '../fairness/money-prizes.ts'

/**
 * The id of a roll is made before its transaction, which may commit after one that began later. A roll that is older than this cannot
 * appear any more, because no call and no statement takes so long.
 */
const SETTLED_MS = 120_000

/** The most that one transaction counts. */
const STRETCH_MS = 3_600_000

export interface LeaderCounting {
  /** Counts everything that is settled. Returns up to when rolls are counted, in milliseconds since 1970. */
  count(isStopped?: () => boolean): Promise<number>
}

export interface LeaderCountingParts {
  readonly db: Database
  readonly now: () => number
  readonly timeZone: string
  readonly rules: () => LeaderboardRules
}

const GAMES = sql.raw(PAID_GAMES.map((game) => `'${game}'`).join(', '))

/**
 * Adds the rolls of a stretch of a day. Only own money counts: the margin of a roll is that of its cash, and a result is on the board of
 * multipliers when its whole stake was cash and it won more than that. What a battle won depends on what others staked in it: its stakes
 * are on the board of points alone.
 */
function addRolls(tx: Queries, day: string, span: { fromMs: number; toMs: number }, rules: LeaderboardRules) {
  return tx.execute(sql`
    with rolled as (
      select rolls.player_id, rolls.id, rolls.margin, rolls.cash, (odds_tables.text::json->>'price')::bigint as stake,
        ${sql.raw(PRIZE_PRICE)} as won
      from rolls join odds_tables on odds_tables.hash = rolls.odds_hash
      ${sql.raw(joinPrizes('rolls.id'))}
      where rolls.id >= ${leastIdAt(span.fromMs)}::uuid and rolls.id < ${leastIdAt(span.toMs)}::uuid
        and rolls.game in (${GAMES}) and rolls.cash > 0
    ), counted as (
      select player_id, id, margin, sum(margin) over (partition by player_id order by id) as made from (
        select player_id, id, margin from rolled
        union all select player_id, id, margin from battle_stakes
          where id >= ${leastIdAt(span.fromMs)}::uuid and id < ${leastIdAt(span.toMs)}::uuid and margin > 0) of_games
    ), made as (
      select counted.player_id, sum(counted.margin) as margin,
        max(counted.id::text) filter (where counted.margin > 0 and coalesce(before.margin, 0) + counted.made - counted.margin
          < ${rules.dayMostCents}::bigint * 1000000) as reached_id
      from counted left join leader_days before on before.day = ${day} and before.player_id = counted.player_id
      group by counted.player_id
    ), best as (
      select distinct on (player_id) player_id, id, stake, won from rolled
      where cash = stake and stake >= ${rules.leastStakeCents}::bigint and won > stake
      order by player_id, won::numeric / stake desc, id
    )
    insert into leader_days (day, player_id, margin, reached_id, best_id, best_stake, best_won)
    select ${day}, player_id, made.margin, made.reached_id::uuid, best.id, best.stake, best.won
    from made left join best using (player_id) where made.margin > 0 or best.id is not null order by player_id
    on conflict (day, player_id) do update set
      margin = leader_days.margin + excluded.margin,
      reached_id = coalesce(excluded.reached_id, leader_days.reached_id),
      (best_id, best_stake, best_won) = (
        select * from (values (leader_days.best_id, leader_days.best_stake, leader_days.best_won),
          (excluded.best_id, excluded.best_stake, excluded.best_won)) as result (id, stake, won)
        order by won::numeric / stake desc nulls last, id limit 1)`)
}

interface Progress {
  readonly untilMs: number
  /** True when there is nothing left to count. */
  readonly isDone: boolean
}

/** Returns when the first roll or stake of a battle of a span was made, in milliseconds since 1970; without one, the span's end. */
async function firstRollIn(tx: Queries, { fromMs, toMs }: { fromMs: number; toMs: number }): Promise<number> {
  const [row] = await queryRows<{ id: string }>(
    tx,
    sql`
    select id from (
      (select id from rolls where id >= ${leastIdAt(fromMs)}::uuid and id < ${leastIdAt(toMs)}::uuid order by id limit 1)
      union all
      (select id from battle_stakes where id >= ${leastIdAt(fromMs)}::uuid and id < ${leastIdAt(toMs)}::uuid order by id limit 1)
    ) first order by id limit 1`,
  )
  return row === undefined ? toMs : timeOfId(row.id)
}

/** Counts the next stretch with rolls. The row of the progress is locked, so that other instances wait and find it counted. */
async function countStretch(tx: Queries, { now, timeZone, rules }: LeaderCountingParts): Promise<Progress> {
  const nowMs = now()
  // Everything that is on a board now began with the month or with its week.
  const since = new Date(Math.min(monthOf(nowMs, timeZone).fromMs, weekOf(nowMs, timeZone).fromMs)).toISOString()
  await tx.execute(
    sql`insert into leader_progress (since, counted_until) values (${since}, ${since}) on conflict do nothing`,
  )
  const [row] = await queryRows<{ until: string | number }>(
    tx,
    sql`select extract(epoch from counted_until) * 1000 as until from leader_progress for update`,
  )
  if (row === undefined) throw new Error('The progress of the leaderboards is gone')
  const countedMs = Math.round(Number(row.until))
  const settledMs = nowMs - SETTLED_MS
  if (settledMs <= countedMs) return { untilMs: countedMs, isDone: true }
  const fromMs = await firstRollIn(tx, { fromMs: countedMs, toMs: settledMs })
  const day = dayOf(fromMs, timeZone)
  const toMs = Math.min(fromMs + STRETCH_MS, day.toMs, settledMs)
  if (toMs > fromMs) await addRolls(tx, day.day, { fromMs, toMs }, rules())
  await tx.execute(sql`update leader_progress set counted_until = ${new Date(toMs).toISOString()}`)
  return { untilMs: toMs, isDone: toMs === settledMs }
}

/** Makes the counting over a database. */
export function createLeaderCounting(parts: LeaderCountingParts): LeaderCounting {
  return {
    count: async (isStopped = () => false) => {
      for (;;) {
        const { untilMs, isDone } = await parts.db.transaction((tx) => countStretch(tx, parts), 'long')
        if (isDone || isStopped()) return untilMs
      }
    },
  }
}
