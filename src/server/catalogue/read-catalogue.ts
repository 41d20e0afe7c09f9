// Reads a data folder into the catalogue, or says everything that is wrong with it at once.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Catalogue } from '../../game/catalogue.ts'
import type { Rewards } from '../../game/rewards.ts'
import { checkCases } from './check-cases.ts'
import { checkItems } from './check-items.ts'
import { checkRewards } from './check-rewards.ts'
import type { CatalogueFault, CheckedFile } from './faults.ts'
import { JsonFault, type JsonNode, parseJsonText } from './json-text.ts'

export interface CataloguePlaces {
  /** The folder of skins.json, prices.json, cases.json and rewards.json. */
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
      readonly files: CatalogueFiles
      /** SHA-256 of the files, as hex: the same digest is the same catalogue. */
      readonly digest: string
    }
  | { readonly ok: false; readonly faults: readonly CatalogueFault[] }

const NOTHING: JsonNode = { value: null, line: 1, children: new Map() }

/** Reads and checks the catalogue of a folder. Never throws for what an operator wrote: that comes back as faults. */
export async function readCatalogue({ folder, pictures }: CataloguePlaces): Promise<CatalogueReading> {
  const read = (name: string): Promise<NamedFile> => readChecked(name, join(folder, name))
  const files = await Promise.all([read('skins.json'), read('prices.json'), read('cases.json'), read('rewards.json')])
  return checkFiles(files, await namesIn(pictures))
}

/**
 * Checks a catalogue whose files were read elsewhere. Never throws for what is wrong with them.
 *
 * @param title stands for the folder in the faults
 * @param pictures the folder of the cases' pictures here
 */
export async function checkCatalogue(
  files: CatalogueFiles,
  { title, pictures }: { title: string; pictures: string },
): Promise<CatalogueReading> {
  const named = (name: string): NamedFile => parseChecked(name, `${title}/${name}`, files[name] ?? '')
  const all: Files = [named('skins.json'), named('prices.json'), named('cases.json'), named('rewards.json')]
  return checkFiles(all, await namesIn(pictures))
}

type Files = [skins: NamedFile, prices: NamedFile, cases: NamedFile, gifts: NamedFile]

function checkFiles(files: Files, names: ReadonlySet<string>): CatalogueReading {
  const [skins, prices, cases, gifts] = files
  const unread = files.flatMap(({ checked }) => checked.faults)
  if (unread.length > 0) return { ok: false, faults: unread }
  const items = checkItems(skins.checked, prices.checked)
  const areItemsSound = skins.checked.faults.length === 0
  const { cases: made, categories } = checkCases(cases.checked, { items, areItemsSound, pictures: names })
  const areCasesSound = cases.checked.faults.length === 0
  const rewards = checkRewards(gifts.checked, {
    items,
    cases: made,
    areSound: areItemsSound && areCasesSound,
    pictures: names,
  })
  const faults = files.flatMap(({ checked }) => checked.faults)
  if (rewards === null || faults.length > 0) return { ok: false, faults: faults.toSorted((a, b) => byPlace(a, b)) }
  const digest = createHash('sha256')
  for (const { text } of files) digest.update(`${text.length}:`).update(text)
  return {
    ok: true,
    catalogue: { skins: items.skins, items: items.items, categories, cases: made },
    rewards,
    files: Object.fromEntries(files.map(({ name, text }) => [name, text])),
    digest: digest.digest('hex'),
  }
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
  return { name, text, checked: { file: fault.file, root: NOTHING, faults: [fault] } }
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
    return { name, text, checked: { file, root: parseJsonText(text), faults: [] } }
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    return unreadable(name, text, { file, line: error.line, message: error.message })
  }
}

/** The names in a folder; none when it is not there, so that each picture is told as missing. */
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
