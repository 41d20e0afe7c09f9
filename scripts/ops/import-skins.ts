// npm run catalogue -- import: takes pictures, rarities and translated names of our skins from the public CSGO-API files.
import { type Command, Option } from 'commander'
import { z } from 'zod'
import { LANGUAGES, type Language } from '../../src/game/base/language.ts'
import {
  collectSkins,
  gameApiFile,
  type LanguageFile,
  placesWithoutSkins,
} from '../../src/server/catalogue/import/game-api.ts'
import { type MergedSkins, mergeSkins, type SkinChange } from '../../src/server/catalogue/import/merge-skins.ts'
import { ImportFailed, readSource } from '../../src/server/catalogue/import/source.ts'
import { skinRecord } from '../../src/server/catalogue/records.ts'
import { skinsText } from '../catalogue/write-records.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { columnsOf, formatTable, NONE } from '../cli/table.ts'
import { addCatalogueOptions, type CatalogueOptions } from './catalogue-options.ts'
import { openShopTarget } from './shop-target.ts'

/** Changes of names and pictures that are printed; the others are counted. Those of rarities are all printed, because games follow them. */
const SHOWN = 30
/** Characters of a cell. */
const CELL_MAX = 40
/** The folders that tell the language of a file: /en/, /ru/ or /uk/. */
const LANGUAGE_FOLDERS = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  LANGUAGES.map((language) => `/${language}/`),
)

function languageOf(place: string, fallback: Language): Language {
  return LANGUAGES.find((language) => new RegExp(`[/\\\\]${language}[/\\\\]`).test(place)) ?? fallback
}

interface PlacedFile extends LanguageFile {
  readonly place: string
}

async function readPlaces(places: readonly string[], fallback: Language): Promise<PlacedFile[]> {
  const files: PlacedFile[] = []
  for (const place of places) {
    const file = await readSource(place, gameApiFile, globalThis.fetch)
    files.push({ place, language: languageOf(place, fallback), file })
  }
  if (files.some(({ language }) => language === 'en')) return files
  throw new ImportFailed('No English file is among them, and the English name identifies a skin.')
}

/** The order in which changes are printed: what changes the game first, pictures last. */
const KINDS = [
  { what: 'of rarity', isOf: ({ field }: SkinChange) => field === 'rarity' },
  { what: 'of names', isOf: ({ field }: SkinChange) => field.startsWith('name.') },
  { what: 'of pictures', isOf: ({ field }: SkinChange) => field === 'icon' },
] as const

/** Returns the first few of some ids, to be read after their number. */
const such = (ids: readonly string[]): string => (ids.length === 0 ? '' : `, such as ${ids.slice(0, 5).join(', ')}`)

function report({ changes, disputed, unlisted, unknown, skins }: MergedSkins): string {
  const cut = (text: string): string => (text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1)}…` : text)
  const kinds = KINDS.map(({ what, isOf }) => ({ what, changes: changes.filter(isOf) }))
  const printed = Math.max(SHOWN, kinds[0]?.changes.length ?? 0)
  const rows = kinds
    .flatMap((kind) => kind.changes)
    .slice(0, printed)
    .map(({ id, field, before, after }) => [id, field, before ?? NONE, after].map(cut))
  const shown = rows.length === 0 ? [] : [formatTable(columnsOf('skin', 'field', 'before', 'after'), rows)]
  const more = changes.length > printed ? [`… and ${changes.length - printed} more`] : []
  const sums = kinds.filter((kind) => kind.changes.length > 0).map((kind) => `${kind.changes.length} ${kind.what}`)
  const dispute = `The files disagree about the rarity of ${disputed.length} skins${such(disputed)}: it stays as it is.`
  return [
    ...shown,
    ...more,
    ...(sums.length === 0 ? [] : [`Changes: ${sums.join(', ')}.`]),
    `${changes.length} changes. The list does not contain ${unlisted.length} of ${skins.length} skins${such(unlisted)}.`,
    ...(disputed.length === 0 ? [] : [dispute]),
    `${unknown} skins of the list are not in the catalogue, and left out.`,
  ].join('\n')
}

/** @throws ImportFailed for files of something else, in which nothing would be found */
function assertSkins(files: readonly PlacedFile[], ours: ReadonlySet<string>): void {
  const [place] = placesWithoutSkins(files, ours)
  if (place === undefined) return
  throw new ImportFailed(
    `${place} is no list of skins: none of its entries is a skin of the catalogue. Give skins, skins_not_grouped, collections or crates.`,
  )
}

interface ImportOptions extends CatalogueOptions {
  readonly language: Language
}

async function importSkins(places: readonly string[], options: ImportOptions, io: CommandIo): Promise<void> {
  const { dryRun, language } = options
  const { reading, write } = await openShopTarget(options, io)
  const before = reading.files['skins.json'] ?? ''
  const skins = z.array(skinRecord).parse(JSON.parse(before))
  const files = await readPlaces(places, language)
  assertSkins(files, new Set(skins.map(({ name }) => name.en)))
  const merged = mergeSkins(skins, collectSkins(files))
  const text = skinsText(merged.skins)
  const isSame = text === before
  if (!dryRun && !isSame) {
    const after = { changes: merged.changes.length, places }
    await write({ 'skins.json': text }, { verb: 'catalogue.import', subject: 'skins', after })
  }
  printLine(io, report(merged))
  if (dryRun) printLine(io, 'Nothing was written: --dry-run.')
  else if (isSame) printLine(io, 'skins.json stays as it is.')
}

/** Adds the arguments and options of the import, which changes everything or nothing. */
export function addImportCommand(command: Command, io: CommandIo): void {
  addCatalogueOptions(command)
    .description('Take names, rarities and pictures of our skins from a public list.')
    .argument('<places...>', 'files or https addresses in the CSGO-API format')
    .addOption(
      new Option('--language <language>', `the language of files in whose path there is no ${LANGUAGE_FOLDERS}`)
        .choices(LANGUAGES)
        .default('en'),
    )
    .action(async (places: readonly string[], options: ImportOptions) => {
      try {
        await importSkins(places, options, io)
      } catch (error) {
        if (error instanceof ImportFailed) throw new CommandRefused(`${error.message}\nNothing was changed.`)
        throw error
      }
    })
    .addHelpText(
      'after',
      `
Example:
  npm run catalogue -- import en/skins.json ru/skins.json --dry-run

A place is skins, skins_not_grouped, collections or crates. Names in other languages need the English file of the same kind
beside them, because the English name identifies a skin.`,
    )
}
