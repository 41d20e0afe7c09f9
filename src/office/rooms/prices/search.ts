// The state of the room Prices, in its address.
import { getRouteApi } from '@tanstack/react-router'
import {
  PRICE_FILTERS,
  PRICE_ORDERS,
  PRICE_TABS,
  type PriceFilter,
  type PriceOrder,
  type PriceTab,
} from '../../../game/office/prices.ts'
import type { Query } from '../../session/api.ts'
import { definedOnly, oneOf, wordsOf } from '../../session/search.ts'

export interface PricesSearch {
  /** All items without it. */
  readonly tab?: PriceTab | undefined
  readonly q?: string | undefined
  readonly filter?: PriceFilter | undefined
  readonly order?: PriceOrder | undefined
  readonly cursor?: string | undefined
  /** The item that is open. */
  readonly item?: string | undefined
  /** The number of the draft that is open. */
  readonly draft?: string | undefined
  /** What cases are to return after a rebalance, in percent. */
  readonly to?: string | undefined
}

const NUMBER = /^[1-9]\d{0,8}$/
const ITEM = /^[a-z0-9][a-z0-9.-]{0,79}$/
const PERCENT = /^(8\d|9[0-5])$/

function inForm(form: RegExp, text: unknown): string | undefined {
  return typeof text === 'string' && form.test(text) ? text : undefined
}

export function parsePricesSearch(search: Readonly<Record<string, unknown>>): PricesSearch {
  return definedOnly<PricesSearch>({
    tab: oneOf(PRICE_TABS, search.tab),
    q: wordsOf(search.q, 80),
    filter: oneOf(PRICE_FILTERS, search.filter),
    order: oneOf(PRICE_ORDERS, search.order),
    cursor: inForm(NUMBER, search.cursor),
    item: inForm(ITEM, search.item),
    draft: inForm(NUMBER, search.draft),
    to: inForm(PERCENT, search.to),
  })
}

/** Returns the parameters of the call for the list of a state of the room. */
export function pricesQuery({ q, filter, order, cursor }: PricesSearch): Query {
  return { q, filter, order, cursor }
}

const route = getRouteApi('/frame/prices')

/** Returns the state of the room, as its address has it. */
export function usePricesSearch(): PricesSearch {
  return parsePricesSearch({ ...route.useSearch() })
}
