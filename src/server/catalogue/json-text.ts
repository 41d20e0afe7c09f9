// Reads JSON like JSON.parse, and remembers on which line each part stands, so that a fault can name it.

/** A part of a JSON text. The line is that of the key in an object, of the value elsewhere; the first line is 1. */
export interface JsonNode {
  readonly value: unknown
  readonly line: number
  readonly children: ReadonlyMap<string | number, JsonNode>
}

/** What is wrong with the text itself, and on which line. */
export class JsonFault extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const SPACE = /[ \t\r\n]*/y
const STRING = /"(?:[^"\\\r\n]|\\.)*"/y
const ATOM = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const NONE: ReadonlyMap<string | number, JsonNode> = new Map()

interface Cursor {
  readonly text: string
  at: number
  line: number
}

/**
 * Reads a JSON text.
 *
 * @throws JsonFault where it is not JSON, or names a key twice
 */
export function parseJsonText(text: string): JsonNode {
  const cursor: Cursor = { text: text.replace(/^\ufeff/, ''), at: 0, line: 1 }
  const node = readValue(cursor)
  skipSpace(cursor)
  if (cursor.at < cursor.text.length) throw fault(cursor, 'nothing more')
  return node
}

/** The node at a path, or the nearest above it that exists: what is missing is told on the line of what lacks it. */
export function nodeAt(root: JsonNode, path: readonly PropertyKey[]): JsonNode {
  let node = root
  for (const step of path) {
    const child = typeof step === 'symbol' ? undefined : node.children.get(step)
    if (child === undefined) return node
    node = child
  }
  return node
}

function readValue(cursor: Cursor): JsonNode {
  skipSpace(cursor)
  const { line } = cursor
  const next = cursor.text[cursor.at]
  if (next === '{') return readObject(cursor)
  if (next === '[') return readArray(cursor)
  if (next === '"') return { value: readString(cursor), line, children: NONE }
  const atom = take(cursor, ATOM)
  if (atom === '') throw fault(cursor, 'a value')
  return { value: JSON.parse(atom), line, children: NONE }
}

function readObject(cursor: Cursor): JsonNode {
  const { line } = cursor
  const children = new Map<string, JsonNode>()
  readMembers(cursor, '}', () => {
    const keyLine = cursor.line
    if (cursor.text[cursor.at] !== '"') throw fault(cursor, 'a key in quotes')
    const key = readString(cursor)
    if (children.has(key)) throw new JsonFault(keyLine, `"${key}" is written twice`)
    skipSpace(cursor)
    if (cursor.text[cursor.at] !== ':') throw fault(cursor, `":" after "${key}"`)
    cursor.at++
    children.set(key, { ...readValue(cursor), line: keyLine })
  })
  return { value: Object.fromEntries([...children].map(([key, child]) => [key, child.value])), line, children }
}

function readArray(cursor: Cursor): JsonNode {
  const { line } = cursor
  const children = new Map<number, JsonNode>()
  readMembers(cursor, ']', () => children.set(children.size, readValue(cursor)))
  return { value: [...children.values()].map((child) => child.value), line, children }
}

/** What lies between two brackets, parted by commas; the cursor stands on the opening one. */
function readMembers(cursor: Cursor, end: '}' | ']', readMember: () => void): void {
  cursor.at++
  skipSpace(cursor)
  if (cursor.text[cursor.at] === end) {
    cursor.at++
    return
  }
  for (;;) {
    skipSpace(cursor)
    readMember()
    skipSpace(cursor)
    const next = cursor.text[cursor.at]
    if (next !== ',' && next !== end) throw fault(cursor, `"," or "${end}"`)
    cursor.at++
    if (next === end) return
  }
}

function readString(cursor: Cursor): string {
  const { line } = cursor
  const quoted = take(cursor, STRING)
  if (quoted === '') throw fault(cursor, 'a text that ends in quotes on its line')
  try {
    return String(JSON.parse(quoted))
  } catch {
    throw new JsonFault(line, `Not JSON: ${quoted} holds an escape or a control character that JSON does not know`)
  }
}

function skipSpace(cursor: Cursor): void {
  for (const letter of take(cursor, SPACE)) if (letter === '\n') cursor.line++
}

/** What the expression matches at the cursor, which moves behind it; an empty text when nothing does. */
function take(cursor: Cursor, expression: RegExp): string {
  expression.lastIndex = cursor.at
  const match = expression.exec(cursor.text)?.[0] ?? ''
  cursor.at += match.length
  return match
}

function fault(cursor: Cursor, wanted: string): JsonFault {
  const found = cursor.text.slice(cursor.at, cursor.at + 12).split(/\s/)[0]
  const there = cursor.at >= cursor.text.length ? 'the end' : found === '' ? 'a line break' : `"${found}"`
  return new JsonFault(cursor.line, `Not JSON: ${wanted} expected, ${there} found`)
}
