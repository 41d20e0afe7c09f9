// Tables as text (RFC 4180), safe to open in a spreadsheet.

/** What a spreadsheet would take for a formula, or for the end of the one before. */
const FORMULA = /^[=+\-@\t\r\n]/

/**
 * A text as a field. What a spreadsheet would run as a formula is led by an apostrophe, which it shows as nothing.
 *
 * @example csvText('=1+1') // "'=1+1"
 */
export function csvText(text: string): string {
  const tame = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}

/** An amount in dollars with two decimals and nothing else, e.g. -1234.50. Whole cents in, no float on the way. */
export function csvAmount(amountCents: number): string {
  const digits = String(Math.abs(amountCents)).padStart(3, '0')
  return `${amountCents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Fields as a line with its end. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.join(',')}\r\n`
}
