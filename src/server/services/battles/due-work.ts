// Processes battles that are due, many in a transaction. A battle whose work fails is retried alone, so that it does not delay the others.
import { and, asc, gt, min, notInArray, type SQL } from 'drizzle-orm'
import { type Database, isDatabaseUnavailable } from '../../db/database.ts'
import { battles } from '../../db/schema-battles.ts'

export interface BattleLog {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface DueWork {
  readonly db: Database
  /** Selects the battles that are due, anew for each transaction. */
  readonly which: () => SQL | undefined
  readonly atOnce: number
  /** Processes these battles, except those that another process has locked. Returns how many. */
  readonly work: (battleIds: readonly string[]) => Promise<number>
  /** The log message for a battle whose work failed. */
  readonly failure: string
  readonly log: Pick<BattleLog, 'error'>
}

/**
 * Processes battles until none is left, or until other processes have locked the rest. Returns how many were done.
 *
 * @throws DatabaseUnavailable
 */
export async function workThrough({ db, which, atOnce, work, failure, log }: DueWork): Promise<number> {
  const failed: string[] = []

  async function workAlone(battleId: string): Promise<number> {
    try {
      return await work([battleId])
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      failed.push(battleId)
      log.error({ err: error, battle: battleId }, failure)
      return 0
    }
  }

  async function workTogether(battleIds: readonly string[]): Promise<number> {
    try {
      return await work(battleIds)
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      let done = 0
      for (const battleId of battleIds) done += await workAlone(battleId)
      return done
    }
  }

  for (let all = 0; ; ) {
    const due = await db.queries
      .select({ id: battles.id })
      .from(battles)
      .where(and(which(), notInArray(battles.id, failed)))
      .orderBy(asc(battles.dueAt))
      .limit(atOnce)
    const before = failed.length
    const done = due.length === 0 ? 0 : await workTogether(due.map(({ id }) => id))
    all += done
    if (due.length < atOnce || done + failed.length - before < due.length) return all
  }
}

/** Returns when the next step of any battle is due after a moment; null for none. Steps that are due already are left out. */
export async function nextDueAfter({ queries }: Database, at: Date): Promise<Date | null> {
  const [row] = await queries
    .select({ dueAt: min(battles.dueAt) })
    .from(battles)
    .where(gt(battles.dueAt, at))
  return row?.dueAt ?? null
}
