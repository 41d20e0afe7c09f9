// The state of the room Safer play, in its address.
import { definedOnly, oneOf } from '../../session/search.ts'

/** Lists beside the first one, of what waits for a look. */
export const LATER_TABS = ['limits', 'exclusions', 'months'] as const

export type LaterTab = (typeof LATER_TABS)[number]

export interface SaferPlaySearch {
  /** What waits without it. */
  readonly tab?: LaterTab | undefined
  readonly cursor?: string | undefined
  /** The number of the selected player. */
  readonly player?: string | undefined
}

const CURSOR = /^[\w.-]{1,80}$/
const NUMBER = /^\d{4,10}$/

const inForm = (form: RegExp, text: unknown): string | undefined =>
  typeof text === 'string' && form.test(text) ? text : undefined

export function parseSaferPlaySearch(search: Readonly<Record<string, unknown>>): SaferPlaySearch {
  return definedOnly<SaferPlaySearch>({
    tab: oneOf(LATER_TABS, search.tab),
    cursor: inForm(CURSOR, search.cursor),
    player: inForm(NUMBER, search.player),
  })
}
