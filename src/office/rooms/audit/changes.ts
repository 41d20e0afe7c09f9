// What an entry of the audit says that was changed, or proposed to be.
import type { AuditEntryReply } from '../../../protocol/office/audit.ts'
import { differenceOf, type FieldChange } from '../../parts/difference.ts'

/** The field of an entry about a proposal that lists what the proposal would change. */
const PROPOSED = 'difference'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the fields of a state by their names, from a list of changes. */
function stateOf(changes: readonly Fields[], moment: 'before' | 'after'): Fields {
  return Object.fromEntries(changes.map((change) => [String(change.field), change[moment]]))
}

/** Returns the changes of an entry; those that a proposal would make follow what is known of the proposal itself. */
export function changesOf({ before, after }: Pick<AuditEntryReply, 'before' | 'after'>): readonly FieldChange[] {
  if (!isFields(after) || !Array.isArray(after[PROPOSED]) || !after[PROPOSED].every(isFields))
    return differenceOf(before, after)
  const { [PROPOSED]: proposed, ...known } = after
  return [
    ...differenceOf(before, known),
    ...differenceOf(stateOf(proposed as readonly Fields[], 'before'), stateOf(proposed as readonly Fields[], 'after')),
  ]
}
