// Reads the audit, newest first, over an index for each filter.
import { and, desc, eq, gte, lt, type SQL } from 'drizzle-orm'
import { SUBJECTS } from '../../../game/office/subjects.ts'
import type { AuditEntryReply, AuditQuery, AuditReply, AuditRow } from '../../../protocol/office/audit.ts'
import { isId, leastIdAt } from '../../base/ids.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Database } from '../../db/database.ts'
import { audit, auditSeals } from '../../db/schema-office.ts'
import { PAGE_LIMIT, pageOf } from '../calls/page.ts'

/** Returns the condition of a subject: an id, with its kind before it where it is given. */
function isAbout(subject: string): SQL | undefined {
  const kind = SUBJECTS.find((one) => subject.startsWith(`${one}:`))
  if (kind === undefined) return eq(audit.subject, subject)
  return and(eq(audit.subject, subject.slice(kind.length + 1)), eq(audit.subjectKind, kind))
}

/** Returns the condition of a query. Ids begin with their time, so that spans are ranges of them. */
function conditionOf({ cursor, verb, actor, subject, from, to }: AuditQuery): SQL | undefined {
  return and(
    cursor === undefined ? undefined : lt(audit.id, cursor),
    verb === undefined ? undefined : eq(audit.verb, verb),
    actor === undefined ? undefined : isId(actor) ? eq(audit.staffId, actor) : eq(audit.actor, actor),
    subject === undefined ? undefined : isAbout(subject),
    from === undefined ? undefined : gte(audit.id, leastIdAt(from)),
    to === undefined ? undefined : lt(audit.id, leastIdAt(to)),
  )
}

type Row = typeof audit.$inferSelect

function viewOf(row: Row, sequence: number | null): AuditRow {
  return {
    id: row.id,
    at: row.at.getTime(),
    actor: { kind: row.actorKind, name: row.actor, staff: row.staffId },
    verb: row.verb,
    subject: { kind: row.subjectKind, id: row.subject },
    reason: row.reason,
    alone: row.alone,
    sequence,
  }
}

/** Returns a page of the audit. */
export async function readAudit({ queries }: Database, query: AuditQuery): Promise<AuditReply> {
  const rows = await queries
    .select({ row: audit, sequence: auditSeals.sequence })
    .from(audit)
    .leftJoin(auditSeals, eq(auditSeals.auditId, audit.id))
    .where(conditionOf(query))
    .orderBy(desc(audit.id))
    .limit(PAGE_LIMIT)
  const page = pageOf(rows, ({ row }) => row.id)
  return { rows: page.rows.map(({ row, sequence }) => viewOf(row, sequence)), cursor: page.cursor }
}

/** Returns one row with all that it holds. Throws ProtocolError 'unknown'. */
export async function readAuditEntry({ queries }: Database, id: string): Promise<AuditEntryReply> {
  const [found] = await queries
    .select({ row: audit, sequence: auditSeals.sequence, hash: auditSeals.hash })
    .from(audit)
    .leftJoin(auditSeals, eq(auditSeals.auditId, audit.id))
    .where(eq(audit.id, id))
  if (found === undefined) throw new ProtocolError(404, 'unknown', 'There is no such row')
  const { row, sequence, hash } = found
  const { address, sessionId: session, before, after } = row
  return { ...viewOf(row, sequence), address, session, before, after, hash }
}
