// Reads the audit, newest first, over an index for each filter.
import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { SUBJECTS } from '../../../game/office/subjects.ts'
import type { AuditEntryReply, AuditQuery, AuditReply, AuditRow } from '../../../protocol/office/audit.ts'
import { isId, leastIdAt } from '../../base/ids.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { players } from '../../db/schema.ts'
import { audit, auditSeals, staff } from '../../db/schema-office.ts'
import { PAGE_LIMIT, pageOf } from '../calls/page.ts'

/** The most players and members of a name whose acts are listed. */
const NAMED_MOST = 50

/** What begins in an index with a text that a person typed, in any case. */
function beginsWith(column: PgColumn, text: string): SQL {
  return sql`lower(${column}) like ${`${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`}`
}

/** Returns the ids of what has a name that begins so: players and members of the staff. */
async function namedSubjects(queries: Queries, name: string): Promise<string[]> {
  const [ofPlayers, ofStaff] = await Promise.all([
    queries.select({ id: players.id }).from(players).where(beginsWith(players.username, name)).limit(NAMED_MOST),
    queries.select({ id: staff.id }).from(staff).where(beginsWith(staff.name, name)).limit(NAMED_MOST),
  ])
  return [...ofPlayers, ...ofStaff].map(({ id }) => String(id))
}

const NUMBER = /^\d+$/

/** Returns the condition of a subject: an id, with its kind before it where it is given, or the beginning of a name. */
async function isAbout(queries: Queries, subject: string): Promise<SQL | undefined> {
  const kind = SUBJECTS.find((one) => subject.startsWith(`${one}:`))
  if (kind !== undefined) return and(eq(audit.subject, subject.slice(kind.length + 1)), eq(audit.subjectKind, kind))
  if (isId(subject) || NUMBER.test(subject)) return eq(audit.subject, subject)
  return inArray(audit.subject, [subject, ...(await namedSubjects(queries, subject))])
}

/** Returns the condition of an actor: the id of a member of the staff, a name, or the beginning of a member's name. */
async function isBy(queries: Queries, actor: string): Promise<SQL | undefined> {
  if (isId(actor)) return eq(audit.staffId, actor)
  const members = await queries
    .select({ id: staff.id })
    .from(staff)
    .where(beginsWith(staff.name, actor))
    .limit(NAMED_MOST)
  const ids = members.map(({ id }) => id)
  return or(eq(audit.actor, actor), ids.length === 0 ? undefined : inArray(audit.staffId, ids))
}

/** Returns the condition of a query. Ids begin with their time, so that spans are ranges of them. */
async function conditionOf(
  queries: Queries,
  { cursor, verb, actor, subject, from, to }: AuditQuery,
): Promise<SQL | undefined> {
  return and(
    cursor === undefined ? undefined : lt(audit.id, cursor),
    verb === undefined ? undefined : eq(audit.verb, verb),
    actor === undefined ? undefined : await isBy(queries, actor),
    subject === undefined ? undefined : await isAbout(queries, subject),
    from === undefined ? undefined : gte(audit.id, leastIdAt(from)),
    to === undefined ? undefined : lt(audit.id, leastIdAt(to)),
  )
}

type Row = typeof audit.$inferSelect

/** Who an act was about, where that was a member of the staff. */
const member = alias(staff, 'member')

const isMember = and(eq(audit.subjectKind, 'staff'), eq(audit.subject, sql`${member.id}::text`))

function viewOf(row: Row, sequence: number | null, name: string | null): AuditRow {
  return {
    id: row.id,
    at: row.at.getTime(),
    actor: { kind: row.actorKind, name: row.actor, staff: row.staffId },
    verb: row.verb,
    subject: { kind: row.subjectKind, id: row.subject, ...(name === null ? {} : { name }) },
    reason: row.reason,
    alone: row.alone,
    sequence,
  }
}

/** Returns a page of the audit. */
export async function readAudit({ queries }: Database, query: AuditQuery): Promise<AuditReply> {
  const rows = await queries
    .select({ row: audit, sequence: auditSeals.sequence, name: member.name })
    .from(audit)
    .leftJoin(auditSeals, eq(auditSeals.auditId, audit.id))
    .leftJoin(member, isMember)
    .where(await conditionOf(queries, query))
    .orderBy(desc(audit.id))
    .limit(PAGE_LIMIT)
  const page = pageOf(rows, ({ row }) => row.id)
  return { rows: page.rows.map(({ row, sequence, name }) => viewOf(row, sequence, name)), cursor: page.cursor }
}

/** Returns one row with all that it holds. Throws ProtocolError 'unknown'. */
export async function readAuditEntry({ queries }: Database, id: string): Promise<AuditEntryReply> {
  const [found] = await queries
    .select({ row: audit, sequence: auditSeals.sequence, hash: auditSeals.hash, name: member.name })
    .from(audit)
    .leftJoin(auditSeals, eq(auditSeals.auditId, audit.id))
    .leftJoin(member, isMember)
    .where(eq(audit.id, id))
  if (found === undefined) throw new ProtocolError(404, 'unknown', 'There is no such row')
  const { row, sequence, hash, name } = found
  const { address, sessionId: session, before, after } = row
  return { ...viewOf(row, sequence, name), address, session, before, after, hash }
}
