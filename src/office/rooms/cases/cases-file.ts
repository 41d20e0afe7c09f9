// The text of cases.json: its records, and the text with one of them changed, added or moved. All other lines stay as they are.
import type { CrateArt } from '../../../art/crates.ts'
import type { Translated } from '../../../game/base/language.ts'
import type { TicketLine } from '../../session/items/returns.ts'

export interface CaseRecord {
  readonly url: string
  readonly name: Translated
  readonly image: string
  readonly category: string
  /** In cents. */
  readonly price: number
  readonly enabled: boolean
  /** When it is sold first and last, as ISO 8601; always without them. */
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly art?: CrateArt | undefined
  readonly entries: readonly TicketLine[]
}

export interface CategoryRecord {
  readonly id: string
  readonly name: Translated
}

export interface CasesFile {
  readonly categories: readonly CategoryRecord[]
  readonly cases: readonly CaseRecord[]
  /** The first and the last line of each case, from 1. */
  readonly lines: readonly { readonly first: number; readonly last: number }[]
}

/** Where an element of a list begins in a text, and where it ends. */
interface Span {
  readonly from: number
  readonly to: number
}

/** The list of cases: where it begins and ends, without its brackets, and its elements. */
interface CaseList extends Span {
  readonly elements: readonly Span[]
}

/** Returns the place behind a text in quotes that begins at a place. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

/** Returns the elements of the list that begins behind a bracket. */
function elementsOf(text: string, from: number): CaseList {
  const elements: Span[] = []
  let depth = 0
  let begin: number | undefined
  for (let at = from; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (letter === '"') {
      begin ??= at
      at = endOfString(text, at) - 1
    } else if ('[{'.includes(letter)) {
      begin ??= at
      depth++
    } else if (letter === '}' || (letter === ']' && depth > 0)) depth--
    else if (letter === ']' || (letter === ',' && depth === 0)) {
      if (begin !== undefined) elements.push({ from: begin, to: from + text.slice(from, at).trimEnd().length })
      begin = undefined
      if (letter === ']') return { from, to: at, elements }
    } else if (letter.trim() !== '') begin ??= at
  }
  return { from, to: text.length, elements }
}

/** Returns the list `cases` of a text that is JSON; null where it has none. */
function listOf(text: string): CaseList | null {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (letter === '"') {
      const end = endOfString(text, at)
      const list = depth === 1 && text.slice(at, end) === '"cases"' ? /^\s*:\s*\[/.exec(text.slice(end)) : null
      if (list !== null) return elementsOf(text, end + list[0].length)
      at = end - 1
    } else if ('[{'.includes(letter)) depth++
    else if (']}'.includes(letter)) depth--
  }
  return null
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isLine(value: unknown): value is TicketLine {
  return isObject(value) && typeof value.item === 'string' && typeof value.tickets === 'number'
}

const isName = (value: unknown): value is Translated => isObject(value) && typeof value.en === 'string'

function isCase(value: unknown): value is CaseRecord {
  return (
    isObject(value) &&
    typeof value.url === 'string' &&
    isName(value.name) &&
    typeof value.image === 'string' &&
    typeof value.category === 'string' &&
    typeof value.price === 'number' &&
    typeof value.enabled === 'boolean' &&
    Array.isArray(value.entries) &&
    value.entries.every(isLine)
  )
}

const isCategory = (value: unknown): value is CategoryRecord =>
  isObject(value) && typeof value.id === 'string' && isName(value.name)

/** Returns the numbers of the lines of places that ascend. */
function linesAt(text: string, places: readonly number[]): number[] {
  let [line, from] = [1, 0]
  return places.map((place) => {
    for (let at = text.indexOf('\n', from); at !== -1 && at < place; at = text.indexOf('\n', from)) {
      line++
      from = at + 1
    }
    return line
  })
}

/** Reads the records of a text; null where it is no file of cases: the check of the draft says where. */
export function readCasesFile(text: string): CasesFile | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const list = listOf(text)
  if (!isObject(value) || list === null || !Array.isArray(value.cases) || !Array.isArray(value.categories)) return null
  const { cases, categories } = value
  if (!cases.every(isCase) || !categories.every(isCategory)) return null
  const lines = linesAt(
    text,
    list.elements.flatMap(({ from, to }) => [from, to]),
  )
  return {
    categories,
    cases,
    lines: list.elements.map((_, place) => ({ first: lines[place * 2] ?? 0, last: lines[place * 2 + 1] ?? 0 })),
  }
}

