// `npm run ops -- catalogue import PLACE…`: pictures, rarities and translated names of our skins from the public CSGO-API files.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { LANGUAGES, type Language } from '../../src/game/language.ts'
import { gameApiFile, type LanguageFile, tellSkins } from '../../src/server/catalogue/import/game-api.ts'
import { type MergedSkins, mergeSkins } from '../../src/server/catalogue/import/merge-skins.ts'
import { ImportFailed, readSource } from '../../src/server/catalogue/import/source.ts'
import { skinRecord } from '../../src/server/catalogue/records.ts'
import { skinsText } from '../catalogue/write-records.ts'
import { CommandRefused, NONE, readLine, table, UsageError } from './operator.ts'
import { replaceFiles } from './replace-files.ts'

/** Changes that are printed; the rest is counted. */
const SHOWN = 30

export const IMPORT_USAGE = `Options of import:
  --folder DIR     the catalogue to change; data without it
  --pictures DIR   the pictures of its cases; public/assets/img/cases without it
  --language ru    the language of files in whose path no /en/, /ru/ or /uk/ stands; en without it
  --dry-run        say what would change, and change nothing

PLACE is a file or an https address of skins, skins_not_grouped, collections or crates in the CSGO-API format. Names in Russian and
Ukrainian need the English file of the same kind beside them, because skins are known by their English names.`

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
  throw new ImportFailed('No English file is among them, and skins are known by their English names.')
}

function report({ changes, untold, unknown, skins }: MergedSkins): string {
  const cells = changes.slice(0, SHOWN).map(({ id, field, before, after }) => [id, field, before ?? NONE, after])
  const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
  const columns = [{ title: 'skin' }, { title: 'field' }, { title: 'before' }, { title: 'after' }]
  const shown =
    cells.length === 0
      ? []
      : [
          table(
            columns,
            cells.map((row) => row.map(cut)),
          ),
        ]
  const more = changes.length > SHOWN ? [`… and ${changes.length - SHOWN} more`] : []
  const missing = untold.length === 0 ? '' : `, such as ${untold.slice(0, 5).join(', ')}`
  return [
    ...shown,
    ...more,
    `${changes.length} changes. Nothing was told of ${untold.length} of ${skins.length} skins${missing}.`,
    `${unknown} that were told of are not in the catalogue, and left out.`,
  ].join('\n')
}

/** Imports into a catalogue's folder; all of it or nothing. */
export async function importSkins(args: readonly string[]): Promise<void> {
  const { values, positionals } = readLine(args, {
    folder: { type: 'string', default: 'data' },
    pictures: { type: 'string', default: 'public/assets/img/cases' },
    language: { type: 'string', default: 'en' },
    'dry-run': { type: 'boolean' },
  })
  if (positionals.length === 0) throw new UsageError('Say which: a file or an address is missing.')
  const fallback = LANGUAGES.find((language) => language === values.language)
  if (fallback === undefined)
    throw new UsageError(`There is no language "${values.language}": ${LANGUAGES.join(', ')}.`)
  try {
    const path = join(values.folder, 'skins.json')
    const skins = await readSource(path, z.array(skinRecord), globalThis.fetch)
    const merged = mergeSkins(skins, tellSkins(await readPlaces(positionals, fallback)))
    const text = skinsText(merged.skins)
    const isSame = text === (await readFile(path, 'utf8'))
    if (values['dry-run'] !== true && !isSame)
      await replaceFiles(values.folder, values.pictures, [['skins.json', text]])
    console.log(report(merged))
    console.log(
      values['dry-run'] === true
        ? 'Nothing was written: --dry-run.'
        : isSame
          ? `${path} stays.`
          : `${path} is written.`,
    )
  } catch (error) {
    if (error instanceof ImportFailed) throw new CommandRefused(`${error.message}\nNothing was changed.`)
    throw error
  }
}
