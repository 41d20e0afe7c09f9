// Which paths have a page. Rendering a page to learn that it does not exist costs a thousand times more than looking it up.
import { SITE_PATHS } from '../../content/routes.ts'
import type { TextsSource } from '../../content/shop-texts.ts'
import type { Shop } from '../../protocol/shop.ts'

/** Tells whether there is a page at a path without a language, e.g. `/case/orion`. */
export type HasPage = (path: string) => boolean | Promise<boolean>

const CASE = /^\/case\/([^/]+)$/
/** As many digits as PostgreSQL's integer always holds. */
const PLAYER = /^\/user\/([1-9]\d{0,8})$/
const SHARE = /^\/win\/([^/]+)$/
const BATTLE = /^\/battles\/([0-9a-f-]{36})$/
const OVERLAY = /^\/overlay\/([^/]+)$/

export interface PageLookups {
  readonly texts: Pick<TextsSource, 'current'>
  readonly shop: Pick<Shop, 'caseAt'>
  hasPlayer(id: number): Promise<boolean>
  hasShare(token: string): Promise<boolean>
  hasOverlay(token: string): Promise<boolean>
  hasBattle(id: string): Promise<boolean>
}

/** Returns the look-up of pages: those of the site, those of the shop's texts, and those that a parameter distinguishes. */
export function findPages({ texts, shop, hasPlayer, hasShare, hasOverlay, hasBattle }: PageLookups): HasPage {
  const paths = new Set(SITE_PATHS)
  return (path) => {
    if (paths.has(path) || texts.current.pageNames.has(path.slice(1))) return true
    const url = CASE.exec(path)?.[1]
    if (url !== undefined) return shop.caseAt(url) !== undefined
    const id = PLAYER.exec(path)?.[1]
    if (id !== undefined) return hasPlayer(Number(id))
    const share = SHARE.exec(path)?.[1]
    if (share !== undefined) return hasShare(share)
    const battle = BATTLE.exec(path)?.[1]
    if (battle !== undefined) return hasBattle(battle)
    const overlay = OVERLAY.exec(path)?.[1]
    return overlay === undefined ? false : hasOverlay(overlay)
  }
}
