// Reads a data folder into the catalogue, or returns everything that is wrong with it at once.
import { createHash, type Hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Language, perLanguage } from '../../game/base/language.ts'
import type { Catalogue } from '../../game/catalogue/catalogue.ts'
import type { AlertRules } from '../../game/office/alerts.ts'
import type { OfficeRules } from '../../game/office/limits.ts'
import type { SaferPlayRules } from '../../game/office/safer-play.ts'
import type { PaymentRules } from '../../game/payments/payment-rules.ts'
import type { PriceRules, PriceState } from '../../game/prices/price-rules.ts'
import type { Rewards } from '../../game/rewards/rewards.ts'
import type { WithdrawalRules } from '../../game/withdrawal/withdrawal-rules.ts'
import { checkAlertRules } from './check-alert-rules.ts'
import { checkCases } from './check-cases.ts'
import { checkItems } from './check-items.ts'
import { checkOfficeRules } from './check-office-rules.ts'
import { checkPayments } from './check-payments.ts'
import { checkPriceRules, checkPriceState } from './check-price-rules.ts'
import { checkRewards } from './check-rewards.ts'
import { checkSaferPlay } from './check-safer-play.ts'
import { checkWithdrawalRules } from './check-withdrawal-rules.ts'
import type { CatalogueFault, CheckedFile } from './faults.ts'
import { type JsonDocument, JsonFault, parseJson } from './json-positions.ts'

export interface CataloguePlaces {
  /** The folder of the catalogue's files. */
  readonly folder: string
  /** The folder of the cases' pictures. */
  readonly pictures: string
}

/** The texts of a catalogue's files by their names. */
export type CatalogueFiles = Readonly<Record<string, string>>

/** Returns those of some texts that are not as the files are. */
export function changedFiles(files: CatalogueFiles, texts: CatalogueFiles): CatalogueFiles {
  return Object.fromEntries(Object.entries(texts).filter(([name, text]) => text !== files[name]))
}

export type CatalogueReading =
  | {
      readonly ok: true
      readonly catalogue: Catalogue
      readonly rewards: Rewards
      readonly payments: PaymentRules
      readonly priceRules: PriceRules
      readonly priceState: PriceState
      readonly withdrawalRules: WithdrawalRules
      readonly saferPlay: SaferPlayRules
      readonly officeRules: OfficeRules
      readonly alertRules: AlertRules
      readonly files: CatalogueFiles
      /** How many names are not translated into each language; they appear in English. */
      readonly untranslated: Readonly<Record<Language, number>>
      /** The ids of the items of its skins that are not sold, because they have no price. */
      readonly unpriced: readonly string[]
      /** SHA-256 of the files, as hex: the same digest is the same catalogue. */
      readonly digest: string
    }
  | { readonly ok: false; readonly faults: readonly CatalogueFault[] }

const EMPTY: JsonDocument = { value: null, lineOf: () => 1 }

const FILES = ['skins.json', 'prices.json', 'cases.json', 'rewards.json', 'payments.json'] as const

/** Files that a folder may lack. */
const OPTIONAL_FILES = ['price-rules.json', 'price-state.json', 'withdrawals.json', 'safer-play.json'] as const

/** Rules for the staff, which nothing that is played rests on: they are no part of the digest. A folder may lack them. */
const STAFF_FILES = ['office.json', 'alerts.json'] as const

/** The files of a catalogue; those that may be missing last. */
export const CATALOGUE_FILES = [...FILES, ...OPTIONAL_FILES, ...STAFF_FILES] as const

export type CatalogueFileName = (typeof CATALOGUE_FILES)[number]

/** A file of a catalogue. */
interface Source {
  readonly name: string
  /** Its path in faults. */
  readonly file: string
  /** Empty for one that cannot be read. */
  readonly text: string
  /** Why it cannot be read. */
  readonly problem: string | null
  readonly isAbsent: boolean
}

/** By their names; an optional file that is absent has none. */
type Sources = Readonly<Record<(typeof FILES)[number], Source>> &
  Readonly<Partial<Record<(typeof OPTIONAL_FILES | typeof STAFF_FILES)[number], Source>>>

/** Reads and checks the catalogue of a folder. Returns the mistakes of an operator as faults; never throws for them. */
export async function readCatalogue({ folder, pictures }: CataloguePlaces): Promise<CatalogueReading> {
  const read = await Promise.all(
    CATALOGUE_FILES.map(async (name) => [name, await readSource(name, join(folder, name))] as const),
  )
  return checkSources(sourcesOf(read), await namesIn(pictures))
}

const isOptional = (name: CatalogueFileName): boolean => !FILES.some((one) => one === name)

/** Leaves out optional files that are absent. */
function sourcesOf(read: readonly (readonly [CatalogueFileName, Source])[]): Sources {
  const present = read.filter(([name, { isAbsent }]) => !(isAbsent && isOptional(name)))
  return Object.fromEntries(present) as unknown as Sources
}

