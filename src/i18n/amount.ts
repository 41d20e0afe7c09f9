// Dollar amounts that players type: normalised while typing, and parsed as money.
import { type Cents, cents } from '../game/base/money.ts'

/** Longer than the largest amount that any call accepts. */
const WHOLE_DIGITS = 9

/** Grouped amounts, as players copy them: 1,000 and 1,000,000.50. */
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d*)?$/

/**
 * Normalises typed or pasted text to digits and one decimal point with at most two digits after it. A comma counts as a point,
 * because Russian and Ukrainian write it so.
 */
export function tidyAmount(text: string): string {
  const bare = text.replace(/[^\d.,]/g, '')
  const dotted = GROUPED.test(bare) ? bare.replaceAll(',', '') : bare.replaceAll(',', '.')
  const [whole = '', ...rest] = dotted.split('.')
  const dollars = whole.replace(/^0+(?=\d)/, '').slice(0, WHOLE_DIGITS)
  return rest.length === 0 ? dollars : `${dollars}.${rest.join('').slice(0, 2)}`
}

/**
 * Parses the text of a field for dollars.
 *
 * @returns whole US cents; null where there is no amount above zero
 */
export function readAmount(text: string): Cents | null {
  const amount = Math.round(Number(tidyAmount(text)) * 100)
  return Number.isSafeInteger(amount) && amount > 0 ? cents(amount) : null
}
