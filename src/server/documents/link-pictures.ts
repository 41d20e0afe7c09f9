// Which pictures of links may be shown: those that the build drew, and of cases only those that still tell the truth.
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import type { Shop } from '../../contract/shop.ts'
import { LANGUAGES, type Language } from '../../game/language.ts'

const FOLDER = 'assets/og'

/** Beside the pictures: what those of cases tell. */
export const LINK_PICTURES_FILE = 'cases.json'

const toldSchema = z.record(
  z.string(),
  z.object({ name: z.record(z.enum(LANGUAGES), z.string()), price: z.int(), items: z.int() }),
)

/** What the pictures of cases tell, by the url of the case; prices in cents. */
export type ToldOfCases = z.infer<typeof toldSchema>

/** The picture to show for a page instead of another that is not there, or no longer right. */
export type LinkPicture = (address: string, language: Language) => string

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
  const told: ToldOfCases = drawn.has(`/${FOLDER}/${LINK_PICTURES_FILE}`)
    ? toldSchema.parse(JSON.parse(await readFile(join(folder, LINK_PICTURES_FILE), 'utf8')))
    : {}

  /** Prices and names may have changed since the build. */
  function isTrue(url: string, language: Language): boolean {
    const [said, shown] = [told[url], shop.caseAt(url)]
    if (said === undefined || shown === undefined) return false
    return (
      said.price === shown.price && said.items === shown.contents.length && said.name[language] === shown.name[language]
    )
  }

  return (address, language) => {
    const url = CASE_PICTURE.exec(address)?.[1]
    const right = drawn.has(address) && (url === undefined || isTrue(url, language))
    return right ? address : `/${FOLDER}/${language}/index.png`
  }
}
