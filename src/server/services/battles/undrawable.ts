// Refunds battles of a chain that this release does not know, because nobody can verify their randomness. A battle with free seats ends at
// once. A locked battle ends a day after its round, so that an operator has time to run a release that knows its chain. Nothing else ends a
// locked battle: if the house could refund battles whose round is known, it could choose results.
import { and, eq, inArray, isNotNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { DAY_MS } from '../../../game/payments/limits.ts'
import { hasState } from '../../db/has-state.ts'
import { battles } from '../../db/schema-battles.ts'
import type { BattleBeacons } from './beacons.ts'
import { workThrough } from './due-work.ts'
import type { BattleParts } from './parts.ts'
import { endBattles } from './refunds.ts'

const BATTLES_AT_ONCE = 50

export interface UndrawableBattles {
  /** Refunds open battles of unknown chains, and locked ones a day after their round. Returns how many. */
  endDue(): Promise<number>
}

/** Selects battles that were not drawn and whose chain is none of these. */
function isUndrawable({ chains }: Pick<BattleBeacons, 'chains'>): SQL | undefined {
  return and(
    hasState(battles.state, 'open', 'locked'),
    // Both states have a due step, so the index of due steps finds them.
    isNotNull(battles.dueAt),
    eq(battles.source, 'drand'),
    chains.length === 0 ? undefined : notInArray(battles.chain, [...chains]),
  )
}

/** Makes the refunds over a database. */
export function createUndrawableBattles(parts: BattleParts): UndrawableBattles {
  const { db, beacons, announce, now, log } = parts

  return {
    endDue: () => {
      const which = (): SQL | undefined => {
        const before = sql`${new Date(now() - DAY_MS).toISOString()}::timestamptz`
        const hasWaited = sql`${battles.id} in (select battle_locks.battle_id from battle_locks
          where battle_locks.battle_id = ${battles.id} and battle_locks.round = ${battles.round} and battle_locks.draw_at <= ${before})`
        return and(isUndrawable(beacons), or(hasState(battles.state, 'open'), hasWaited))
      }
      const work = async (ids: readonly string[]): Promise<number> => {
        const refunds = await db.transaction(async (tx) => {
          const claimed = await tx
            .select()
            .from(battles)
            .where(and(which(), inArray(battles.id, [...ids])))
            .orderBy(battles.id)
            .for('no key update', { skipLocked: true })
          return endBattles(tx, claimed, 'source', new Date(now()))
        })
        announce.refunded(refunds)
        return refunds.battleIds.length
      }
      const failure = 'a battle of an unknown chain could not be refunded'
      return workThrough({ db, which, atOnce: BATTLES_AT_ONCE, work, failure, log })
    },
  }
}
