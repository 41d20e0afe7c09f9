// Lists what differs between two editions of a shop, for the log and the database.
import type { ShopFiles } from '../../content/shop-files.ts'

/** Lines that are listed of one file; the others are counted. */
const LISTED = 40

/** The fields that name a record in a list, in the order in which they are looked for. */
const NAMES = ['id', 'url', 'tier', 'item'] as const

/** Returns the name of an element of a list: its own, or its place. */
function nameOf(element: unknown, at: number): string {
  if (typeof element !== 'object' || element === null) return String(at)
  for (const field of NAMES) {
    const name: unknown = Reflect.get(element, field)
    if (typeof name === 'string') return name
  }
  return String(at)
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

/** Reads the plain values of a file; the texts were checked before they became an edition. */
function valuesOf(text: string | undefined): Map<string, string> {
  return text === undefined ? new Map() : collect(JSON.parse(text), '', new Map())
}

/** What every import changes, and nobody reads: a list of times as long as the catalogue. */
const isUnlisted = (file: string, path: string): boolean => file === 'price-state.json' && !path.startsWith('held ')

function changesOf(file: string, before: string | undefined, after: string | undefined): string[] {
  if (before === after) return []
  if (!file.endsWith('.json'))
    return [`${file}: ${before === undefined ? 'new' : after === undefined ? 'removed' : 'changed'}`]
  const [old, made] = [valuesOf(before), valuesOf(after)]
  const lines = [...new Set([...old.keys(), ...made.keys()])].flatMap((path) => {
    const [from, to] = [old.get(path), made.get(path)]
    return from === to || isUnlisted(file, path) ? [] : [`${file}: ${path}: ${from ?? 'absent'} → ${to ?? 'absent'}`]
  })
  if (lines.length === 0) return file === 'price-state.json' ? [] : [`${file}: only its form`]
  const rest = lines.length - LISTED
  return rest > 0 ? [...lines.slice(0, LISTED), `${file}: … and ${rest} more`] : lines
}

/** Returns what differs, a line each: `prices.json: ak-47-redline.ft: 1234 → 1300`. */
export function editionChanges(before: ShopFiles, after: ShopFiles): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((file) =>
    changesOf(file, before[file], after[file]),
  )
}
