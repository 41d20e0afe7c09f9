// The state of the room Bots and stock, in its address.
import { getRouteApi } from '@tanstack/react-router'
import { definedOnly, oneOf, wordsOf } from '../../session/search.ts'

export const STOCK_VIEWS = ['short', 'missing'] as const

export interface BotsSearch {
  /** Which items; all without it. */
  readonly view?: (typeof STOCK_VIEWS)[number] | undefined
  /** A part of an item's name. */
  readonly q?: string | undefined
  /** The selected item. */
  readonly item?: string | undefined
  /** The item after which the page begins. */
  readonly cursor?: string | undefined
}

export function parseBotsSearch(search: Readonly<Record<string, unknown>>): BotsSearch {
  return definedOnly<BotsSearch>({
    view: oneOf(STOCK_VIEWS, search.view),
    q: wordsOf(search.q, 80),
    item: wordsOf(search.item, 120),
    cursor: wordsOf(search.cursor, 120),
  })
}

const route = getRouteApi('/frame/bots')

/** Returns the state of the room, as its address has it. */
export function useBotsSearch(): BotsSearch {
  return parseBotsSearch({ ...route.useSearch() })
}
