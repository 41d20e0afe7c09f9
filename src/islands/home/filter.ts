// The filter of the home screen's search: by words of the name in any order, and by price.
import { createSearch } from '../../game/search.ts'

/** The price ranges to choose from, in cents; `from` is inclusive, `to` exclusive. The last one has no end. */
export const PRICE_BANDS = [
  { id: 'all', from: 0, to: Number.POSITIVE_INFINITY },
  { id: 'under-2', from: 0, to: 200 },
  { id: '2-10', from: 200, to: 1000 },
  { id: '10-50', from: 1000, to: 5000 },
  { id: 'over-50', from: 5000, to: Number.POSITIVE_INFINITY },
] as const

/** What a case is filtered by: its names in the language of the page and in English, and its price in cents. */
interface Filtered {
  readonly names: readonly string[]
  readonly price: number
}

/**
 * Prepares a filter of cases. The returned function returns those that match the text of the field, empty for all, and the id of a
 * price band; an unknown one is any price.
 */
export function createFilter<Shown extends Filtered>(
  all: readonly Shown[],
): (query: string, band: string) => ReadonlySet<Shown> {
  const find = createSearch(all, ({ names }) => names)
  return (query, band) => {
    const { from, to } = PRICE_BANDS.find(({ id }) => id === band) ?? PRICE_BANDS[0]
    const named = query.trim() === '' ? all : [...find(query)]
    return new Set(named.filter(({ price }) => price >= from && price < to))
  }
}
