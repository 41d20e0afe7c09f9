// A player's progress in missions, counted from the rolls and the ledger: one statement, each part of it an index scan that
// begins with the mission's period and ends when the mission is completed.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { GAMES, PLAYER_GAMES, type PlayerGame } from '../../../game/base/games.ts'
import type { Span } from '../../../game/base/site-time.ts'
import { type MissionProgress, missionProgress, missionSpan } from '../../../game/rewards/missions.ts'
import { MISSION_PERIODS, type Mission, type MissionPeriod } from '../../../game/rewards/rewards.ts'
import { leastIdAt } from '../../base/ids.ts'
import { type Queries, queryRows } from '../../db/database.ts'
import { missionClaims } from '../../db/schema-rewards.ts'

/** The current period of each kind of mission. */
export type MissionSpans = Readonly<Record<MissionPeriod, Span>>

/** Returns the periods that contain a moment. */
export function missionSpans(nowMs: number, timeZone: string): MissionSpans {
  return {
    daily: missionSpan('daily', nowMs, timeZone),
    weekly: missionSpan('weekly', nowMs, timeZone),
  }
}

/**
 * Selects what counts for a mission, as rows with what each adds to it; at most as many as the mission needs. Only rolls that made
 * margin count: a stake below the least of its game makes none, nor does one that gifts paid. Of a stake that gifts paid in part, the
 * rest counts as spent.
 */
function counted(playerId: number, { goal, count }: Mission, { fromMs, toMs }: Span): SQL {
  const within = (id: SQL): SQL => sql`${id} >= ${leastIdAt(fromMs)}::uuid and ${id} < ${leastIdAt(toMs)}::uuid`
  const ofPlayer = (game: PlayerGame): SQL =>
    sql`from rolls where rolls.player_id = ${playerId}::int and rolls.game = ${game} and ${within(sql`rolls.id`)}
      and rolls.margin > 0`
  switch (goal) {
    case 'cases':
      return sql`select 1 as adds ${ofPlayer('case')} limit ${count}::int`
    case 'contracts':
      return sql`select 1 as adds ${ofPlayer('contract')} limit ${count}::int`
    case 'upgrades':
      // The item that an upgrade won has the id of its roll.
      return sql`select 1 as adds ${ofPlayer('upgrade')}
        and exists (select from items where items.id = rolls.id and items.source = 'upgrade') limit ${count}::int`
    case 'spent': {
      // Each roll and each transfer is a cent at least. An opening of several cases is one transfer: its rolls are counted.
      const others = PLAYER_GAMES.filter((game) => game !== 'case' && GAMES[game].charge !== null).map(
        (game) => sql`(select amount - coalesce(transfers.locked, 0) as adds from transfers
          join rolls on rolls.id = transfers.reference::uuid and rolls.player_id = transfers.debit_id
          where transfers.debit_id = ${playerId}::int and transfers.debit_id >= 1000 and transfers.kind = ${GAMES[game].charge}
            and ${within(sql`transfers.id`)} and rolls.margin > 0 and amount > coalesce(transfers.locked, 0) limit ${count}::int)`,
      )
      const cases = sql`(select rolls.cash as adds ${ofPlayer('case')} limit ${count}::int)`
      // Battles count once they are settled, and not against an account of the same player.
      const battles = sql`(select cash as adds from battle_stakes where player_id = ${playerId}::int and ${within(sql`id`)}
        and margin > 0 limit ${count}::int)`
      return sql`${sql.join([cases, ...others, battles], sql` union all `)}`
    }
  }
}

/** Returns the progress of missions by their ids. */
async function countProgress(
  queries: Queries,
  playerId: number,
  missions: readonly Mission[],
  spans: MissionSpans,
): Promise<ReadonlyMap<string, number>> {
  if (missions.length === 0) return new Map()
  const parts = missions.map(
    (mission) => sql`select ${mission.id}::text as id, coalesce(sum(adds), 0)::bigint as done
      from (${counted(playerId, mission, spans[mission.period])}) counted`,
  )
  const rows = await queryRows<{ id: string; done: string | number }>(queries, sql.join(parts, sql` union all `))
  return new Map(rows.map(({ id, done }) => [id, Number(done)]))
}

/** Returns a player's state in each mission, in their order. */
export async function readMissionProgress(
  queries: Queries,
  playerId: number,
  missions: readonly Mission[],
  spans: MissionSpans,
): Promise<readonly MissionProgress[]> {
  const done = await countProgress(queries, playerId, missions, spans)
  const rows = await queries
    .select({ mission: missionClaims.mission, period: missionClaims.period })
    .from(missionClaims)
    .where(
      and(
        eq(missionClaims.playerId, playerId),
        inArray(
          missionClaims.mission,
          missions.map(({ id }) => id),
        ),
        inArray(
          missionClaims.period,
          MISSION_PERIODS.map((period) => spans[period].day),
        ),
      ),
    )
  const claims = new Set(rows.map(({ mission, period }) => `${mission} ${period}`))
  return missions.map((mission) =>
    missionProgress(mission, done.get(mission.id) ?? 0, claims.has(`${mission.id} ${spans[mission.period].day}`)),
  )
}