/** Writes a record in the form of the file: one field a line, and one item a line. */
function recordText({ entries, art, from, until, ...head }: CaseRecord): string {
  const { url, name, image, category, price, enabled } = head
  const fields = Object.entries({ url, name, image, category, price, enabled, from, until, art })
  const lines = entries.map(({ item, tickets }) => `    ${JSON.stringify({ item, tickets })}`)
  return [
    '{',
    ...fields.flatMap(([key, value]) => (value === undefined ? [] : [`  "${key}": ${JSON.stringify(value)},`])),
    ...(lines.length === 0 ? ['  "entries": []'] : ['  "entries": [', lines.join(',\n'), '  ]']),
    '}',
  ].join('\n')
}

/** A text and its list; throws for a text that `readCasesFile` refuses. */
function open(text: string): { readonly list: CaseList; readonly urls: readonly string[] } {
  const list = listOf(text)
  const file = readCasesFile(text)
  if (list === null || file === null) throw new Error('Not a file of cases')
  return { list, urls: file.cases.map(({ url }) => url) }
}

function placeOf(urls: readonly string[], url: string): number {
  const place = urls.indexOf(url)
  if (place === -1) throw new Error(`No case has the address ${url}`)
  return place
}

/** Writes the list anew, with the text of each element. */
function withElements(text: string, { from, to, elements }: CaseList, texts: readonly string[]): string {
  const [first, second] = elements
  const between = first === undefined || second === undefined ? ',\n' : text.slice(first.to, second.from)
  const before = first === undefined ? '\n' : text.slice(from, first.from)
  const last = elements.at(-1)
  const after = last === undefined ? '\n' : text.slice(last.to, to)
  return text.slice(0, from) + before + texts.join(between) + after + text.slice(to)
}

const elementTexts = (text: string, { elements }: CaseList): string[] =>
  elements.map(({ from, to }) => text.slice(from, to))

/** Returns the text with a record in the place of the one with an address. */
export function changeCase(text: string, url: string, record: CaseRecord): string {
  const { list, urls } = open(text)
  const span = list.elements[placeOf(urls, url)]
  if (span === undefined) throw new Error('The list has changed its length')
  return text.slice(0, span.from) + recordText(record) + text.slice(span.to)
}

/** Returns the text with a record behind the case `after`, or at the end. */
export function addCase(text: string, record: CaseRecord, after?: string): string {
  const { list, urls } = open(text)
  const place = after === undefined ? urls.length : placeOf(urls, after) + 1
  return withElements(text, list, elementTexts(text, list).toSpliced(place, 0, recordText(record)))
}

/** Returns the text without a case. */
export function removeCase(text: string, url: string): string {
  const { list, urls } = open(text)
  return withElements(text, list, elementTexts(text, list).toSpliced(placeOf(urls, url), 1))
}

/** Returns the text with a case before another one, or at the end for null. */
export function moveCase(text: string, url: string, before: string | null): string {
  const { list, urls } = open(text)
  const texts = elementTexts(text, list)
  const place = placeOf(urls, url)
  const [moved = ''] = texts.splice(place, 1)
  const left = urls.toSpliced(place, 1)
  texts.splice(before === null ? left.length : placeOf(left, before), 0, moved)
  return withElements(text, list, texts)
}
