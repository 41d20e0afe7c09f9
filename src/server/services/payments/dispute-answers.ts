// Answers to disputes: a person sends them to the provider, and notes here what they sent. The provider reports what came of it.
import { and, asc, desc, eq, type SQL } from 'drizzle-orm'
import type { Actor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import { ActionRefused } from '../../base/action-refused.ts'
import { newId } from '../../base/ids.ts'
import type { Database, Queries } from '../../db/database.ts'
import { audit } from '../../db/schema-office.ts'
import { disputeAnswers, disputes } from '../../db/schema-payments.ts'
import { lockPayer } from '../referral/commission.ts'
import { lockOrders } from './orders.ts'

/** Why an answer is not noted: the order has no such dispute, or it is closed. */
export type RefusedAnswer = 'none' | 'closed'

/** An answer is not noted. The message says why. */
export class AnswerRefused extends ActionRefused<RefusedAnswer> {}

export type AnswerRow = typeof disputeAnswers.$inferSelect

/** An answer as a person notes it. */
export interface Answer {
  readonly orderId: string
  /** The provider's id of the dispute. */
  readonly dispute: string
  /** What was sent. */
  readonly sent: string
}

/** The file of evidence that was made last for an order. */
export interface MadeEvidence {
  readonly at: Date
  readonly by: string
  /** SHA-256, in hex. */
  readonly digest: string
}

/** The acts of one person. */
const actsBy = (by: Actor): SQL | undefined =>
  by.kind === 'staff' ? eq(audit.staffId, by.staffId) : and(eq(audit.actorKind, by.kind), eq(audit.actor, by.name))

/** Returns the newest file of evidence of an order, by the audit: that of anyone, or of one person; undefined where none was made. */
export async function newestEvidence(queries: Queries, orderId: string, by?: Actor): Promise<MadeEvidence | undefined> {
  const [row] = await queries
    .select({ at: audit.at, by: audit.actor, after: audit.after })
    .from(audit)
    .where(
      and(
        eq(audit.subject, orderId),
        eq(audit.subjectKind, 'order'),
        eq(audit.verb, 'orders.evidence'),
        by === undefined ? undefined : actsBy(by),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(1)
  if (row === undefined) return undefined
  const { digest = '' } = (row.after ?? {}) as { readonly digest?: string }
  return { at: row.at, by: row.by, digest }
}

/** Returns the answers to the disputes of an order, the oldest first. */
export function answersOfOrder(queries: Queries, orderId: string): Promise<AnswerRow[]> {
  return queries
    .select()
    .from(disputeAnswers)
    .where(eq(disputeAnswers.orderId, orderId))
    .orderBy(asc(disputeAnswers.id))
}

/**
 * Notes in a transaction what was answered to an open dispute, with the file of evidence that its author was handed last: each file is another
 * one, and a colleague may have made one since.
 *
 * @throws AnswerRefused where there is no such dispute, or it is closed
 */
export async function answerDisputeIn(
  tx: Queries,
  { orderId, dispute, sent }: Answer,
  { at, by }: { readonly at: Date; readonly by: Actor },
): Promise<AnswerRow> {
  // Reports of the provider lock the same, so that none closes it meanwhile.
  await lockPayer(tx, orderId)
  const [order] = await lockOrders(tx, [orderId])
  const isIt = and(eq(disputes.orderId, orderId), eq(disputes.reference, dispute))
  const [row] = order === undefined ? [] : await tx.select().from(disputes).where(isIt)
  if (row === undefined) throw new AnswerRefused('none', `Order ${orderId} has no dispute ${dispute}.`)
  if (row.state !== 'open') throw new AnswerRefused('closed', `Dispute ${dispute} is ${row.state}.`)
  const digest = (await newestEvidence(tx, orderId, by))?.digest ?? null
  const values = { id: newId(), provider: row.provider, dispute, orderId, sent, evidence: digest, author: by.name, at }
  const [answer] = await tx.insert(disputeAnswers).values(values).returning()
  if (answer === undefined) throw new Error(`The answer to dispute ${dispute} was not stored`)
  const after = { dispute, digest }
  await recordAct(tx, { by, verb: 'orders.answer', kind: 'order', subject: orderId, after, reason: sent })
  return answer
}

/** Notes what was answered to a dispute, as `answerDisputeIn` does. */
export function answerDispute(
  db: Database,
  answer: Answer,
  doing: { readonly at: Date; readonly by: Actor },
): Promise<AnswerRow> {
  return db.transaction((tx) => answerDisputeIn(tx, answer, doing))
}
