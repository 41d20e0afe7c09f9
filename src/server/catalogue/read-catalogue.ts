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

export type CatalogueReading =
  | {
      readonly ok: true
      readonly catalogue: Catalogue
      readonly rewards: Rewards
      /** SHA-256 of the files, as hex: the same digest is the same catalogue. */
      readonly digest: string
    }
  | { readonly ok: false; readonly faults: readonly CatalogueFault[] }

const NOTHING: JsonNode = { value: null, line: 1, children: new Map() }

/** Reads and checks the catalogue. Never throws for what an operator wrote: that comes back as faults. */
export async function readCatalogue({ folder, pictures }: CataloguePlaces): Promise<CatalogueReading> {
  const [skins, prices, cases, gifts, names] = await Promise.all([
    readChecked(join(folder, 'skins.json')),
    readChecked(join(folder, 'prices.json')),
    readChecked(join(folder, 'cases.json')),
    readChecked(join(folder, 'rewards.json')),
    namesIn(pictures),
  ])
  const files = [skins, prices, cases, gifts]
  const unreadable = files.flatMap(({ checked }) => checked.faults)
  if (unreadable.length > 0) return { ok: false, faults: unreadable }
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
    digest: digest.digest('hex'),
  }
}

function byPlace(a: CatalogueFault, b: CatalogueFault): number {
  return a.file.localeCompare(b.file) || a.line - b.line
}

async function readChecked(file: string): Promise<{ text: string; checked: CheckedFile }> {
  let text = ''
  try {
    text = await readFile(file, 'utf8')
    return { text, checked: { file, root: parseJsonText(text), faults: [] } }
  } catch (error) {
    const fault =
      error instanceof JsonFault
        ? { file, line: error.line, message: error.message }
        : { file, line: 1, message: `The file cannot be read: ${reasonOf(error)}` }
    return { text, checked: { file, root: NOTHING, faults: [fault] } }
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
