// Which paths have a page. Rendering a page to learn that it does not exist costs a thousand times more than looking it up.
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { LANGUAGES } from '../../game/base/language.ts'
import type { Shop } from '../../protocol/shop.ts'

/** Tells whether there is a page at a path without a language, e.g. `/case/orion`. */
export type HasPage = (path: string) => boolean | Promise<boolean>

/** The paths of pages that are rendered on demand, and that no parameter distinguishes; a test compares them with the pages. */
export const RENDERED_PATHS: readonly string[] = [
  '/',
  '/battles/new',
  '/case-results',
  '/contracts',
  '/leaderboard',
  '/transparency',
]

const CASE = /^\/case\/([^/]+)$/
/** As many digits as PostgreSQL's integer always holds. */
const PLAYER = /^\/user\/([1-9]\d{0,8})$/
const SHARE = /^\/win\/([^/]+)$/
const BATTLE = /^\/battles\/([0-9a-f-]{36})$/
const OVERLAY = /^\/overlay\/([^/]+)$/

export interface PageLookups {
  readonly shop: Pick<Shop, 'caseAt'>
  hasPlayer(id: number): Promise<boolean>
  hasShare(token: string): Promise<boolean>
  hasOverlay(token: string): Promise<boolean>
  hasBattle(id: string): Promise<boolean>
}

/** Returns the paths of the prerendered pages of a build, without their language. */
async function prerenderedPaths(client: string): Promise<string[]> {
  const folders = LANGUAGES.map((language) => join(client, language))
  const found = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const pages = entries.filter((entry) => entry.isFile() && entry.name === 'index.html')
      return pages.map(({ parentPath }) => `/${relative(folder, parentPath).split(sep).join('/')}`)
    }),
  )
  return found.flat()
}

/**
 * Reads which pages a build has.
 *
 * @param client the folder of the prerendered pages
 */
export async function findPages(client: string, lookups: PageLookups): Promise<HasPage> {
  const known = new Set([...RENDERED_PATHS, ...(await prerenderedPaths(client))])
  return (path) => {
    if (known.has(path)) return true
    const url = CASE.exec(path)?.[1]
    if (url !== undefined) return lookups.shop.caseAt(url) !== undefined
    const id = PLAYER.exec(path)?.[1]
    if (id !== undefined) return lookups.hasPlayer(Number(id))
    const share = SHARE.exec(path)?.[1]
    if (share !== undefined) return lookups.hasShare(share)
    const battle = BATTLE.exec(path)?.[1]
    if (battle !== undefined) return lookups.hasBattle(battle)
    const overlay = OVERLAY.exec(path)?.[1]
    return overlay === undefined ? false : lookups.hasOverlay(overlay)
  }
}
