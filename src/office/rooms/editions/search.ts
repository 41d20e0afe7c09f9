// The state of the room Editions, in its address.
import { definedOnly } from '../../session/search.ts'

export interface EditionsSearch {
  /** The number of the selected edition. */
  readonly edition?: string | undefined
  /** The edition before which the page begins; the newest without it. */
  readonly cursor?: string | undefined
}

const NUMBER = /^[1-9]\d{0,8}$/

/** Returns a parameter if it is the number of an edition. */
const numberOf = (text: unknown): string | undefined =>
  typeof text === 'string' && NUMBER.test(text) ? text : undefined

export function parseEditionsSearch(search: Readonly<Record<string, unknown>>): EditionsSearch {
  return definedOnly<EditionsSearch>({ edition: numberOf(search.edition), cursor: numberOf(search.cursor) })
}
