// Adds a row to the audit, in the transaction of the act: either both are there, or neither.
import type { Field } from '../../game/office/fields.ts'
import type { Subject } from '../../game/office/subjects.ts'
import type { Verb } from '../../game/office/verbs.ts'
import { newId, timeOfId } from '../base/ids.ts'
import type { Queries } from '../db/database.ts'
import { audit } from '../db/schema-office.ts'
import type { Actor } from './actor.ts'

/** Values by their names, for each of which the office has words. A proposal lists what it would change. */
type Fields = Readonly<Partial<Record<Field | 'difference', unknown>>>

/** What is recorded of an act. Names and addresses of players are not: rows cannot be erased. */
export interface Act {
  readonly by: Actor
  readonly verb: Verb
  readonly kind: Subject
  /** The id of the subject. */
  readonly subject: string | number
  /** What changed of the subject, as it was. */
  readonly before?: Fields
  /** What changed of the subject, as it is now. */
  readonly after?: Fields
  readonly reason?: string | undefined
}

function whoOf(by: Actor) {
  const { kind: actorKind, name: actor } = by
  if (by.kind !== 'staff') return { actorKind, actor }
  const { staffId, sessionId, address, alone = false } = by
  return { actorKind, actor, staffId, sessionId, address, alone }
}

/** Records an act. */
export async function recordAct(tx: Queries, { by, verb, kind, subject, before, after, reason }: Act): Promise<void> {
  const id = newId()
  const proposal = by.kind === 'staff' ? by.proposal : undefined
  await tx.insert(audit).values({
    id,
    at: new Date(timeOfId(id)),
    ...whoOf(by),
    verb,
    subjectKind: kind,
    subject: String(subject),
    before: before ?? null,
    after: proposal === undefined ? (after ?? null) : { ...after, proposal },
    reason: reason ?? null,
  })
}
