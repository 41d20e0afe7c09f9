// Announces to browsers that battles were drawn, and stores afterwards that it did: only then is the settlement scheduled, at the end of the
// show. If a process dies between the draw and its event, the next step of the battle stays due within a second, before any show can end,
// and another process announces the draw then.
import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { type TimelineTerms, timelineMs } from '../../../game/battles/timeline.ts'
import type { Database } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { battleRounds, battles } from '../../db/schema-battles.ts'
import type { BattleAnnouncer, DrawnBattleRow } from './announce.ts'
import { type BattleLog, workThrough } from './due-work.ts'

/** The process that drew a battle announces it at once; after this time other processes look for draws that were not announced. */
const ANNOUNCE_GRACE_MS = 1_000
const BATTLES_AT_ONCE = 50

/** Is true in SQL for a drawn battle that is not stored as announced. */
export const IS_UNANNOUNCED = sql`${battles.dueAt} <= ${battles.startsAt} + make_interval(secs => ${ANNOUNCE_GRACE_MS / 1_000})`

/** Returns when another process may announce a draw. */
export function unannouncedDueAt(startsAt: Date): Date {
  return new Date(startsAt.getTime() + ANNOUNCE_GRACE_MS)
}

/** Returns when the show of a battle ends, and its settlement is due. */
export function showEnd(startsAt: Date, terms: TimelineTerms): Date {
  return new Date(startsAt.getTime() + timelineMs(terms))
}

/** A draw that is stored. */
export interface StoredDraw extends DrawnBattleRow {
  readonly endsAt: Date
}

export interface DrawnEvents {
  /** Announces draws, and stores that it did. */
  announceDraws(drawn: readonly StoredDraw[]): Promise<void>
  /** Announces draws that were not announced. Returns how many. */
  announceDue(): Promise<number>
}

export interface DrawnEventsParts {
  readonly db: Database
  readonly now: () => number
  readonly announce: BattleAnnouncer
  readonly log: Pick<BattleLog, 'error'>
}

const STORE_ANNOUNCED = {
  name: 'battle-draws-announced',
  text: `
with given as (select * from jsonb_to_recordset($1::jsonb) as given (id uuid, ends_at timestamptz)
), held as materialized (
  select given.* from battles join given on given.id = battles.id where state = 'drawn' order by battles.id
  for no key update of battles
)
update battles set due_at = held.ends_at from held where battles.id = held.id`,
}

/** Makes the events over a database. */
export function createDrawnEvents({ db, now, announce, log }: DrawnEventsParts): DrawnEvents {
  async function announceDraws(drawn: readonly StoredDraw[]): Promise<void> {
    if (drawn.length === 0) return
    announce.drawn(drawn)
    const given = drawn.map(({ id, endsAt }) => ({ id, ends_at: endsAt }))
    await db.run(STORE_ANNOUNCED, [JSON.stringify(given)])
    for (const { endsAt } of drawn) announce.due(endsAt)
  }

  async function read(ids: readonly string[]): Promise<StoredDraw[]> {
    const rows = await db.queries
      .select({
        id: battles.id,
        secret: sql<string>`coalesce(${battles.signature}, ${battles.serverSeed})`,
        startsAt: battles.startsAt,
        fast: battles.fast,
        rounds: db.queries.$count(battleRounds, eq(battleRounds.battleId, battles.id)),
      })
      .from(battles)
      .where(and(inArray(battles.id, [...ids]), hasState(battles.state, 'drawn')))
    return rows.flatMap(({ id, secret, startsAt, ...terms }) =>
      startsAt === null ? [] : [{ id, secret, startsAt, endsAt: showEnd(startsAt, terms) }],
    )
  }

  return {
    announceDraws,
    announceDue: () => {
      const which = () => and(hasState(battles.state, 'drawn'), lte(battles.dueAt, new Date(now())), IS_UNANNOUNCED)
      const work = async (ids: readonly string[]): Promise<number> => {
        await announceDraws(await read(ids))
        return ids.length
      }
      return workThrough({ db, which, atOnce: BATTLES_AT_ONCE, work, failure: 'a draw could not be announced', log })
    },
  }
}
