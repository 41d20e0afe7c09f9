// The state of the room Announcements, in its address.
import { ANNOUNCEMENT_STATES, type AnnouncementState } from '../../../game/office/announcements.ts'
import { definedOnly, oneOf, uuidOf } from '../../session/search.ts'

export interface AnnouncementsSearch {
  /** Those in force without it; `notices` are those to groups of players. */
  readonly state?: Exclude<AnnouncementState, 'shown'> | 'notices' | undefined
  readonly cursor?: string | undefined
  /** The selected announcement or notice. */
  readonly id?: string | undefined
  /** What is written: `new`, a copy of one, or what is put in the place of one; `notice` is one to a group. */
  readonly write?: 'new' | 'copy' | 'correct' | 'notice' | undefined
}

const LATER = [...ANNOUNCEMENT_STATES.filter((state) => state !== 'shown'), 'notices'] as const

export function parseAnnouncementsSearch(search: Readonly<Record<string, unknown>>): AnnouncementsSearch {
  return definedOnly<AnnouncementsSearch>({
    state: oneOf(LATER, search.state),
    cursor: uuidOf(search.cursor),
    id: uuidOf(search.id),
    write: oneOf(['new', 'copy', 'correct', 'notice'], search.write),
  })
}
