// The pictures that links to pages show. The build draws them; where the brand, a name or a price is another one now, they are drawn when
// they are asked for.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { TextsSource } from '../../content/shop-texts.ts'
import { LANGUAGES, type Language } from '../../game/base/language.ts'
import type { Shop } from '../../protocol/shop.ts'
import type { Enforce } from '../http/limits.ts'
import { networksOf } from '../network/networks.ts'
import type { Assets } from './assets.ts'
import { sendCached } from './cached-response.ts'
import type { LinkDrawing } from './draw-link-picture.ts'
import type { DrawnPictures } from './drawn-pictures.ts'
import { caseDrawing, hasPicture, pageDrawing, SITE_HUE } from './link-subjects.ts'
import { pictureBrand } from './picture-brand.ts'

/** The folder of the pictures below the site's address. */
export const LINK_PICTURES = 'assets/og'

/** Lies beside the pictures: what they say. */
export const LINK_PICTURES_FILE = 'drawn.json'

const drawnSchema = z.object({
  /** Digests of what pictures say and show, by their files below the folder, such as `en/faq.png`. */
  pictures: z.record(z.string(), z.string()),
  /** The hues of cases, by their urls. */
  hues: z.record(z.string(), z.int()),
})

/** What the pictures of a build say. */
export type DrawnLinks = z.infer<typeof drawnSchema>

/** Returns the digest of what a picture says and shows. */
export function drawingDigest({ subject, float }: LinkDrawing): string {
  return createHash('sha256')
    .update(JSON.stringify([subject, float]))
    .digest('base64url')
}

/** Returns the address of the picture to show for a page: the one asked for, or the site's own where there is no such picture. */
export type LinkPicture = (address: string, language: Language) => string

/** Pictures of shared results and of battles have addresses of their own. */
const SHARE_PICTURE = /^\/(win|battles)\/[^/]+\//

const PICTURE = new RegExp(`^/${LINK_PICTURES}/(${LANGUAGES.join('|')})(/[a-z0-9_/-]+)\\.png$`)
const CASE = /^\/case\/([a-z0-9-]+)$/

/** A page whose link has a picture. */
interface Pictured {
  readonly language: Language
  readonly path: string
}

/** Reads the address of a picture; null where no page has it. */
function readAddress(address: string): Pictured | null {
  const [, language, path] = PICTURE.exec(address) ?? []
  if (language === undefined || path === undefined) return null
  return { language: language as Language, path: path === '/index' ? '/' : path }
}

const caseUrlOf = ({ path }: Pictured): string | undefined => CASE.exec(path)?.[1]

export interface LinkLookups {
  readonly shop: Pick<Shop, 'caseAt'>
  readonly texts: Pick<TextsSource, 'current'>
}

/** Tells whether a page has a picture. */
function isPictured(pictured: Pictured, { shop, texts }: LinkLookups): boolean {
  if (!texts.current.brand.languages.includes(pictured.language)) return false
  const url = caseUrlOf(pictured)
  return url === undefined ? hasPicture(pictured.path, texts.current) : shop.caseAt(url) !== undefined
}

/** Makes the choice of the pictures of pages. */
export function createLinkPicture(lookups: LinkLookups): LinkPicture {
  return (address, language) => {
    if (SHARE_PICTURE.test(address)) return address
    const pictured = readAddress(address)
    return pictured !== null && isPictured(pictured, lookups) ? address : `/${LINK_PICTURES}/${language}/index.png`
  }
}

/** Reads what the pictures of a build say; undefined where it has none. */
async function readDrawn(client: string): Promise<DrawnLinks | undefined> {
  const folder = join(client, LINK_PICTURES)
  const names: readonly string[] = await readdir(folder).catch(() => [])
  if (!names.includes(LINK_PICTURES_FILE)) return undefined
  return drawnSchema.parse(JSON.parse(await readFile(join(folder, LINK_PICTURES_FILE), 'utf8')))
}

export interface LinkPicturesParts extends LinkLookups {
  /** The build's folder for browsers. */
  readonly client: string
  readonly assets: Assets
  readonly pictures: DrawnPictures
  /** Returns the SVG of a case's picture; undefined for one that does not exist. */
  readonly crateOf: (image: string) => Promise<string | undefined>
}

/**
 * Adds `/assets/og/{language}/{page}.png`: a file of the build where it says what is true now, else a picture that is drawn.
 *
 * @param limit counts the request for a picture that is drawn
 */
export async function linkPictureRoute(app: FastifyInstance, parts: LinkPicturesParts, limit: Enforce): Promise<void> {
  const { client, assets, pictures, shop, texts, crateOf } = parts
  const drawn = await readDrawn(client)
  const files = new Set(assets.names)

  /** Returns what the picture of a page says now. */
  async function drawingOf(pictured: Pictured): Promise<LinkDrawing> {
    const { language, path } = pictured
    const brand = pictureBrand(texts)
    const url = caseUrlOf(pictured)
    const box = url === undefined ? undefined : shop.caseAt(url)
    if (url === undefined || box === undefined)
      return pageDrawing(path, language, brand, await texts.current.page(path.slice(1), language))
    const { name, price, contents, image } = box
    const described = { name, price, items: contents.length, hue: drawn?.hues[url] ?? SITE_HUE }
    return caseDrawing(described, (await crateOf(image)) ?? '', language, brand)
  }

  app.get<{ Params: { '*': string } }>(`/${LINK_PICTURES}/*`, async (request, reply) => {
    const file = request.params['*']
    const pictured = readAddress(`/${LINK_PICTURES}/${file}`)
    if (pictured === null || !isPictured(pictured, parts)) return reply.callNotFound()
    const drawing = await drawingOf(pictured)
    const name = `${LINK_PICTURES}/${file}`
    if (files.has(name) && drawn?.pictures[file] === drawingDigest(drawing))
      return sendCached(request, reply, await assets.load(name))
    await limit(request, reply)
    const picture = await pictures.picture({
      content: ['link', drawing],
      caller: networksOf(request.ip),
      order: () => ({ kind: 'link', ...drawing }),
    })
    return sendCached(request, reply, picture)
  })
}
