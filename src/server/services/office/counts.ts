// Counts what waits in each room. Every open office asks again and again, so that a count ends at a hundred rows of an index.
import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { COUNT_MOST, COUNTED_ROOMS, type CountedRoom } from '../../../game/office/counted-rooms.ts'
import { judge } from '../../../game/office/judge.ts'
import type { Role } from '../../../game/office/roles.ts'
import type { Verb } from '../../../game/office/verbs.ts'
import type { CountsReply } from '../../../protocol/office/counts.ts'
import { type Database, queryRows } from '../../db/database.ts'
import { letters } from '../../db/schema-letters.ts'
import { proposals } from '../../db/schema-office.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'

interface Waiting {
  /** What a member has to be allowed to know of it. */
  readonly verb: Verb
  /** Selects what waits: one row each, in an index. */
  readonly rows: (at: Date) => SQL
}

const WAITING: Readonly<Record<CountedRoom, Waiting>> = {
  proposals: {
    verb: 'proposals.read',
    rows: (at) => {
      const isOpen = and(eq(proposals.state, 'open'), gt(proposals.expiresAt, sql`${at.toISOString()}::timestamptz`))
      return sql`select 1 from ${proposals} where ${isOpen}`
    },
  },
  // A case is a player.
  withdrawals: {
    verb: 'withdrawals.read',
    rows: () =>
      sql`select distinct ${withdrawals.playerId} from ${withdrawals} where ${eq(withdrawals.state, 'review')}`,
  },
  letters: {
    verb: 'letters.read',
    rows: () => sql`select 1 from ${letters} where ${eq(letters.state, 'waiting')}`,
  },
}

function mayKnow(verb: Verb, role: Role): boolean {
  return judge(verb, { role, freshUntil: null, now: 0, hasReason: true }).may
}

/** Returns how much waits in each room that a role may read. */
export async function readCounts({ queries }: Database, role: Role, nowMs: number): Promise<CountsReply> {
  const rooms = COUNTED_ROOMS.filter((room) => mayKnow(WAITING[room].verb, role))
  const counts = rooms.map(async (room) => {
    const rows = WAITING[room].rows(new Date(nowMs))
    const counted = sql`select count(*)::int as count from (${rows} limit ${COUNT_MOST}) waiting`
    const [row] = await queryRows<{ count: number }>(queries, counted)
    return [room, row?.count ?? 0] as const
  })
  return { counts: Object.fromEntries(await Promise.all(counts)) }
}
