// Tables as text (RFC 4180), safe to open in a spreadsheet.

/** Matches what a spreadsheet would run as a formula, or as the end of the previous one. */
const FORMULA = /^[=+\-@\t\r\n]/

/** The same after a semicolon, which spreadsheets of some languages take for the end of a field. */
const LATER_FORMULA = /;(?=\s*[=+\-@])/g

/**
 * Returns a text as a field. An apostrophe, which spreadsheets hide, is put before a text that they would run as a formula.
 *
 * @example csvText('=1+1') // "'=1+1"
 */
export function csvText(text: string): string {
  const tame = (FORMULA.test(text) ? `'${text}` : text).replaceAll(LATER_FORMULA, ";'")
  return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}

/** Returns an amount in dollars with two decimals, e.g. -1234.50, computed from whole cents without floats. */
export function csvAmount(amountCents: number): string {
  const digits = String(Math.abs(amountCents)).padStart(3, '0')
  return `${amountCents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Returns fields as a line with its end. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.join(',')}\r\n`
}
