// Who of the shop did what happened to a player: found in the audit for the few events that a page shows.
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Verb } from '../../../game/office/verbs.ts'
import type { Act, Author } from '../../../protocol/office/common.ts'
import type { TimelineEvent } from '../../../protocol/office/timeline.ts'
import { isId, timeOfId } from '../../base/ids.ts'
import type { Queries } from '../../db/database.ts'
import { audit, balanceCorrections } from '../../db/schema-office.ts'
import { orderReversals } from '../../db/schema-payments.ts'

type AuditRow = typeof audit.$inferSelect

/** Returns who did an act. */
export const authorOf = ({ actor: name, actorKind }: Pick<AuditRow, 'actor' | 'actorKind'>): Author => ({
  name,
  isJob: actorKind === 'job',
})

/** A person as an author. */
export const person = (name: string): Author => ({ name, isJob: false })

/** An event as it is stored, with its author where the row has one. */
export interface StoredEvent extends Omit<TimelineEvent, 'by' | 'acts'> {
  readonly by?: Author | undefined
}

/** Returns the acts about orders and withdrawals, by the id of each, the oldest first. */
export async function actsAbout(queries: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, Act[]>> {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .select()
    .from(audit)
    .where(and(inArray(audit.subject, [...ids]), inArray(audit.subjectKind, ['order', 'withdrawal'])))
    .orderBy(asc(audit.id))
  const grouped = Map.groupBy(rows, ({ subject }) => subject)
  return new Map(
    [...grouped].map(([id, acts]) => [
      id,
      acts.map((row) => ({ id: row.id, at: row.at.getTime(), verb: row.verb, by: authorOf(row), reason: row.reason })),
    ]),
  )
}

const isAct = (playerId: number, verbs: readonly Verb[]): SQL | undefined =>
  and(eq(audit.subject, String(playerId)), eq(audit.subjectKind, 'player'), inArray(audit.verb, [...verbs]))

/** Returns who did something to a player last; null where it was not recorded. */
export async function lastAuthor(
  queries: Queries,
  playerId: number,
  verb: Verb,
  condition?: SQL,
): Promise<string | null> {
  const [row] = await queries
    .select({ by: audit.actor })
    .from(audit)
    .where(and(isAct(playerId, [verb]), condition))
    .orderBy(desc(audit.id))
    .limit(1)
  return row?.by ?? null
}

/** Returns who of the shop excluded a player until a moment; null for one without end. */
export function exclusionAuthor(queries: Queries, playerId: number, until: Date | null): Promise<string | null> {
  const isThis = sql`${audit.after} ->> 'until' is not distinct from ${until?.toISOString() ?? null}`
  return lastAuthor(queries, playerId, 'saferPlay.exclude', isThis)
}

/** The authors of events, by the ids of these. */
type Authors = ReadonlyMap<string, Author>

/** A reversal and the act that asked for it are of one transaction: no call takes so long between them. */
const REFUND_MS = 10_000

/** Finds who refunded: transfers of a reversal name it, and the act about its order follows at once. */
async function refundAuthors(queries: Queries, events: readonly StoredEvent[]): Promise<Authors> {
  const moved = events.filter(({ what, reference }) => what.startsWith('transfer.') && isId(reference ?? ''))
  if (moved.length === 0) return new Map()
  const reversals = await queries
    .select({ id: orderReversals.id, orderId: orderReversals.orderId })
    .from(orderReversals)
    .where(
      and(
        inArray(orderReversals.id, [...new Set(moved.flatMap(({ reference }) => reference ?? []))]),
        eq(orderReversals.cause, 'refund'),
      ),
    )
  const acts = await actsAbout(queries, [...new Set(reversals.map(({ orderId }) => orderId))])
  const authors = new Map(
    reversals.flatMap(({ id, orderId }) => {
      const isOf = (act: Act): boolean =>
        act.verb === 'orders.refund' && act.id > id && timeOfId(act.id) - timeOfId(id) < REFUND_MS
      const by = acts.get(orderId)?.find(isOf)?.by
      return by === undefined ? [] : [[id, by] as const]
    }),
  )
  return new Map(
    moved.flatMap(({ id, reference }) => {
      const by = authors.get(reference ?? '')
      return by === undefined ? [] : [[id, by] as const]
    }),
  )
}

/** Finds who corrected a balance. */
async function correctionAuthors(queries: Queries, events: readonly StoredEvent[]): Promise<Authors> {
  const corrections = events.filter(({ kind }) => kind === 'correction')
  if (corrections.length === 0) return new Map()
  const ids = corrections.flatMap(({ reference }) => reference ?? [])
  const rows = await queries
    .select({ id: balanceCorrections.id, author: balanceCorrections.author })
    .from(balanceCorrections)
    .where(inArray(balanceCorrections.id, ids))
  const authors = new Map(rows.map(({ id, author }) => [id, person(author)]))
  return new Map(
    corrections.flatMap(({ id, reference }) => {
      const by = authors.get(reference ?? '')
      return by === undefined ? [] : [[id, by] as const]
    }),
  )
}

const VERBS_OF = {
  banned: ['players.ban', 'players.erase'],
  unbanned: ['players.unban'],
} as const satisfies Partial<Record<TimelineEvent['what'], readonly Verb[]>>

/** Finds who banned a player and who lifted it: each act has the reason of its ban; of those with the same, the nearest in time. */
async function banAuthors(queries: Queries, playerId: number, events: readonly StoredEvent[]): Promise<Authors> {
  const own = events.filter(({ kind }) => kind === 'ban')
  if (own.length === 0) return new Map()
  const acts = await queries
    .select()
    .from(audit)
    .where(isAct(playerId, Object.values(VERBS_OF).flat()))
  return new Map(
    own.flatMap(({ id, at, what, remark }) => {
      const verbs: readonly string[] = VERBS_OF[what as keyof typeof VERBS_OF]
      const distance = (act: AuditRow): number => Math.abs(act.at.getTime() - at)
      const [act] = acts
        .filter(({ verb, reason }) => verbs.includes(verb) && reason === remark)
        .toSorted((a, b) => distance(a) - distance(b))
      return act === undefined ? [] : [[id, authorOf(act)] as const]
    }),
  )
}

/** Names the authors of a player's events, the newest first, and what was done about their orders and withdrawals. */
export async function withAuthors(
  queries: Queries,
  playerId: number,
  events: readonly StoredEvent[],
): Promise<TimelineEvent[]> {
  const about = ({ what, reference }: StoredEvent): string | null =>
    what.startsWith('order.') || what.startsWith('withdrawal.') ? reference : null
  const [acts, ...found] = await Promise.all([
    actsAbout(
      queries,
      events.flatMap((event) => about(event) ?? []),
    ),
    refundAuthors(queries, events),
    correctionAuthors(queries, events),
    banAuthors(queries, playerId, events),
  ])
  const authors = new Map(found.flatMap((part) => [...part]))
  return events.map((event) => ({
    ...event,
    by: event.by ?? authors.get(event.id) ?? null,
    acts: acts.get(about(event) ?? '') ?? [],
  }))
}
