// The filter of the home screen's search: by words of the name in any order, and by price.

/** The price ranges to choose from, in cents; `from` is inclusive, `to` exclusive. The last one has no end. */
export const PRICE_BANDS = [
  { id: 'all', from: 0, to: Number.POSITIVE_INFINITY },
  { id: 'under-2', from: 0, to: 200 },
  { id: '2-10', from: 200, to: 1000 },
  { id: '10-50', from: 1000, to: 5000 },
  { id: 'over-50', from: 5000, to: Number.POSITIVE_INFINITY },
] as const

/** Normalises letters for comparison: lower case, ё as е, without diacritics that a keyboard may lack. */
function plainLetters(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[’'ʼ`]/g, '')
    .trim()
}

/**
 * Tells whether a case matches a search.
 *
 * @param shown name in the language of the page, price in cents
 * @param query the text of the field; the name must contain each of its words
 * @param band id of a price band; an unknown one is any price
 */
export function fits(shown: { name: string; price: number }, query: string, band: string): boolean {
  const range = PRICE_BANDS.find(({ id }) => id === band) ?? PRICE_BANDS[0]
  if (shown.price < range.from || shown.price >= range.to) return false
  const name = plainLetters(shown.name)
  return plainLetters(query)
    .split(/\s+/)
    .every((word) => name.includes(word))
}