/**
 * Checks a catalogue whose files were read elsewhere. Returns mistakes as faults; never throws for them.
 *
 * @param pathOf returns the path of a file, as faults name it
 * @param pictures the folder of the cases' pictures here
 */
export async function checkCatalogue(
  files: CatalogueFiles,
  { pathOf, pictures }: { pathOf: (name: string) => string; pictures: string },
): Promise<CatalogueReading> {
  const given = (name: CatalogueFileName): Source => ({
    name,
    file: pathOf(name),
    text: files[name] ?? '',
    problem: null,
    isAbsent: files[name] === undefined,
  })
  return checkSources(sourcesOf(CATALOGUE_FILES.map((name) => [name, given(name)])), await namesIn(pictures))
}

/** The last catalogue without faults. To check it takes 300 ms of the thread that serves players. */
let lastSound: { readonly key: string; readonly reading: CatalogueReading } | undefined

/** Checks files, unless the same ones were checked last. */
function checkSources(sources: Sources, pictures: ReadonlySet<string>): CatalogueReading {
  const digest = digestOf(sources)
  const staff = STAFF_FILES.map((name) => sources[name]?.text ?? '')
  const key = JSON.stringify([digest, ...staff, ...[...pictures].sort()])
  if (lastSound?.key === key) return lastSound.reading
  const reading = checkFiles(sources, pictures, digest)
  if (reading.ok) lastSound = { key, reading }
  return reading
}

function digestOf(sources: Sources): string {
  const digest = createHash('sha256')
  for (const name of FILES) addTo(digest, sources[name].text)
  // Named, so that a catalogue without them has the digest that it had before there were any.
  for (const name of OPTIONAL_FILES) {
    const source = sources[name]
    if (source !== undefined) addTo(digest.update(name), source.text)
  }
  return digest.digest('hex')
}

const addTo = (digest: Hash, text: string): Hash => digest.update(`${text.length}:`).update(text)

function checkFiles(sources: Sources, names: ReadonlySet<string>, digest: string): CatalogueReading {
  const skins = parseChecked(sources['skins.json'])
  const prices = parseChecked(sources['prices.json'])
  const cases = parseChecked(sources['cases.json'])
  const rewardsFile = parseChecked(sources['rewards.json'])
  const paymentsFile = parseChecked(sources['payments.json'])
  const optional = (source: Source | undefined): CheckedFile | undefined => source && parseChecked(source)
  const rulesFile = optional(sources['price-rules.json'])
  const stateFile = optional(sources['price-state.json'])
  const withdrawalsFile = optional(sources['withdrawals.json'])
  const saferPlayFile = optional(sources['safer-play.json'])
  const officeFile = optional(sources['office.json'])
  const alertsFile = optional(sources['alerts.json'])
  const optionalFiles = [rulesFile, stateFile, withdrawalsFile, saferPlayFile, officeFile, alertsFile]
  const present = optionalFiles.filter((file) => file !== undefined)
  const files = [skins, prices, cases, rewardsFile, paymentsFile, ...present]
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
  const priceRules = checkPriceRules(rulesFile)
  const priceState = checkPriceState(stateFile, (id) => items.known.has(id))
  const withdrawalRules = checkWithdrawalRules(withdrawalsFile, payments)
  const saferPlay = checkSaferPlay(saferPlayFile)
  const officeRules = checkOfficeRules(officeFile)
  const alertRules = checkAlertRules(alertsFile)
  const faults = files.flatMap((file) => file.faults)
  const areRulesSound = payments !== null && priceRules !== null && withdrawalRules !== null && saferPlay !== null
  const areStaffRulesSound = officeRules !== null && alertRules !== null
  const areSound = rewards !== null && areRulesSound && priceState !== null && areStaffRulesSound
  if (!areSound || faults.length > 0) return { ok: false, faults: faults.toSorted((a, b) => byPlace(a, b)) }
  return {
    ok: true,
    catalogue: { skins: items.skins, items: items.items, categories, cases: checkedCases },
    rewards,
    payments,
    priceRules,
    priceState,
    withdrawalRules,
    saferPlay,
    officeRules,
    alertRules,
    files: Object.fromEntries(Object.values(sources).flatMap((source) => (source ? [[source.name, source.text]] : []))),
    untranslated: perLanguage((language) =>
      files.reduce((count, { json }) => count + countUntranslated(json.value, language), 0),
    ),
    unpriced: [...items.unpriced],
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
    return { name, file, text: await readFile(file, 'utf8'), problem: null, isAbsent: false }
  } catch (error) {
    const reason = reasonOf(error)
    return { name, file, text: '', problem: `The file cannot be read: ${reason}`, isAbsent: reason === 'ENOENT' }
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
