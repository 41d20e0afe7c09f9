// The state of the room Staff, in its address.
import { STAFF_STATES, type StaffState } from '../../../game/office/subjects.ts'
import { definedOnly, oneOf, uuidOf, wordsOf } from '../../session/search.ts'

export interface StaffSearch {
  /** The selected member. */
  readonly member?: string | undefined
  readonly state?: StaffState | undefined
  /** Part of a name. */
  readonly name?: string | undefined
}

export function parseStaffSearch(search: Readonly<Record<string, unknown>>): StaffSearch {
  return definedOnly<StaffSearch>({
    member: uuidOf(search.member),
    state: oneOf(STAFF_STATES, search.state),
    name: wordsOf(search.name, 60),
  })
}
