// The folder of static pages: a folder a page, a Markdown file a language, and operator.json with what differs from one operator
// to the next (name, addresses), so that it is written once.
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LANGUAGES, type Language } from '../game/language.ts'
import type { Details } from './document.ts'
import type { TextFault } from './front-matter.ts'

const OPERATOR_FILE = 'operator.json'

/** A fault with the file that has it. */
export interface FileFault extends TextFault {
  readonly file: string
}

export interface PageFile {
  readonly page: string
  /** Undefined for a file that is named after no language of the site. */
  readonly language: Language | undefined
  readonly file: string
  readonly text: string
}

/** `src/content/faq/ru.md:3: what is wrong`. */
export function formatFault({ file, line, fault }: FileFault): string {
  return `${file}:${line}: ${fault}`
}

/** The Markdown files of a folder of pages, in the order of pages and names. */
export async function readPageFiles(folder: string): Promise<{ pages: string[]; files: PageFile[] }> {
  const entries = await readdir(folder, { withFileTypes: true })
  const pages = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
  const files = await Promise.all(
    pages.map(async (page) => {
      const names = (await readdir(join(folder, page))).filter((name) => name.endsWith('.md')).sort()
      return Promise.all(
        names.map(async (name) => ({
          page,
          language: LANGUAGES.find((language) => language === basename(name, '.md')),
          file: join(folder, page, name),
          text: await readFile(join(folder, page, name), 'utf8'),
        })),
      )
    }),
  )
  return { pages, files: files.flat() }
}

/** The value of one language: a text is the same in all, an object has one for each. */
function valueIn(value: unknown, language: Language): string | undefined {
  const own = typeof value === 'object' && value !== null ? Reflect.get(value, language) : value
  return typeof own === 'string' && own.trim() !== '' ? own : undefined
}

/** Reads the operator's details for each language; a value that a language lacks is a fault. */
export async function readDetails(
  folder: string,
): Promise<{ details: Readonly<Record<Language, Details>>; faults: readonly FileFault[] }> {
  const file = join(folder, OPERATOR_FILE)
  const details: Record<Language, Record<string, string>> = { en: {}, ru: {}, uk: {} }
  const text = await readFile(file, 'utf8').catch(() => '')
  const lineOf = (name: string): number => text.split('\n').findIndex((line) => line.includes(`"${name}"`)) + 1
  let values: unknown
  try {
    values = JSON.parse(text)
  } catch (cause) {
    const why = text === '' ? 'is missing' : `is no JSON: ${cause instanceof Error ? cause.message : cause}`
    return { details, faults: [{ file, line: 1, fault: why }] }
  }
  const faults: FileFault[] = []
  for (const [name, value] of Object.entries(values ?? {})) {
    for (const language of LANGUAGES) {
      const own = valueIn(value, language)
      if (own === undefined)
        faults.push({ file, line: lineOf(name), fault: `"${name}" has no words for "${language}"` })
      else details[language][name] = own
    }
  }
  return { details, faults }
}
