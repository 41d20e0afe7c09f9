// The files of a shop: those that come with the release, and those of a folder with a shop's own.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CONTENT_FOLDER, readFiles } from '../../content/default-files.ts'
import { withoutUnshown } from '../../content/pictures.ts'
import { BRAND_FILE, OPERATOR_FILE, REPLIES_FILE, type ShopFiles } from '../../content/shop-files.ts'
import { LANGUAGES } from '../../game/base/language.ts'
import { isPictureFile } from '../../game/office/shop-pictures.ts'
import { codeOf } from '../base/operator-error.ts'
import { CATALOGUE_FILES } from '../catalogue/read-catalogue.ts'
import { RATES_FILE } from '../payments/rates.ts'

const NAMES: ReadonlySet<string> = new Set([...CATALOGUE_FILES, BRAND_FILE, OPERATOR_FILE, REPLIES_FILE])
/** The drawing that the brand names. */
const DRAWING = /^[a-z0-9-]+\.svg$/
const PAGE = new RegExp(String.raw`^pages/[a-z0-9]+(?:[-_][a-z0-9]+)*/(?:${LANGUAGES.join('|')})\.md$`)

/** Beside the files of a shop: explained there, and no part of an edition. */
const BESIDE: ReadonlySet<string> = new Set(['README.md', RATES_FILE])

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The folders of the release. */
export const RELEASE_FOLDERS = { data: join(ROOT, 'data'), content: join(ROOT, CONTENT_FOLDER) } as const

/** Tells whether a name is that of a text of a shop, which drafts change. */
export const isShopText = (name: string): boolean => NAMES.has(name) || DRAWING.test(name) || PAGE.test(name)

/** Tells whether a name is that of a file of a shop: a text, or a picture that texts show. */
const isShopFile = (name: string): boolean => isShopText(name) || isPictureFile(name)

/** Returns the paths of the files below a folder, with `/`; none where there is no such folder. */
async function namesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/')).sort()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** A picture is a WebP in a folder, and its base64 in a shop. */
const encodingOf = (name: string): 'base64' | 'utf8' => (isPictureFile(name) ? 'base64' : 'utf8')

/** Reads files of a folder, by the names that they have in a shop. */
async function readAll(folder: string, names: readonly (readonly [file: string, name: string])[]): Promise<ShopFiles> {
  const texts = names.map(async ([file, name]) => [name, await readFile(join(folder, file), encodingOf(name))] as const)
  return Object.fromEntries(await Promise.all(texts))
}

/** Reads the files that come with the release: the first edition of a new shop. */
export async function readReleaseFiles(): Promise<ShopFiles> {
  const { data } = RELEASE_FOLDERS
  const names = (await namesBelow(data)).filter(isShopText)
  const inData = await readAll(
    data,
    names.map((name) => [name, name]),
  )
  return { ...inData, ...readFiles() }
}

/** A folder with files of a shop. */
export interface ShopFolder {
  readonly files: ShopFiles
  /** What lies there and is no file of a shop. */
  readonly unknown: readonly string[]
  /** Pictures that no text there shows: they are left out. */
  readonly unshown: readonly string[]
}

/** Returns the folder of the exchange rates: that of the shop where it has its own, else that of the release. */
export function ratesFolder(folder: string): string {
  return existsSync(join(folder, RATES_FILE)) ? folder : RELEASE_FOLDERS.data
}

/** Reads the folder of a shop's own files, which may be missing. */
export async function readShopFolder(folder: string): Promise<ShopFolder> {
  const names = await namesBelow(folder)
  const own = names.filter(isShopFile)
  const all = await readAll(
    folder,
    own.map((name) => [name, name]),
  )
  const files = withoutUnshown(all)
  return {
    files,
    unshown: own.filter((name) => files[name] === undefined),
    unknown: names.filter((name) => !isShopFile(name) && !BESIDE.has(name)),
  }
}

/** Writes files of a shop into a folder. */
export async function writeShopFolder(folder: string, files: ShopFiles): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text, encodingOf(name))
  }
}
