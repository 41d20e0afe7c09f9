// Chooses link preview pictures: only those that the build drew, and of cases only those whose name and price still hold.
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import { LANGUAGES, type Language } from '../../game/base/language.ts'
import type { Shop } from '../../protocol/shop.ts'

const FOLDER = 'assets/og'

/** Lies beside the pictures: what the pictures of cases say. */
export const LINK_PICTURES_FILE = 'cases.json'

const drawnCasesSchema = z.record(
  z.string(),
  z.object({ name: z.record(z.enum(LANGUAGES), z.string()), price: z.int(), items: z.int() }),
)

/** What the pictures of cases say, by the url of the case; prices in cents. */
export type DrawnCases = z.infer<typeof drawnCasesSchema>

/** Returns the picture to show for a page: the one asked for, or the site's own where that is missing or out of date. */
export type LinkPicture = (address: string, language: Language) => string

/** Pictures of shared results and of battles are drawn when they are asked for. */
const SHARE_PICTURE = /^\/(win|battles)\/[^/]+\//

const CASE_PICTURE = /^\/assets\/og\/[a-z]{2}\/case\/([a-z0-9-]+)\.png$/

/**
 * Reads which pictures a build has.
 *
 * @param client the build's folder for browsers
 */
export async function openLinkPictures(client: string, shop: Shop): Promise<LinkPicture> {
  const folder = join(client, FOLDER)
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const drawn = new Set(
    found.map((entry) => `/${relative(client, join(entry.parentPath, entry.name)).split(sep).join('/')}`),
  )
  const drawnCases: DrawnCases = drawn.has(`/${FOLDER}/${LINK_PICTURES_FILE}`)
    ? drawnCasesSchema.parse(JSON.parse(await readFile(join(folder, LINK_PICTURES_FILE), 'utf8')))
    : {}

  /** Prices and names may have changed since the build. */
  function isCurrent(url: string, language: Language): boolean {
    const [drawnCase, shown] = [drawnCases[url], shop.caseAt(url)]
    if (drawnCase === undefined || shown === undefined) return false
    return (
      drawnCase.price === shown.price &&
      drawnCase.items === shown.contents.length &&
      drawnCase.name[language] === shown.name[language]
    )
  }

  return (address, language) => {
    if (SHARE_PICTURE.test(address)) return address
    const url = CASE_PICTURE.exec(address)?.[1]
    const isShown = drawn.has(address) && (url === undefined || isCurrent(url, language))
    return isShown ? address : `/${FOLDER}/${language}/index.png`
  }
}
