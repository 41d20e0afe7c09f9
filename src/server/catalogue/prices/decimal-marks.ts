// Reads prices whose decimals are after a comma or a point: 1.234,50 or 1,234.50. Each row tells for itself; only one that can be read in two
// ways, like 1.234, is read as the others are.
import { bareAmount, type PriceRow } from './price-list.ts'

type Mark = '.' | ','

/** The part of the rows that tell which stands for the file: a list has odd rows. */
const MOST = 0.9

/** Returns the mark before an amount's decimals; null for a whole number, and for what is none. */
function markOf(amount: string): Mark | 'either' | null {
  const [commas, points] = [amount.split(',').length - 1, amount.split('.').length - 1]
  if (commas + points === 0 || !/^[\d.,]+$/.test(amount)) return null
  if (commas > 0 && points > 0) return amount.lastIndexOf(',') > amount.lastIndexOf('.') ? ',' : '.'
  if (commas + points === 1) {
    if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(amount)) return 'either'
    return commas === 1 ? ',' : '.'
  }
  // What is there twice groups thousands.
  return commas > 0 ? '.' : ','
}

/** Returns the mark of nearly all amounts that tell theirs; undefined where they tell none. */
function usualMark(marks: readonly ReturnType<typeof markOf>[]): Mark | undefined {
  const telling = marks.filter((mark) => mark === ',' || mark === '.')
  const isUsual = (mark: Mark): boolean => telling.filter((one) => one === mark).length >= telling.length * MOST
  return telling.length === 0 ? undefined : ([',', '.'] as const).find(isUsual)
}

const swapMarks = (amount: string): string => amount.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','))

/** Returns rows whose prices have a decimal point; a row that can be read in two ways, of which the others tell none, gets a problem. */
export function withDecimalPoints(rows: readonly PriceRow[]): PriceRow[] {
  const amounts = rows.map(({ price }) => (typeof price === 'string' ? bareAmount(price) : ''))
  const marks = amounts.map(markOf)
  const usual = usualMark(marks)
  return rows.map((row, at): PriceRow => {
    const [amount = '', own] = [amounts[at], marks[at]]
    const mark = own === 'either' ? usual : own
    if (mark !== undefined) return mark === ',' ? { ...row, price: swapMarks(amount) } : row
    const problem = `"${amount}" has a mark before three digits that may group thousands or not: the other rows do not tell`
    return { ...row, problem: row.problem ?? problem }
  })
}
