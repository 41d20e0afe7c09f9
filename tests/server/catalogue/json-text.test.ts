import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonFault, nodeAt, parseJsonText } from '../../../src/server/catalogue/json-text.ts'

function faultOf(text: string): JsonFault {
  try {
    parseJsonText(text)
  } catch (error) {
    if (error instanceof JsonFault) return error
  }
  throw new Error('No fault')
}

function isReadBy(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text)
    return true
  } catch {
    return false
  }
}

function hasTwins(text: string): boolean {
  return !isReadBy(parseJsonText, text) && faultOf(text).message.endsWith('is written twice')
}

describe('a JSON text', () => {
  it('is read as JSON.parse reads it, on one line and on many', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (text, indent) => {
        const laidOut = JSON.stringify(JSON.parse(text), null, indent)
        expect(parseJsonText(laidOut).value).toEqual(JSON.parse(laidOut))
      }),
    )
  })

  it('is refused where JSON.parse refuses it', () => {
    const cut = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', ':', 'x', '\\', '1', '\u0001'))
    fc.assert(
      fc.property(cut, ([text, at, letter]) => {
        const place = at % (text.length + 1)
        const changed = text.slice(0, place) + letter + text.slice(place + 1)
        const isJson = isReadBy(JSON.parse, changed)
        // Twice the same key is JSON, yet not a record: told before anything behind it is read.
        if (isJson || !hasTwins(changed)) expect(isReadBy(parseJsonText, changed) || hasTwins(changed)).toBe(isJson)
      }),
      { numRuns: 2000 },
    )
  })

  it('knows the line of every part', () => {
    const root = parseJsonText('{\n"a": [\n  1,\n  {"b": 2,\n   "c":\n 3}\n],\n"d": null}')
    const lines = [['a'], ['a', 0], ['a', 1], ['a', 1, 'b'], ['a', 1, 'c'], ['d']].map(
      (path) => nodeAt(root, path).line,
    )
    expect(lines).toEqual([2, 3, 4, 4, 5, 8])
  })

  it('tells what is missing on the line of what lacks it', () => {
    expect(nodeAt(parseJsonText('[\n{"a": 1},\n{"b": 2}\n]'), [1, 'a']).line).toBe(3)
  })
})

describe('a fault in it', () => {
  it.each([
    ['[\n1,\n2\n3]', 4, 'Not JSON: "," or "]" expected, "3]" found'],
    ['{\n"a": 1,\n}', 3, 'Not JSON: a key in quotes expected, "}" found'],
    ['{\n"a": \n}', 3, 'Not JSON: a value expected, "}" found'],
    ['{\n"a" 1}', 2, 'Not JSON: ":" after "a" expected, "1}" found'],
    ['["a\n"]', 1, 'Not JSON: a text that ends in quotes on its line expected, ""a" found'],
    ['[1]\n\n]', 3, 'Not JSON: nothing more expected, "]" found'],
    ['{"a": 1,\n"b": 2,\n"a": 3}', 3, '"a" is written twice'],
    ['', 1, 'Not JSON: a value expected, the end found'],
  ])('%j is told on its line', (text, line, message) => {
    const fault = faultOf(text)
    expect([fault.line, fault.message]).toEqual([line, message])
  })
})
