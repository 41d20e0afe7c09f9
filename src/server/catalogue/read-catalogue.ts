// Reads a data folder into the catalogue, or returns everything that is wrong with it at once.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Catalogue } from '../../game/catalogue.ts'
import { type Language, perLanguage } from '../../game/language.ts'
import type { PaymentRules } from '../../game/payment-rules.ts'
import type { Rewards } from '../../game/rewards.ts'
import { checkCases } from './check-cases.ts'
import { checkItems } from './check-items.ts'
import { checkPayments } from './check-payments.ts'
import { checkRewards } from './check-rewards.ts'
import type { CatalogueFault, CheckedFile } from './faults.ts'
import { type JsonDocument, JsonFault, parseJson } from './json-positions.ts'

export interface CataloguePlaces {
  /** The folder of skins.json, prices.json, cases.json, rewards.json and payments.json. */
  readonly folder: string
  /** The folder of the cases' pictures. */
  readonly pictures: string
}

/** The texts of a catalogue's files by their names. */
export type CatalogueFiles = Readonly<Record<string, string>>

export type CatalogueReading =
  | {
      readonly ok: true
      readonly catalogue: Catalogue
      readonly rewards: Rewards
      readonly payments: PaymentRules
      readonly files: CatalogueFiles
      /** How many names are not translated into each language; they appear in English. */
      readonly untranslated: Readonly<Record<Language, number>>
      /** SHA-256 of the files, as hex: the same digest is the same catalogue. */
      readonly digest: string
    }
  | { readonly ok: false; readonly faults: readonly CatalogueFault[] }

const EMPTY: JsonDocument = { value: null, lineOf: () => 1 }

/** Reads and checks the catalogue of a folder. Returns the mistakes of an operator as faults; never throws for them. */
export async function readCatalogue({ folder, pictures }: CataloguePlaces): Promise<CatalogueReading> {
  const read = (name: string): Promise<NamedFile> => readChecked(name, join(folder, name))
  const files = await Promise.all([
    read('skins.json'),
    read('prices.json'),
    read('cases.json'),
    read('rewards.json'),
    read('payments.json'),
  ])
  return checkFiles(files, await namesIn(pictures))
}

/**
 * Checks a catalogue whose files were read elsewhere. Returns mistakes as faults; never throws for them.
 *
 * @param title replaces the folder in the faults
 * @param pictures the folder of the cases' pictures here
 */
export async function checkCatalogue(
  files: CatalogueFiles,
  { title, pictures }: { title: string; pictures: string },
): Promise<CatalogueReading> {
  const named = (name: string): NamedFile => parseChecked(name, `${title}/${name}`, files[name] ?? '')
  const all: Files = [
    named('skins.json'),
    named('prices.json'),
    named('cases.json'),
    named('rewards.json'),
    named('payments.json'),
  ]
  return checkFiles(all, await namesIn(pictures))
}

type Files = [skins: NamedFile, prices: NamedFile, cases: NamedFile, rewards: NamedFile, payments: NamedFile]

function checkFiles(files: Files, names: ReadonlySet<string>): CatalogueReading {
  const [skins, prices, cases, rewardsFile, paymentsFile] = files
  const unread = files.flatMap(({ checked }) => checked.faults)
  if (unread.length > 0) return { ok: false, faults: unread }
  const items = checkItems(skins.checked, prices.checked)
  const areItemsSound = skins.checked.faults.length === 0
  const { cases: checkedCases, categories } = checkCases(cases.checked, { items, areItemsSound, pictures: names })
  const areCasesSound = cases.checked.faults.length === 0
  const rewards = checkRewards(rewardsFile.checked, {
    items,
    cases: checkedCases,
    areSound: areItemsSound && areCasesSound,
    pictures: names,
  })
  const payments = checkPayments(paymentsFile.checked)
  const faults = files.flatMap(({ checked }) => checked.faults)
  if (rewards === null || payments === null || faults.length > 0)
    return { ok: false, faults: faults.toSorted((a, b) => byPlace(a, b)) }
  const digest = createHash('sha256')
  for (const { text } of files) digest.update(`${text.length}:`).update(text)
  return {
    ok: true,
    catalogue: { skins: items.skins, items: items.items, categories, cases: checkedCases },
    rewards,
    payments,
    files: Object.fromEntries(files.map(({ name, text }) => [name, text])),
    untranslated: perLanguage((language) =>
      files.reduce((count, { checked }) => count + countUntranslated(checked.json.value, language), 0),
    ),
    digest: digest.digest('hex'),
  }
}

/** Counts the names in a language that are missing anywhere in a file. */
function countUntranslated(value: unknown, language: Language): number {
  if (typeof value !== 'object' || value === null) return 0
  const { name } = value as { name?: unknown }
  const isUntranslated = typeof name === 'object' && name !== null && !Object.hasOwn(name, language)
  return Object.values(value).reduce<number>(
    (count, part) => count + countUntranslated(part, language),
    isUntranslated ? 1 : 0,
  )
}

function byPlace(a: CatalogueFault, b: CatalogueFault): number {
  return a.file.localeCompare(b.file) || a.line - b.line
}

interface NamedFile {
  readonly name: string
  readonly text: string
  readonly checked: CheckedFile
}

function unreadable(name: string, text: string, fault: CatalogueFault): NamedFile {
  return { name, text, checked: { file: fault.file, json: EMPTY, faults: [fault] } }
}

async function readChecked(name: string, file: string): Promise<NamedFile> {
  try {
    return parseChecked(name, file, await readFile(file, 'utf8'))
  } catch (error) {
    return unreadable(name, '', { file, line: 1, message: `The file cannot be read: ${reasonOf(error)}` })
  }
}

function parseChecked(name: string, file: string, text: string): NamedFile {
  try {
    return { name, text, checked: { file, json: parseJson(text), faults: [] } }
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    return unreadable(name, text, { file, line: error.line, message: error.message })
  }
}

/** Returns the names in a folder; none when it does not exist, so that each picture is reported as missing. */
async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  try {
    return new Set(await readdir(folder))
  } catch (error) {
    if (reasonOf(error) === 'ENOENT') return new Set()
    throw error
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code)
  return String(error)
}
