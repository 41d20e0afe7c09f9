// Finds battles whose next step is late, for an operator whose battle does not start or is not paid.
import { asc, lte, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { battleLocks, battles } from '../../db/schema-battles.ts'
import type { BattleBeacons } from './beacons.ts'
import type { BattleRow } from './cards.ts'
import { IS_UNANNOUNCED } from './drawn-events.ts'

/** A busy site alone does not delay a step by this much. */
const STUCK_AFTER_MS = 60_000

/** Which step is late. */
export type StuckStep = 'expiry' | 'chain' | 'lock' | 'round' | 'draw' | 'event' | 'payment'

export interface StuckBattle {
  readonly battle: BattleRow
  readonly step: StuckStep
  readonly dueAt: Date
}

interface Found {
  readonly battle: BattleRow
  readonly sentAt: Date | null
  readonly isUnannounced: boolean
}

function stepOf({ battle, sentAt, isUnannounced }: Found, beacons: BattleBeacons): StuckStep {
  if (!beacons.canDraw(battle) && battle.state !== 'drawn') return 'chain'
  if (battle.state === 'open') return 'expiry'
  if (battle.state === 'drawn') return isUnannounced ? 'event' : 'payment'
  if (battle.source === 'seed') return 'draw'
  return sentAt === null ? 'lock' : 'round'
}

/**
 * Returns the battles whose step is late by a minute or more, the oldest first.
 *
 * @param most how many to return at most
 */
export async function stuckBattles(
  { queries }: Database,
  beacons: BattleBeacons,
  { at, most }: { readonly at: Date; readonly most: number },
): Promise<StuckBattle[]> {
  const rows = await queries
    .select({
      battle: battles,
      sentAt: battleLocks.sentAt,
      isUnannounced: sql<boolean>`coalesce(${IS_UNANNOUNCED}, false)`,
    })
    .from(battles)
    .leftJoin(
      battleLocks,
      sql`${battleLocks.battleId} = ${battles.id} and ${battleLocks.sequence} = (
        select max(later.sequence) from battle_locks later where later.battle_id = ${battles.id})`,
    )
    .where(lte(battles.dueAt, new Date(at.getTime() - STUCK_AFTER_MS)))
    .orderBy(asc(battles.dueAt))
    .limit(most)
  return rows.map((found) => ({
    battle: found.battle,
    step: stepOf(found, beacons),
    dueAt: found.battle.dueAt ?? at,
  }))
}
