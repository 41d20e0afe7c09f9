// The state of the room Audit, in its address.
import { VERB_NAMES, type Verb } from '../../../game/office/verbs.ts'
import type { Query } from '../../session/api.ts'
import { dayOf, dayStartMs, definedOnly, oneOf, uuidOf, wordsOf } from '../../session/search.ts'

export interface AuditSearch {
  /** Where the page begins; the newest rows without it. */
  readonly cursor?: string | undefined
  /** The selected entry. */
  readonly entry?: string | undefined
  readonly verb?: Verb | undefined
  readonly actor?: string | undefined
  readonly subject?: string | undefined
  /** The first and the last day, `2026-11-28`, in the reader's time zone. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export function parseAuditSearch(search: Readonly<Record<string, unknown>>): AuditSearch {
  return definedOnly<AuditSearch>({
    cursor: uuidOf(search.cursor),
    entry: uuidOf(search.entry),
    verb: oneOf(VERB_NAMES, search.verb),
    actor: wordsOf(search.actor, 120),
    subject: wordsOf(search.subject, 200),
    from: dayOf(search.from),
    to: dayOf(search.to),
  })
}

/** Returns the parameters of the call for a state of the room: the last day is in the range, its end is not. */
export function auditQuery({ entry, from, to, ...rest }: AuditSearch): Query {
  return {
    ...rest,
    from: from === undefined ? undefined : dayStartMs(from),
    to: to === undefined ? undefined : dayStartMs(to, 1),
  }
}
