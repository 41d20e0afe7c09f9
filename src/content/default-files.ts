// The files of the default shop, as they lie in the project: pages and the operator's details beside this file, the brand and the rules in data/.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BRAND_FILE, OPERATOR_FILE, pageFile, RULE_FILES, type ShopFiles } from './shop-files.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export const CONTENT_FOLDER = 'src/content'
const DATA_FOLDER = 'data'

/** Where the files of a shop are, as paths from the root of the project or absolute ones. */
export interface ShopFolders {
  /** The folder of the pages and of operator.json. */
  readonly content?: string
  /** The folder of the data; what it lacks is taken from that of the project. */
  readonly data?: string
}

/** Returns the path of a file of the shop, as messages name it. */
export function pathOf(name: string, { content = CONTENT_FOLDER, data = DATA_FOLDER }: ShopFolders = {}): string {
  if (name.startsWith('pages/')) return join(content, name.slice('pages/'.length))
  return join(name === OPERATOR_FILE ? content : data, name)
}

const absolute = (path: string): string => (path.startsWith('/') ? path : join(ROOT, path))

/** Returns the names of the Markdown files of a folder of pages. */
function pageNames(content: string): string[] {
  const folders = readdirSync(content, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return folders.flatMap(({ name: page }) =>
    readdirSync(join(content, page))
      .filter((name) => name.endsWith('.md'))
      .map((name) => pageFile(page, name.slice(0, -'.md'.length))),
  )
}

/** Reads the files of a shop from its folders; one that is missing is left out. */
export function readFiles(folders: ShopFolders = {}): ShopFiles {
  const { content = CONTENT_FOLDER, data = DATA_FOLDER } = folders
  const drawings = readdirSync(absolute(data)).filter((name) => name.endsWith('.svg'))
  const names = [BRAND_FILE, ...drawings, OPERATOR_FILE, ...RULE_FILES, ...pageNames(absolute(content))]
  const entries = names.flatMap((name) => {
    const paths = [pathOf(name, folders), pathOf(name, { ...folders, data: DATA_FOLDER })].map(absolute)
    const path = paths.find((one) => existsSync(one))
    return path === undefined ? [] : [[name, readFileSync(path, 'utf8')] as const]
  })
  return Object.fromEntries(entries)
}
