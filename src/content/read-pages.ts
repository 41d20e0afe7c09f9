// Reads the static pages among the texts of a shop, with the operator's details and the numbers that they name.
import { LANGUAGES, type Language, perLanguage } from '../game/base/language.ts'
import { detailIn, placeholdersIn, placeholdersInText } from './operator.ts'
import { type Details, type ReadPage, readPage, type WordsFaults } from './read-page.ts'
import { readRules, ruleDetails } from './rule-details.ts'
import { type FileFault, OPERATOR_FILE, pageFiles, type ShopFiles } from './shop-files.ts'

/** A page in one language. */
export interface Page {
  readonly file: string
  readonly language: Language
  readonly text: string
  readonly read: ReadPage
}

/** The languages of one page. */
export type Languages = ReadonlyMap<Language, Page>

export interface Pages {
  /** By their name, which is their address. */
  readonly pages: ReadonlyMap<string, Languages>
  /** What texts name as `{{name}}`. */
  readonly details: Readonly<Record<Language, Details>>
  /** Markdown files that are named after no language of the site. */
  readonly strays: readonly string[]
  /** What is wrong with a file alone. */
  readonly faults: readonly FileFault[]
  /** The operator's details that still have their placeholder. */
  readonly placeholders: readonly string[]
  /** Placeholders in the texts, each with its file. */
  readonly inPages: readonly string[]
}

export interface ReadOptions {
  /** Judges the words of texts; without it they are their authors' own. */
  readonly wordsFaults?: WordsFaults
  /** Returns how faults name a file; by its name without it. */
  readonly nameOf?: (file: string) => string
}

interface ReadDetails {
  readonly details: Readonly<Record<Language, Details>>
  readonly faults: readonly FileFault[]
  readonly placeholders: readonly string[]
}

/** Reads the operator's details for each language, beside the numbers of the rules; a value that a language lacks is a fault. */
function readDetails(files: ShopFiles, nameOf: (file: string) => string): ReadDetails {
  const file = nameOf(OPERATOR_FILE)
  const read = readRules(files)
  const details = perLanguage(
    (language): Record<string, string> => ('rules' in read ? { ...ruleDetails(read.rules, language) } : {}),
  )
  const faults = 'rules' in read ? [] : read.faults.map((fault) => ({ ...fault, file: nameOf(fault.file) }))
  const text = files[OPERATOR_FILE]
  if (text === undefined)
    return { details, faults: [...faults, { file, line: 1, fault: 'is missing' }], placeholders: [] }
  let values: unknown
  try {
    values = JSON.parse(text)
  } catch (cause) {
    const fault = `is no JSON: ${cause instanceof Error ? cause.message : cause}`
    return { details, faults: [...faults, { file, line: 1, fault }], placeholders: [] }
  }
  const lineOf = (name: string): number => text.split('\n').findIndex((line) => line.includes(`"${name}"`)) + 1
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

/** Reads the pages. Faults of what they name come alone: every page that names it would be faulty too. */
export function readPages(files: ShopFiles, { wordsFaults, nameOf = (file) => file }: ReadOptions = {}): Pages {
  const { details, faults: wrongDetails, placeholders } = readDetails(files, nameOf)
  const pages = new Map<string, Map<Language, Page>>()
  const strays: string[] = []
  const faults: FileFault[] = []
  const inPages: string[] = []
  if (wrongDetails.length > 0) return { pages, details, strays, faults: wrongDetails, placeholders, inPages }
  for (const { file: name, page, language: named } of pageFiles(files)) {
    const languages = pages.get(page) ?? new Map<Language, Page>()
    pages.set(page, languages)
    const file = nameOf(name)
    const language = LANGUAGES.find((known) => known === named)
    if (language === undefined) {
      strays.push(file)
      continue
    }
    const text = files[name] ?? ''
    const read = readPage(text, language, details[language], wordsFaults)
    inPages.push(...placeholdersInText(text).map((placeholder) => `${file}: ${placeholder}`))
    languages.set(language, { file, language, text, read })
    faults.push(...read.faults.map((fault) => ({ file, ...fault })))
  }
  return { pages, details, strays, faults: onceADetail(faults), placeholders, inPages }
}
