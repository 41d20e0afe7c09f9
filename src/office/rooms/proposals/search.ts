// The state of the room Proposals, in its address.
import { PROPOSAL_STATES, type ProposalState } from '../../../game/office/subjects.ts'
import { definedOnly, oneOf, uuidOf } from '../../session/search.ts'

export interface ProposalsSearch {
  /** Those that wait without it. */
  readonly state?: Exclude<ProposalState, 'open'> | undefined
  readonly cursor?: string | undefined
  /** The selected proposal. */
  readonly proposal?: string | undefined
}

/** States besides that of the first tab. */
const DECIDED = PROPOSAL_STATES.filter((state) => state !== 'open')

export function parseProposalsSearch(search: Readonly<Record<string, unknown>>): ProposalsSearch {
  return definedOnly<ProposalsSearch>({
    state: oneOf(DECIDED, search.state),
    cursor: uuidOf(search.cursor),
    proposal: uuidOf(search.proposal),
  })
}
