// The state of the room Announcements, in its address.
import { ANNOUNCEMENT_STATES, type AnnouncementState } from '../../../game/office/announcements.ts'
import { definedOnly, oneOf, uuidOf } from '../../session/search.ts'

export interface AnnouncementsSearch {
  /** Those in force without it. */
  readonly state?: Exclude<AnnouncementState, 'shown'> | undefined
  readonly cursor?: string | undefined
  /** The selected announcement. */
  readonly id?: string | undefined
  /** What is written: `new`, a copy of one, or what is put in the place of one. */
  readonly write?: 'new' | 'copy' | 'correct' | undefined
}

const LATER = ANNOUNCEMENT_STATES.filter((state) => state !== 'shown')

export function parseAnnouncementsSearch(search: Readonly<Record<string, unknown>>): AnnouncementsSearch {
  return definedOnly<AnnouncementsSearch>({
    state: oneOf(LATER, search.state),
    cursor: uuidOf(search.cursor),
    id: uuidOf(search.id),
    write: oneOf(['new', 'copy', 'correct'], search.write),
  })
}
