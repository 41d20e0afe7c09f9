// How far a player has come with missions, counted from the rolls and the ledger: one statement, each part of it a walk along an index
// that begins with the mission's period and ends when the mission is done.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type MissionStanding, missionSpan, missionStanding } from '../../game/missions.ts'
import { MISSION_PERIODS, type Mission, type MissionPeriod } from '../../game/rewards.ts'
import type { Span } from '../../game/site-time.ts'
import type { Queries } from '../db/database.ts'
import { missionClaims } from '../db/schema-rewards.ts'
import { leastIdAt } from '../ids.ts'
import { SPENT_KINDS } from '../ledger/accounts.ts'

/** The period that each mission is in. */
export type MissionSpans = Readonly<Record<MissionPeriod, Span>>

/** The periods that hold a moment. */
export function missionSpans(nowMs: number, timeZone: string): MissionSpans {
  return {
    daily: missionSpan('daily', nowMs, timeZone),
    weekly: missionSpan('weekly', nowMs, timeZone),
  }
}

/** What counts for a mission, as rows with what each adds to it. There are as many as it asks for at most. */
function counted(playerId: number, { goal, count }: Mission, { fromMs, toMs }: Span): SQL {
  const within = (id: SQL): SQL => sql`${id} >= ${leastIdAt(fromMs)}::uuid and ${id} < ${leastIdAt(toMs)}::uuid`
  const ofPlayer = (game: string): SQL =>
    sql`from rolls where rolls.player_id = ${playerId}::int and rolls.game = ${game} and ${within(sql`rolls.id`)}`
  switch (goal) {
    case 'cases':
      return sql`select 1 as adds ${ofPlayer('case')} limit ${count}::int`
    case 'contracts':
      return sql`select 1 as adds ${ofPlayer('contract')} limit ${count}::int`
    case 'upgrades':
      // What an upgrade won has the id of its roll.
      return sql`select 1 as adds ${ofPlayer('upgrade')}
        and exists (select from items where items.id = rolls.id and items.source = 'upgrade') limit ${count}::int`
    case 'spent': {
      const kinds = sql.join(
        SPENT_KINDS.map((kind) => sql`${kind}`),
        sql`, `,
      )
      // Each transfer is a cent at least.
      return sql`select amount as adds from transfers where debit_id = ${playerId}::int and debit_id >= 1000
        and kind in (${kinds}) and ${within(sql`transfers.id`)} limit ${count}::int`
    }
  }
}

/** What counts for missions so far, by their ids. */
async function missionsDone(
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
  const { rows } = (await queries.execute(sql.join(parts, sql` union all `))) as unknown as {
    rows: { id: string; done: string | number }[]
  }
  return new Map(rows.map(({ id, done }) => [id, Number(done)]))
}

/** Where a player stands with each mission, in their order. */
export async function missionStandings(
  queries: Queries,
  playerId: number,
  missions: readonly Mission[],
  spans: MissionSpans,
): Promise<readonly MissionStanding[]> {
  const done = await missionsDone(queries, playerId, missions, spans)
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
    missionStanding(mission, done.get(mission.id) ?? 0, claims.has(`${mission.id} ${spans[mission.period].day}`)),
  )
}
