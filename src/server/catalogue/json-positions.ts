// Parses strict JSON (no comments, no trailing commas, no key twice) and knows on which line each part is.
import { findNodeAtLocation, type Node, type ParseErrorCode, parseTree, printParseErrorCode, visit } from 'jsonc-parser'

export interface JsonDocument {
  readonly value: unknown
  /**
   * Returns the line of a path, 1 for the first: the line of the key in an object, of the value elsewhere. A path that does not exist
   * has the line of the nearest part above it.
   */
  lineOf(path: readonly PropertyKey[]): number
}

/** A text is not JSON, or has a key twice. */
export class JsonFault extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** What jsonc-parser's codes mean; codes of comments do not occur, because comments are not allowed. */
const EXPECTATIONS: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'a key in quotes expected',
  ValueExpected: 'a value expected',
  ColonExpected: '":" expected',
  CommaExpected: '"," expected',
  CloseBraceExpected: '"," or "}" expected',
  CloseBracketExpected: '"," or "]" expected',
  EndOfFileExpected: 'nothing more expected',
  UnexpectedEndOfString: 'a text that ends in quotes on its line expected',
  UnexpectedEndOfNumber: 'a digit expected',
  InvalidUnicode: 'four hexadecimal digits after \\u expected',
  InvalidEscapeCharacter: 'an escape that JSON knows expected',
  InvalidCharacter: 'no control character expected',
}

/** Characters of the text that a message quotes. */
const QUOTED = 12

function syntaxMessage(text: string, error: ParseErrorCode, offset: number): string {
  const rest = text.slice(offset, offset + QUOTED)
  const found = rest.split(/\s/)[0]
  const there = rest === '' ? 'the end' : found === '' ? 'white space' : `"${found}"`
  return `Not JSON: ${EXPECTATIONS[printParseErrorCode(error)] ?? 'a value expected'}, ${there} found`
}

/** @throws JsonFault for the first thing that is wrong with a text */
function assertSound(text: string): void {
  const keys: Set<string>[] = []
  visit(
    text,
    {
      onObjectBegin: () => {
        keys.push(new Set())
      },
      onObjectProperty: (key, _offset, _length, line) => {
        if (keys.at(-1)?.has(key)) throw new JsonFault(line + 1, `"${key}" is written twice`)
        keys.at(-1)?.add(key)
      },
      onObjectEnd: () => {
        keys.pop()
      },
      onError: (error, offset, _length, line) => {
        throw new JsonFault(line + 1, syntaxMessage(text, error, offset))
      },
    },
    { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false },
  )
}

function lineOfPath(text: string, root: Node, path: readonly PropertyKey[]): number {
  const steps = path.filter((step) => typeof step !== 'symbol')
  const node = findNodeAtLocation(root, steps)
  if (node === undefined) return lineOfPath(text, root, steps.slice(0, -1))
  const { offset } = node.parent?.type === 'property' ? node.parent : node
  return text.slice(0, offset).split('\n').length
}

/**
 * Parses a JSON text. A byte order mark before it is ignored.
 *
 * @throws JsonFault where it is not JSON, or has a key twice
 */
export function parseJson(content: string): JsonDocument {
  const text = content.replace(/^\ufeff/, '')
  assertSound(text)
  // Made for the first fault only: it takes ten times as long as JSON.parse.
  let root: Node | undefined
  return {
    value: JSON.parse(text),
    lineOf: (path) => {
      root ??= parseTree(text)
      return root === undefined ? 1 : lineOfPath(text, root, path)
    },
  }
}
