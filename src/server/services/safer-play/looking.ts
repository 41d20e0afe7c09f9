// Looks at the players who played or deposited on the days that are over, and stores the signals that apply to them. A stretch of time is looked at
// after another: how far is stored after each, so that a stop costs one stretch.
import { and, desc, eq, sql } from 'drizzle-orm'
import { addDays, type Day, dayAt, startOfDay } from '../../../game/base/site-time.ts'
import { daysRead, type SaferPlayRules, type Signal, signalsOf } from '../../../game/office/safer-play.ts'
import { leastIdAt, newId } from '../../base/ids.ts'
import { type Database, type Queries, queryRows } from '../../db/database.ts'
import { FIRST_PLAYER_ID } from '../../db/schema.ts'
import { playSignals, saferPlayProgress } from '../../db/schema-safer-play.ts'
import { lockPlayer } from '../calls/player.ts'
import { countMonths } from './months.ts'
import { playDays } from './play-days.ts'

const DAY_MS = 86_400_000
/** The activity that one statement looks for players in. */
const STRETCH_MS = 15 * 60_000
/** What is older was missed for so long that signals of it prompt nobody any more. */
const BACK_MOST_DAYS = 7
/** A transaction that began before midnight has ended by then. */
const SETTLED_MS = 10 * 60_000

export interface SaferPlayLooking {
  /**
   * Looks at what is over. Returns how many players were looked at.
   *
   * @param goesOn awaited after each player; false ends the work, which the next call goes on with
   */
  look(goesOn: () => Promise<boolean>): Promise<number>
}

export interface SaferPlayLookingParts {
  readonly db: Database
  readonly now: () => number
  readonly timeZone: string
  readonly rules: () => SaferPlayRules
}

/** Returns the players, bots not among them, who played or deposited in a stretch of time, after one of them. */
async function activePlayers({ queries }: Database, fromMs: number, toMs: number): Promise<number[]> {
  const [from, to] = [leastIdAt(fromMs), leastIdAt(toMs)]
  const rows = await queryRows<{ id: number }>(
    queries,
    sql`
    select players.id from (
      select player_id from rolls where id >= ${from}::uuid and id < ${to}::uuid
      union
      select player_id from battle_stakes where id >= ${from}::uuid and id < ${to}::uuid
      union
      select credit_id from transfers
        where id >= ${from}::uuid and id < ${to}::uuid and kind = 'deposit' and credit_id >= ${FIRST_PLAYER_ID}
    ) active (player_id) join players on players.id = active.player_id
    where not players.house and not exists (select from erasures where player_id = players.id and erased_at is not null)
    order by players.id`,
  )
  return rows.map(({ id }) => id)
}

/** Stores a signal: in the newest row of its kind while that one waits or was looked at lately, else in a new one. */
async function storeSignal(
  tx: Queries,
  { playerId, signal, at, quietDays }: { playerId: number; signal: Signal; at: Date; quietDays: number },
): Promise<void> {
  const { kind, numbers } = signal
  const [last] = await tx
    .select()
    .from(playSignals)
    .where(and(eq(playSignals.playerId, playerId), eq(playSignals.kind, kind)))
    .orderBy(desc(playSignals.id))
    .limit(1)
  const quietFrom = at.getTime() - quietDays * DAY_MS
  const isOpen = last !== undefined && (last.waitsFrom !== null || (last.lookedAt?.getTime() ?? 0) > quietFrom)
  if (isOpen) {
    const lastSeen = sql`greatest(${playSignals.lastSeen}, ${at.toISOString()}::timestamptz)`
    await tx.update(playSignals).set({ numbers, lastSeen }).where(eq(playSignals.id, last.id))
    return
  }
  await tx
    .insert(playSignals)
    .values({ id: newId(), playerId, kind, numbers, firstSeen: at, lastSeen: at, waitsFrom: at })
}

/** Makes the look over a database. */
export function createSaferPlayLooking({ db, now, timeZone, rules }: SaferPlayLookingParts): SaferPlayLooking {
  async function lookAt(playerId: number, lastDay: Day): Promise<void> {
    const inForce = rules()
    const options = { timeZone, night: inForce.night, lastDay, days: daysRead(inForce) }
    const signals = signalsOf(await playDays(db, playerId, options), lastDay, inForce)
    if (signals.length === 0) return
    await db.transaction(async (tx) => {
      await lockPlayer(tx, playerId)
      const at = new Date(now())
      for (const signal of signals) await storeSignal(tx, { playerId, signal, at, quietDays: inForce.quietDays })
    })
  }

  async function storeProgress(lookedMs: number): Promise<void> {
    const lookedUntil = new Date(lookedMs)
    await db.queries
      .insert(saferPlayProgress)
      .values({ lookedUntil })
      .onConflictDoUpdate({ target: saferPlayProgress.isOnlyRow, set: { lookedUntil } })
  }

  async function look(goesOn: () => Promise<boolean>): Promise<number> {
    const lastDay = addDays(dayAt(now() - SETTLED_MS, timeZone), -1)
    const untilMs = startOfDay(addDays(lastDay, 1), timeZone)
    const [progress] = await db.queries.select().from(saferPlayProgress)
    const dayMs = startOfDay(lastDay, timeZone)
    const leastMs = startOfDay(addDays(lastDay, 1 - BACK_MOST_DAYS), timeZone)
    let lookedMs = Math.max(progress?.lookedUntil.getTime() ?? dayMs, leastMs)
    if (lookedMs >= untilMs) return 0
    const looked = new Set<number>()
    while (lookedMs < untilMs) {
      const toMs = Math.min(lookedMs + STRETCH_MS, untilMs)
      for (const playerId of await activePlayers(db, lookedMs, toMs)) {
        if (looked.has(playerId)) continue
        await lookAt(playerId, lastDay)
        looked.add(playerId)
        if (!(await goesOn())) return looked.size
      }
      await storeProgress(toMs)
      lookedMs = toMs
      if (!(await goesOn())) return looked.size
    }
    await countMonths(db, lastDay, timeZone)
    return looked.size
  }

  return { look }
}
