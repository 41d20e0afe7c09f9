import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvAmount, csvLine, csvText } from '../../../src/server/base/csv.ts'
import { readCsv } from '../../support/runner/csv.ts'

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1']

describe('a table as CSV', () => {
  it('keeps every text, except for the start of a formula', () => {
    const aText = fc.oneof(fc.string(), fc.constantFrom('"', ',', '\r\n', 'Привіт', ''))
    fc.assert(
      fc.property(fc.array(fc.array(aText, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
        const read = readCsv(rows.map((row) => csvLine(row.map(csvText))).join(''))
        const tame = (text: string): string =>
          (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text).replaceAll(/;(?=\s*[=+\-@])/g, ";'")
        expect(read).toEqual(rows.map((row) => row.map(tame)))
      }),
    )
  })

  it.each(FORMULAS)('lets no spreadsheet run %j', (text) => {
    expect(readCsv(csvLine([csvText(text), 'x']))[0]?.[0]).toBe(`'${text}`)
  })

  it.each(['x;=1+1', 'x; @SUM(A1)', 'a;b;-1'])('lets no spreadsheet run %j, where a semicolon ends a field', (text) => {
    for (const field of csvText(text).split(';')) expect(field).not.toMatch(/^\s*[=+\-@]/)
  })

  it('ends lines as in RFC 4180', () => {
    expect(csvLine(['a', 'b'])).toBe('a,b\r\n')
    expect(csvText('a "b", c')).toBe('"a ""b"", c"')
  })

  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [1234567, '12345.67'],
    [-100, '-1.00'],
    [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
  ])('writes %d cents as %s', (amountCents, text) => {
    expect(csvAmount(amountCents)).toBe(text)
  })
})
