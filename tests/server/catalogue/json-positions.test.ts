import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonFault, parseJson } from '../../../src/server/catalogue/json-positions.ts'

function faultOf(text: string): JsonFault {
  try {
    parseJson(text)
  } catch (error) {
    if (error instanceof JsonFault) return error
  }
  throw new Error('No fault')
}

function accepts(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}

function hasDuplicateKey(text: string): boolean {
  return !accepts(parseJson, text) && faultOf(text).message.endsWith('is written twice')
}

describe('a JSON text', () => {
  it('has the value that JSON.parse gives, on one line and on many', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (text, indent) => {
        const formatted = JSON.stringify(JSON.parse(text), null, indent)
        expect(parseJson(formatted).value).toEqual(JSON.parse(formatted))
      }),
    )
  })

  it('is refused where JSON.parse refuses it', () => {
    const cut = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', ':', 'x', '\\', '1', '\u0001'))
    fc.assert(
      fc.property(cut, ([text, at, letter]) => {
        const place = at % (text.length + 1)
        const changed = text.slice(0, place) + letter + text.slice(place + 1)
        const isJson = accepts(JSON.parse, changed)
        // A duplicate key is JSON, but not a record; it is reported before a fault that follows it.
        if (isJson || !hasDuplicateKey(changed)) {
          expect(accepts(parseJson, changed) || hasDuplicateKey(changed)).toBe(isJson)
        }
        if (!accepts(parseJson, changed)) expect(faultOf(changed)).toBeInstanceOf(JsonFault)
      }),
      { numRuns: 2000 },
    )
  })

  it('has a line for each of its parts', () => {
    const { lineOf } = parseJson('{\n"a": [\n  1,\n  {"b": 2,\n   "c":\n 3}\n],\n"d": null}')
    const lines = [['a'], ['a', 0], ['a', 1], ['a', 1, 'b'], ['a', 1, 'c'], ['d']].map(lineOf)
    expect(lines).toEqual([2, 3, 4, 4, 5, 8])
  })

  it('reports what is missing on the line of the record that lacks it', () => {
    expect(parseJson('[\n{"a": 1},\n{"b": 2}\n]').lineOf([1, 'a'])).toBe(3)
  })

  it('may begin with a byte order mark', () => {
    const { value, lineOf } = parseJson('\ufeff[\n1]')
    expect(value).toEqual([1])
    expect(lineOf([0])).toBe(2)
  })
})

describe('a fault', () => {
  it.each([
    ['[\n1,\n2\n3]', 4, 'Not JSON: "," expected, "3]" found'],
    ['[\n1,\n2\n', 4, 'Not JSON: "," or "]" expected, the end found'],
    ['{\n"a": 1,\n}', 3, 'Not JSON: a key in quotes expected, "}" found'],
    ['{\n"a": \n}', 3, 'Not JSON: a value expected, "}" found'],
    ['[1,\n]', 2, 'Not JSON: a value expected, "]" found'],
    ['{\n"a" 1}', 2, 'Not JSON: ":" expected, "1}" found'],
    ['["a\n"]', 1, 'Not JSON: a text that ends in quotes on its line expected, ""a" found'],
    ['[\n"\\x"]', 2, 'Not JSON: an escape that JSON knows expected, ""\\x"]" found'],
    ['[\n"\\u12"]', 2, 'Not JSON: four hexadecimal digits after \\u expected, ""\\u12"]" found'],
    ['[\n"a\tb"]', 2, 'Not JSON: no control character expected, ""a" found'],
    ['[\n1.]', 2, 'Not JSON: a digit expected, "1.]" found'],
    ['[1]\n\n]', 3, 'Not JSON: nothing more expected, "]" found'],
    ['[\n// one\n1]', 2, 'Not JSON: a value expected, "//" found'],
    ['{"a": 1,\n"b": 2,\n"a": 3}', 3, '"a" is written twice'],
    ['[{"a": 1},\n{"b": {"c": 1,\n"c": 2}}]', 3, '"c" is written twice'],
    ['', 1, 'Not JSON: a value expected, the end found'],
  ])('%j is reported on its line', (text, line, message) => {
    const fault = faultOf(text)
    expect([fault.line, fault.message]).toEqual([line, message])
  })
})
