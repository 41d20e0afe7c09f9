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

const FILES = ['skins.json', 'prices.json', 'cases.json', 'rewards.json', 'payments.json'] as const

/** A file of a catalogue. */
interface Source {
  readonly name: string
  /** Its path in faults. */
  readonly file: string
  /** Empty for one that cannot be read. */
  readonly text: string
  /** Why it cannot be read. */
  readonly problem: string | null
}

type Sources = readonly [skins: Source, prices: Source, cases: Source, rewards: Source, payments: Source]

/** Reads and checks the catalogue of a folder. Returns the mistakes of an operator as faults; never throws for them. */
export async function readCatalogue({ folder, pictures }: CataloguePlaces): Promise<CatalogueReading> {
  const read = (name: (typeof FILES)[number]): Promise<Source> => readSource(name, join(folder, name))
  const [skins, prices, cases, rewards, payments] = FILES
  const sources = [read(skins), read(prices), read(cases), read(rewards), read(payments)] as const
  return checkSources(await Promise.all(sources), await namesIn(pictures))
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
  const given = (name: (typeof FILES)[number]): Source => ({
    name,
    file: `${title}/${name}`,
    text: files[name] ?? '',
    problem: null,
  })
  const [skins, prices, cases, rewards, payments] = FILES
  const sources: Sources = [given(skins), given(prices), given(cases), given(rewards), given(payments)]
  return checkSources(sources, await namesIn(pictures))
}

/** The last catalogue without faults. To check it takes 300 ms of the thread that serves players. */
let lastSound: { readonly key: string; readonly reading: CatalogueReading } | undefined

/** Checks files, unless the same ones were checked last. */
function checkSources(sources: Sources, pictures: ReadonlySet<string>): CatalogueReading {
  const digest = digestOf(sources)
  const key = [digest, ...[...pictures].sort()].join('/')
  if (lastSound?.key === key) return lastSound.reading
  const reading = checkFiles(sources, pictures, digest)
  if (reading.ok) lastSound = { key, reading }
  return reading
}

function digestOf(sources: Sources): string {
  const digest = createHash('sha256')
  for (const { text } of sources) digest.update(`${text.length}:`).update(text)
  return digest.digest('hex')
}

function checkFiles(sources: Sources, names: ReadonlySet<string>, digest: string): CatalogueReading {
  const [skins, prices, cases, rewardsFile, paymentsFile] = [
    parseChecked(sources[0]),
    parseChecked(sources[1]),
    parseChecked(sources[2]),
    parseChecked(sources[3]),
    parseChecked(sources[4]),
  ]
  const files = [skins, prices, cases, rewardsFile, paymentsFile]
  const unread = files.flatMap(({ faults }) => faults)
  if (unread.length > 0) return { ok: false, faults: unread }
  const items = checkItems(skins, prices)
  const areItemsSound = skins.faults.length === 0
  const { cases: checkedCases, categories } = checkCases(cases, { items, areItemsSound, pictures: names })
  const areCasesSound = cases.faults.length === 0
  const rewards = checkRewards(rewardsFile, {
    items,
    cases: checkedCases,
    areSound: areItemsSound && areCasesSound,
    pictures: names,
  })
  const payments = checkPayments(paymentsFile)
  const faults = files.flatMap((file) => file.faults)
  if (rewards === null || payments === null || faults.length > 0)
    return { ok: false, faults: faults.toSorted((a, b) => byPlace(a, b)) }
  return {
    ok: true,
    catalogue: { skins: items.skins, items: items.items, categories, cases: checkedCases },
    rewards,
    payments,
    files: Object.fromEntries(sources.map(({ name, text }) => [name, text])),
    untranslated: perLanguage((language) =>
      files.reduce((count, { json }) => count + countUntranslated(json.value, language), 0),
    ),
    digest,
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

async function readSource(name: string, file: string): Promise<Source> {
  try {
    return { name, file, text: await readFile(file, 'utf8'), problem: null }
  } catch (error) {
    return { name, file, text: '', problem: `The file cannot be read: ${reasonOf(error)}` }
  }
}

function parseChecked({ file, text, problem }: Source): CheckedFile {
  const unreadable = (fault: CatalogueFault): CheckedFile => ({ file, json: EMPTY, faults: [fault] })
  if (problem !== null) return unreadable({ file, line: 1, message: problem })
  try {
    return { file, json: parseJson(text), faults: [] }
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    return unreadable({ file, line: error.line, message: error.message })
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
