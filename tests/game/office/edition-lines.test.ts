// Lines of differences between editions: their text is read as what was written.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type EditionLine, editionText, FILE_WHATS, readEditionLine } from '../../../src/game/office/edition-lines.ts'

const file = fc.constantFrom('prices.json', 'pages/faq/uk.md', 'operator.json')
const scalar = fc.oneof(fc.string({ unit: 'binary' }), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null))
const value = fc.option(scalar.map((one) => JSON.stringify(one)))
const name = fc.stringMatching(/^[\w.|-]+( [\w.|-]+)*$/)

const line: fc.Arbitrary<EditionLine> = fc.oneof(
  fc.record({ file, what: fc.constantFrom(...FILE_WHATS) }),
  fc.record({ file, more: fc.nat() }),
  fc.record({ file, path: name, before: value, after: value }),
)

it('are read as they were written', () => {
  fc.assert(
    fc.property(line, (one) => {
      expect(readEditionLine(editionText(one))).toEqual(one)
    }),
  )
})

it.each([
  ['prices.json: ak-47-redline.ft: 1234 → 1300', 'ak-47-redline.ft', '1234', '1300'],
  ['cases.json: cases orion name en: absent → "A: 1 → 2"', 'cases orion name en', null, '"A: 1 → 2"'],
])('are what the command line prints: %s', (text, path, before, after) => {
  expect(readEditionLine(text)).toMatchObject({ path, before, after })
})

it.each(['', 'no line', 'prices.json: of another time'])('leave %j as it is', (text) => {
  expect(readEditionLine(text)).toBeNull()
})
