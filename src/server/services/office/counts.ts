// Counts what waits in each room. Every open office asks again and again, so that a count ends at a hundred rows of an index.
import { and, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { COUNT_MOST, COUNTED_ROOMS, type CountedRoom } from '../../../game/office/counted-rooms.ts'
import { judge } from '../../../game/office/judge.ts'
import type { Role } from '../../../game/office/roles.ts'
import { proposalVerbs, type Verb } from '../../../game/office/verbs.ts'
import type { CountsReply } from '../../../protocol/office/counts.ts'
import { type Database, queryRows } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { letters } from '../../db/schema-letters.ts'
import { proposals } from '../../db/schema-office.ts'
import { disputeAnswers, disputes, keptPayments, orders } from '../../db/schema-payments.ts'
import { playSignals } from '../../db/schema-safer-play.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'
import { countBotTrouble } from './bots-room.ts'
import { countSystemTrouble, type SystemSources } from './system-room.ts'

/** What counts ask of the office. */
export interface CountSources {
  readonly db: Database
  readonly system: Pick<SystemSources, 'nightly'>
}

interface Wrong {
  readonly verb: Verb
  /** Counts what is wrong, in a few rows. */
  readonly count: (sources: CountSources, nowMs: number) => Promise<number>
}

interface Waiting {
  /** What a member has to be allowed to know of it. */
  readonly verb: Verb
  /** Selects what waits: one row each, in an index. */
  readonly rows: (at: Date, role: Role) => SQL
}

const WAITING: Readonly<Record<CountedRoom, Waiting | Wrong>> = {
  proposals: {
    verb: 'proposals.read',
    rows: (at, role) => {
      const isOpen = and(
        inArray(proposals.verb, [...proposalVerbs(role)]),
        hasState(proposals.state, 'open'),
        gt(proposals.expiresAt, sql`${at.toISOString()}::timestamptz`),
      )
      return sql`select 1 from ${proposals} where ${isOpen}`
    },
  },
  // A case is a player.
  withdrawals: {
    verb: 'withdrawals.read',
    rows: () =>
      sql`select distinct ${withdrawals.playerId} from ${withdrawals} where ${hasState(withdrawals.state, 'review')}`,
  },
  // What a person has to do: kept money that no job sends back, questions, disputes that nobody has answered.
  payments: {
    verb: 'orders.read',
    rows: () => sql`
      (select 1 from ${keptPayments} where ${and(isNull(keptPayments.endedAt), hasState(keptPayments.state, 'waiting'), isNull(keptPayments.dueAt))} limit ${COUNT_MOST})
      union all
      (select 1 from ${orders} where ${and(isNotNull(orders.question), isNull(orders.answeredAt))} limit ${COUNT_MOST})
      union all
      (select 1 from ${disputes} where ${hasState(disputes.state, 'open')} and not exists (select from ${disputeAnswers}
        where ${disputeAnswers.provider} = ${disputes.provider} and ${disputeAnswers.dispute} = ${disputes.reference}) limit ${COUNT_MOST})`,
  },
  letters: {
    verb: 'letters.read',
    rows: () => sql`select 1 from ${letters} where ${hasState(letters.state, 'waiting')}`,
  },
  'safer-play': {
    verb: 'saferPlay.read',
    rows: (at) => sql`select 1 from ${playSignals} where ${playSignals.waitsFrom} <= ${at.toISOString()}::timestamptz`,
  },
  system: { verb: 'system.read', count: ({ db, system }, nowMs) => countSystemTrouble(db, system, nowMs) },
  bots: { verb: 'bots.read', count: ({ db }, nowMs) => countBotTrouble(db, nowMs) },
}

function mayKnow(verb: Verb, role: Role): boolean {
  return judge(verb, { role, freshUntil: null, now: 0, hasReason: true }).may
}

async function countRoom(room: CountedRoom, sources: CountSources, role: Role, nowMs: number): Promise<number> {
  const waiting = WAITING[room]
  if ('count' in waiting) return Math.min(COUNT_MOST, await waiting.count(sources, nowMs))
  const rows = waiting.rows(new Date(nowMs), role)
  const counted = sql`select count(*)::int as count from (${rows} limit ${COUNT_MOST}) waiting`
  const [row] = await queryRows<{ count: number }>(sources.db.queries, counted)
  return row?.count ?? 0
}

/** Returns how much waits, or is wrong, in each room that a role may read. */
export async function readCounts(sources: CountSources, role: Role, nowMs: number): Promise<CountsReply> {
  const rooms = COUNTED_ROOMS.filter((room) => mayKnow(WAITING[room].verb, role))
  const counts = rooms.map(async (room) => [room, await countRoom(room, sources, role, nowMs)] as const)
  return { counts: Object.fromEntries(await Promise.all(counts)) }
}
