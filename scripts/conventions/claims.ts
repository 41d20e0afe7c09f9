// What documents that make claims about the code have in common: rows of tables that name files, and tests in them.

/** A name in backticks, and the titles of tests that follow it in quotation marks: `tests/a.test.ts` “adds”. */
export interface Reference {
  readonly name: string
  readonly titles: readonly string[]
}

/** The files that claims are compared with. */
export interface WorkingCopy {
  /** Tells whether a path from the root exists. */
  exists(path: string): boolean
  /** Returns the text of a file. */
  read(path: string): string
}

const REFERENCE = /`([^`]+)`((?:,? “[^”]+”)*)/g
const TITLE = /“([^”]+)”/g

/** Returns what a cell names, in its order. */
export function referencesIn(cell: string): Reference[] {
  return [...cell.matchAll(REFERENCE)].map(([, name = '', titles = '']) => ({
    name,
    titles: [...titles.matchAll(TITLE)].map(([, title = '']) => title),
  }))
}

/** Tells whether a path is a file of tests. */
export const isTest = (path: string): boolean => /^tests\/.+\.test\.tsx?$/.test(path)

/** Returns what is wrong with a named file and its tests. */
export function referenceFaults({ name, titles }: Reference, files: WorkingCopy): string[] {
  if (!files.exists(name)) return [`names ${name}, which does not exist`]
  if (titles.length === 0) return []
  const text = files.read(name)
  const isTitle = (title: string): boolean => ["'", '"', '`'].some((quote) => text.includes(quote + title + quote))
  return titles.filter((title) => !isTitle(title)).map((title) => `names “${title}”, which is no test of ${name}`)
}
