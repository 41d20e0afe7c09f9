// The pictures that links to pages show, drawn when they are asked for: what they say changes with the shop.
import type { FastifyInstance } from 'fastify'
import type { TextsSource } from '../../content/shop-texts.ts'
import { LANGUAGES, type Language } from '../../game/base/language.ts'
import type { Shop } from '../../protocol/shop.ts'
import type { Enforce } from '../http/limits.ts'
import { networksOf } from '../network/networks.ts'
import type { Crates } from '../shop/crates.ts'
import { sendCached } from './cached-response.ts'
import type { LinkDrawing } from './draw-link-picture.ts'
import type { DrawnPictures } from './drawn-pictures.ts'
import { caseDrawing, hasPicture, pageDrawing, SITE_HUE } from './link-subjects.ts'
import { pictureBrand } from './picture-brand.ts'

/** The folder of the pictures below the site's address. */
const LINK_PICTURES = 'assets/og'

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

export interface LinkPicturesParts extends LinkLookups {
  readonly pictures: DrawnPictures
  /** Returns the SVG of a case's picture; undefined for one that does not exist. */
  readonly crateOf: (image: string) => Promise<string | undefined>
  /** Returns the descriptions of the shop's crates, by the names of their pictures. */
  readonly crates: () => Crates
}

/**
 * Adds `/assets/og/{language}/{page}.png`.
 *
 * @param limit counts the request
 */
export function linkPictureRoute(app: FastifyInstance, parts: LinkPicturesParts, limit: Enforce): void {
  const { pictures, shop, texts, crateOf, crates } = parts

  /** Returns what the picture of a page says now. */
  async function drawingOf(pictured: Pictured): Promise<LinkDrawing> {
    const { language, path } = pictured
    const brand = pictureBrand(texts)
    const url = caseUrlOf(pictured)
    const box = url === undefined ? undefined : shop.caseAt(url)
    if (url === undefined || box === undefined)
      return pageDrawing(path, language, brand, await texts.current.page(path.slice(1), language))
    const { name, price, contents, image } = box
    const hue = crates().get(image)?.hue2 ?? SITE_HUE
    const described = { name, price, items: contents.length, hue }
    return caseDrawing(described, (await crateOf(image)) ?? '', language, brand)
  }

  app.get<{ Params: { '*': string } }>(`/${LINK_PICTURES}/*`, async (request, reply) => {
    const pictured = readAddress(`/${LINK_PICTURES}/${request.params['*']}`)
    if (pictured === null || !isPictured(pictured, parts)) return reply.callNotFound()
    await limit(request, reply)
    const drawing = await drawingOf(pictured)
    const picture = await pictures.picture({
      content: ['link', drawing],
      caller: networksOf(request.ip),
      order: () => ({ kind: 'link', ...drawing }),
    })
    return sendCached(request, reply, picture)
  })
}
