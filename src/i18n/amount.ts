// What a player types into a field for dollars: tidied while it is typed, and read as money.
import { type Cents, cents } from '../game/money.ts'

/** More dollars than any call takes have more digits. */
const WHOLE_DIGITS = 9

/** 1,000 and 1,000,000.50, as they are copied from elsewhere. */
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d*)?$/

/**
 * What may stand in a field for dollars of what was typed or pasted: digits, and one point with at most two behind it. A comma is a
 * point, as half of the readers write it.
 */
export function tidyAmount(text: string): string {
  const bare = text.replace(/[^\d.,]/g, '')
  const dotted = GROUPED.test(bare) ? bare.replaceAll(',', '') : bare.replaceAll(',', '.')
  const [whole = '', ...rest] = dotted.split('.')
  const dollars = whole.replace(/^0+(?=\d)/, '').slice(0, WHOLE_DIGITS)
  return rest.length === 0 ? dollars : `${dollars}.${rest.join('').slice(0, 2)}`
}

/**
 * Reads the text of a field for dollars.
 *
 * @returns whole US cents; null where there is no amount above zero
 */
export function readAmount(text: string): Cents | null {
  const amount = Math.round(Number(tidyAmount(text)) * 100)
  return Number.isSafeInteger(amount) && amount > 0 ? cents(amount) : null
}
