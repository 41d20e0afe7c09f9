// npm run catalogue -- import: takes pictures, rarities and translated names of our skins from the public CSGO-API files.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import { LANGUAGES, type Language } from '../../src/game/language.ts'
import { collectSkins, gameApiFile, type LanguageFile } from '../../src/server/catalogue/import/game-api.ts'
import { type MergedSkins, mergeSkins } from '../../src/server/catalogue/import/merge-skins.ts'
import { ImportFailed, readSource } from '../../src/server/catalogue/import/source.ts'
import { skinRecord } from '../../src/server/catalogue/records.ts'
import { replaceFiles } from '../../src/server/catalogue/replace-files.ts'
import { skinsText } from '../catalogue/write-records.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { columnsOf, formatTable, NONE } from '../cli/table.ts'
import { addCatalogueOptions, type CatalogueOptions } from './catalogue-options.ts'

/** Changes that are printed; the others are counted. */
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

async function readPlaces(places: readonly string[], fallback: Language): Promise<LanguageFile[]> {
  const files: LanguageFile[] = []
  for (const place of places) {
    const file = await readSource(place, gameApiFile, globalThis.fetch)
    files.push({ language: languageOf(place, fallback), file })
  }
  if (files.some(({ language }) => language === 'en')) return files
  throw new ImportFailed('No English file is among them, and the English name identifies a skin.')
}

function report({ changes, unlisted, unknown, skins }: MergedSkins): string {
  const cut = (text: string): string => (text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1)}…` : text)
  const rows = changes
    .slice(0, SHOWN)
    .map(({ id, field, before, after }) => [id, field, before ?? NONE, after].map(cut))
  const shown = rows.length === 0 ? [] : [formatTable(columnsOf('skin', 'field', 'before', 'after'), rows)]
  const more = changes.length > SHOWN ? [`… and ${changes.length - SHOWN} more`] : []
  const missing = unlisted.length === 0 ? '' : `, such as ${unlisted.slice(0, 5).join(', ')}`
  return [
    ...shown,
    ...more,
    `${changes.length} changes. The list does not contain ${unlisted.length} of ${skins.length} skins${missing}.`,
    `${unknown} skins of the list are not in the catalogue, and left out.`,
  ].join('\n')
}

interface ImportOptions extends CatalogueOptions {
  readonly language: Language
}

async function importSkins(places: readonly string[], options: ImportOptions, io: CommandIo): Promise<void> {
  const { folder, pictures, dryRun, language } = options
  const path = join(folder, 'skins.json')
  const skins = await readSource(path, z.array(skinRecord), globalThis.fetch)
  const merged = mergeSkins(skins, collectSkins(await readPlaces(places, language)))
  const text = skinsText(merged.skins)
  const isSame = text === (await readFile(path, 'utf8'))
  if (!dryRun && !isSame) await replaceFiles(folder, pictures, [['skins.json', text]])
  printLine(io, report(merged))
  const written = isSame ? `${path} stays as it is.` : `${path} is written.`
  printLine(io, dryRun ? 'Nothing was written: --dry-run.' : written)
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
