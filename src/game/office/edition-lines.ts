// What differs between two editions of a shop, a line each: the log, the database and the command line have the text, the office reads it.

/** What is said of a file as a whole, and its text. */
const WHOLE = {
  new: 'new',
  removed: 'removed',
  changed: 'changed',
  form: 'only its form',
  released: "the release's own again",
  owned: "the shop's own now",
} as const

export type FileWhat = keyof typeof WHOLE

export const FILE_WHATS = Object.keys(WHOLE) as readonly FileWhat[]

/** A value of a file, as JSON; null where there is none. */
export interface ValueLine {
  readonly file: string
  /** The names that lead to it, with spaces between. */
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** A file as a whole. */
export interface FileLine {
  readonly file: string
  readonly what: FileWhat
}

/** Values of a file that are not listed. */
export interface MoreLine {
  readonly file: string
  readonly more: number
}

export type EditionLine = ValueLine | FileLine | MoreLine

const ABSENT = 'absent'

const MORE = /^… and (\d+) more$/

/** A plain value of JSON, or that there is none. */
const VALUE = String.raw`absent|true|false|null|-?\d[\d.eE+-]*|"(?:[^"\\]|\\.)*"`
const VALUES = new RegExp(`^(.*?): (${VALUE}) → (${VALUE})$`)

function restOf(line: EditionLine): string {
  if ('what' in line) return WHOLE[line.what]
  if ('more' in line) return `… and ${line.more} more`
  return `${line.path}: ${line.before ?? ABSENT} → ${line.after ?? ABSENT}`
}

/** Returns a line as text: `prices.json: ak-47-redline.ft: 1234 → 1300`. */
export const editionText = (line: EditionLine): string => `${line.file}: ${restOf(line)}`

const jsonOf = (text: string | undefined): string | null => (text === undefined || text === ABSENT ? null : text)

/** Reads the text of a line; null for one that is no such text. */
export function readEditionLine(text: string): EditionLine | null {
  const at = text.indexOf(': ')
  if (at < 0) return null
  const [file, rest] = [text.slice(0, at), text.slice(at + 2)]
  const what = FILE_WHATS.find((one) => WHOLE[one] === rest)
  if (what !== undefined) return { file, what }
  const more = MORE.exec(rest)?.[1]
  if (more !== undefined) return { file, more: Number(more) }
  const values = VALUES.exec(rest)
  if (values === null) return null
  const [, path = '', before, after] = values
  return { file, path, before: jsonOf(before), after: jsonOf(after) }
}
