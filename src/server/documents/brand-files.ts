// The files that show the brand of a shop: the icons of tabs, home screens and the installed app, and the app's manifest.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { favicon } from '../../art/logo.ts'
import { type AppIcon, appIcons, isDrawn, TAB_ICON, WORDMARK_FILE } from '../../content/brand/app-icons.ts'
import { appManifest, appManifestPath } from '../../content/brand/app-manifest.ts'
import type { Brand } from '../../content/brand/brand.ts'
import type { TextsSource } from '../../content/shop-texts.ts'
import { defaultAccent } from '../../game/base/accent.ts'
import { LANGUAGES, type Language } from '../../game/base/language.ts'
import type { Enforce } from '../http/limits.ts'
import { networksOf } from '../network/networks.ts'
import type { Assets } from './assets.ts'
import { type CachedFile, cacheFile } from './cached-file.ts'
import { sendCached } from './cached-response.ts'
import type { DrawnPictures } from './drawn-pictures.ts'
import { pictureBrand } from './picture-brand.ts'

const HOURLY = 'public, max-age=3600'

const ICONS: ReadonlySet<string> = new Set([
  TAB_ICON,
  ...appIcons({ accent: defaultAccent(), mark: null }).map(({ file }) => file),
])

/** Tells whether a built file shows the brand, so that a running site may answer with another one. */
export function showsBrand(name: string): boolean {
  return ICONS.has(name)
}

export interface BrandFilesParts {
  readonly assets: Assets
  readonly pictures: DrawnPictures
  readonly texts: TextsSource
  /** Returns the brand of the draft that a request previews; undefined for nearly all. */
  readonly previewed: (request: FastifyRequest) => Promise<Brand | undefined>
}

/**
 * Adds the icons and the manifests. Icons are files of the build while the brand looks like them, else they are drawn.
 *
 * @param limit counts the request for an icon that is drawn
 */
export function brandFileRoutes(
  app: FastifyInstance,
  { assets, pictures, texts, previewed }: BrandFilesParts,
  limit: Enforce,
): void {
  /** Files since the last change of the texts, by address. */
  const cache = new Map<string, Promise<CachedFile>>()
  app.addHook(
    'onClose',
    texts.onChange(() => cache.clear()),
  )

  function once(address: string, type: string, make: () => string): Promise<CachedFile> {
    const cached = cache.get(address)
    if (cached !== undefined) return cached
    const file = cacheFile(Buffer.from(make()), { type, cacheControl: HOURLY })
    cache.set(address, file)
    return file
  }

  const tab = (): Promise<CachedFile> =>
    isDrawn(texts.current.brand)
      ? assets.load(TAB_ICON)
      : once(TAB_ICON, 'image/svg+xml', () => favicon(texts.current.brand))
  const sendPreviewed = (reply: FastifyReply, svg: string): FastifyReply =>
    reply.header('cache-control', 'no-store').type('image/svg+xml').send(svg)
  app.get(`/${TAB_ICON}`, async (request, reply) => {
    const draft = await previewed(request)
    return draft === undefined ? sendCached(request, reply, await tab()) : sendPreviewed(reply, favicon(draft))
  })

  app.get(`/${WORDMARK_FILE}`, async (request, reply) => {
    const draft = await previewed(request)
    const { wordmark } = draft ?? texts.current.brand
    if (wordmark === null) return reply.callNotFound()
    if (draft !== undefined) return sendPreviewed(reply, wordmark)
    return sendCached(request, reply, await once(WORDMARK_FILE, 'image/svg+xml', () => wordmark))
  })

  for (const name of ICONS) {
    if (name === TAB_ICON) continue
    app.get(`/${name}`, async (request, reply) => {
      const brand = pictureBrand(texts)
      if (isDrawn(brand)) return sendCached(request, reply, await assets.load(name))
      await limit(request, reply)
      const icon = appIcons(brand).find(({ file }) => file === name) as AppIcon
      const file = await pictures.picture({
        content: ['icon', icon],
        caller: networksOf(request.ip),
        order: () => ({ kind: 'icon', svg: icon.svg, pixels: icon.pixels }),
      })
      return sendCached(request, reply, file)
    })
  }

  const manifest = (language: Language): string => JSON.stringify(appManifest(language, texts.current.brand.name))
  for (const language of LANGUAGES) {
    const address = appManifestPath(language)
    app.get(address, async (request, reply) => {
      if (!texts.current.brand.languages.includes(language)) return reply.callNotFound()
      return sendCached(request, reply, await once(address, 'application/manifest+json', () => manifest(language)))
    })
  }
}
