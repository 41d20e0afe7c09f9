// The state of the room Cases, in its address.
import { definedOnly, oneOf, wordsOf } from '../../session/search.ts'

export const CASE_STATES = ['on', 'paused', 'held', 'scheduled', 'ended'] as const

export type CaseState = (typeof CASE_STATES)[number]

/** Without one, the order of the site. */
export const CASE_ORDERS = ['name', 'price', 'return', 'sold', 'measured', 'changed'] as const

export type CaseOrder = (typeof CASE_ORDERS)[number]

export interface CasesSearch {
  /** The number of the draft that is worked on. */
  readonly draft?: string | undefined
  /** The address of the case that is edited. */
  readonly case?: string | undefined
  readonly state?: CaseState | undefined
  readonly category?: string | undefined
  /** A part of a name. */
  readonly q?: string | undefined
  readonly order?: CaseOrder | undefined
}

const NUMBER = /^[1-9]\d{0,8}$/

export function parseCasesSearch(search: Readonly<Record<string, unknown>>): CasesSearch {
  const { draft } = search
  return definedOnly<CasesSearch>({
    draft: typeof draft === 'string' && NUMBER.test(draft) ? draft : undefined,
    case: wordsOf(search.case, 120),
    state: oneOf(CASE_STATES, search.state),
    category: wordsOf(search.category, 120),
    q: wordsOf(search.q, 80),
    order: oneOf(CASE_ORDERS, search.order),
  })
}
