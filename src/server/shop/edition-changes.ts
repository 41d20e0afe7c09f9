// Lists what differs between two editions of a shop, for the log and the database.
import type { ShopFiles } from '../../content/shop-files.ts'
import { type EditionLine, editionText } from '../../game/office/edition-lines.ts'

/** Lines that are listed of one file; the others are counted. */
const LISTED = 40

/** The fields that name a record in a list, in the order in which they are looked for. */
const NAMES = ['id', 'url', 'tier', 'item'] as const

/** Returns the name of an element of a list: its own, or its place, as people count. */
function nameOf(element: unknown, at: number): string {
  if (typeof element !== 'object' || element === null) return `#${at + 1}`
  for (const field of NAMES) {
    const name: unknown = Reflect.get(element, field)
    if (typeof name === 'string') return name
  }
  return `#${at + 1}`
}

/** Collects the plain values below a value, by their paths. */
function collect(value: unknown, path: string, values: Map<string, string>): Map<string, string> {
  if (typeof value !== 'object' || value === null) return values.set(path, JSON.stringify(value))
  const fields = Array.isArray(value)
    ? value.map((element, at) => [nameOf(element, at), element] as const)
    : Object.entries(value)
  for (const [name, field] of fields) collect(field, path === '' ? name : `${path} ${name}`, values)
  return values
}

/** Reads the plain values of a file; null for a text that is no JSON, which the check of a change names by its line. */
function valuesOf(text: string | undefined): Map<string, string> | null {
  if (text === undefined) return new Map()
  try {
    return collect(JSON.parse(text), '', new Map())
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** What every import changes, and nobody reads: a list of times as long as the catalogue. */
const isUnlisted = (file: string, path: string): boolean => file === 'price-state.json' && !path.startsWith('held ')

function linesOf(file: string, before: string | undefined, after: string | undefined): EditionLine[] {
  if (before === after) return []
  const [old, made] = file.endsWith('.json') ? [valuesOf(before), valuesOf(after)] : []
  if (!old || !made) return [{ file, what: before === undefined ? 'new' : after === undefined ? 'removed' : 'changed' }]
  const lines = [...new Set([...old.keys(), ...made.keys()])].flatMap((path) => {
    const [from, to] = [old.get(path), made.get(path)]
    return from === to || isUnlisted(file, path) ? [] : [{ file, path, before: from ?? null, after: to ?? null }]
  })
  if (lines.length === 0) return file === 'price-state.json' ? [] : [{ file, what: 'form' }]
  const more = lines.length - LISTED
  return more > 0 ? [...lines.slice(0, LISTED), { file, more }] : lines
}

/** Returns what differs, a line each. */
export function editionLines(before: ShopFiles, after: ShopFiles): EditionLine[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((file) =>
    linesOf(file, before[file], after[file]),
  )
}

/** Returns what differs as text: `prices.json: ak-47-redline.ft: 1234 → 1300`. */
export function editionChanges(before: ShopFiles, after: ShopFiles): string[] {
  return editionLines(before, after).map(editionText)
}

/** Files, and which of them are the shop's own. */
interface OwnedFiles {
  readonly files: ShopFiles
  readonly own: readonly string[]
}

/** Returns whose files have changed hands, a line each. A file with another text that became the shop's own is listed by that text. */
export function ownLines(before: OwnedFiles, after: OwnedFiles): EditionLine[] {
  const released = before.own.filter((file) => !after.own.includes(file))
  const owned = after.own.filter((file) => !before.own.includes(file) && before.files[file] === after.files[file])
  return [
    ...released.map((file) => ({ file, what: 'released' }) as const),
    ...owned.map((file) => ({ file, what: 'owned' }) as const),
  ]
}
