// Reads the folder of static pages: a folder for each page, a Markdown file for each language, and operator.json with the operator's
// details.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { detailIn, placeholdersIn, placeholdersInText } from '../../src/content/operator.ts'
import { ruleDetails } from '../../src/content/rule-details.ts'
import { LANGUAGES, type Language, perLanguage } from '../../src/game/base/language.ts'
import { type Details, type ReadPage, readPage, type TextFault } from './read-page.ts'

export const OPERATOR_FILE = 'operator.json'

/** A fault with the file that has it. */
export interface FileFault extends TextFault {
  readonly file: string
}

/** A page in one language. */
export interface Page {
  readonly file: string
  readonly language: Language
  readonly read: ReadPage
}

/** The languages of one page. */
export type Languages = ReadonlyMap<Language, Page>

export interface Content {
  /** By the name of their folder. */
  readonly pages: ReadonlyMap<string, Languages>
  /** Markdown files that are named after no language of the site. */
  readonly strays: readonly string[]
  /** What is wrong with a file alone. */
  readonly faults: readonly FileFault[]
  /** The operator's details that still have their placeholder. */
  readonly placeholders: readonly string[]
  /** Placeholders in the texts, each with its file. */
  readonly inPages: readonly string[]
}

/** Formats a fault: `src/content/faq/ru.md:3: what is wrong`. */
export function formatFault({ file, line, fault }: FileFault): string {
  return `${file}:${line}: ${fault}`
}

interface OperatorDetails {
  readonly details: Readonly<Record<Language, Details>>
  readonly faults: readonly FileFault[]
  readonly placeholders: readonly string[]
}

/** Reads the operator's details for each language, beside the numbers of the rules; a value that a language lacks is a fault. */
async function readDetails(folder: string): Promise<OperatorDetails> {
  const file = join(folder, OPERATOR_FILE)
  const details = perLanguage((language): Record<string, string> => ({ ...ruleDetails(language) }))
  const text = await readFile(file, 'utf8').catch(() => '')
  const lineOf = (name: string): number => text.split('\n').findIndex((line) => line.includes(`"${name}"`)) + 1
  let values: unknown
  try {
    values = JSON.parse(text)
  } catch (cause) {
    const why = text === '' ? 'is missing' : `is no JSON: ${cause instanceof Error ? cause.message : cause}`
    return { details, faults: [{ file, line: 1, fault: why }], placeholders: [] }
  }
  const faults: FileFault[] = []
  for (const [name, value] of Object.entries(values ?? {})) {
    for (const language of LANGUAGES) {
      const own = detailIn(value, language)
      if (own === undefined)
        faults.push({ file, line: lineOf(name), fault: `"${name}" has no words for "${language}"` })
      else details[language][name] = own
    }
  }
  return { details, faults, placeholders: placeholdersIn(values) }
}

/** Keeps the first of the faults about each unknown detail, with the number of the others. */
function onceADetail(faults: readonly FileFault[]): FileFault[] {
  const counts = new Map<string, number>()
  for (const { detail } of faults) if (detail !== undefined) counts.set(detail, (counts.get(detail) ?? 0) + 1)
  const seen = new Set<string>()
  return faults.flatMap((fault) => {
    const { detail } = fault
    if (detail === undefined) return [fault]
    if (seen.has(detail)) return []
    seen.add(detail)
    const others = (counts.get(detail) ?? 1) - 1
    return [others === 0 ? fault : { ...fault, fault: `${fault.fault} (and at ${others} more places)` }]
  })
}

/** Reads the pages of a folder. Faults of the operator's details come alone: every page that uses one would be faulty too. */
export async function readContent(folder: string): Promise<Content> {
  const { details, faults: wrongDetails, placeholders } = await readDetails(folder)
  if (wrongDetails.length > 0) return { pages: new Map(), strays: [], faults: wrongDetails, placeholders, inPages: [] }
  const pages = new Map<string, Languages>()
  const strays: string[] = []
  const faults: FileFault[] = []
  const inPages: string[] = []
  const folders = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  for (const page of folders.map(({ name }) => name).sort()) {
    const languages = new Map<Language, Page>()
    for (const name of (await readdir(join(folder, page))).sort()) {
      if (!name.endsWith('.md')) continue
      const file = join(folder, page, name)
      const language = LANGUAGES.find((known) => name === `${known}.md`)
      if (language === undefined) {
        strays.push(file)
        continue
      }
      const text = await readFile(file, 'utf8')
      const read = readPage(text, language, details[language])
      inPages.push(...placeholdersInText(text).map((placeholder) => `${file}: ${placeholder}`))
      languages.set(language, { file, language, read })
      faults.push(...read.faults.map((fault) => ({ file, ...fault })))
    }
    pages.set(page, languages)
  }
  return { pages, strays, faults: onceADetail(faults), placeholders, inPages }
}
