// Built scripts, styles, fonts, pictures and sounds: read once, compressed once, cached in memory.
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { itemPicture, itemRasterFile } from '../../art/finish.ts'
import type { Skin } from '../../game/catalogue/catalogue.ts'
import type { Enforce } from '../http/limits.ts'
import { type CachedFile, cacheFile } from './cached-file.ts'
import { sendCached } from './cached-response.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wav': 'audio/wav',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}

/** Files with a hash of their content in the name never change. */
const HASHED = /^(js|assets\/built)\//
const FOREVER = 'public, max-age=31536000, immutable'
const HOURLY = 'public, max-age=3600'
/** The folder of the pictures of items, which have a route of their own. */
export const ITEM_PICTURES = 'assets/img/items/'
const ITEM_PICTURE = /^(.+)\.(svg|webp)$/
/** Scripts of other builds that are kept in memory: those of the pages that were open during an update. */
const MAX_OTHERS = 100

async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile() && TYPES[extname(entry.name)] !== undefined)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

export interface Assets {
  /** Names of all files, relative to the folder. */
  readonly names: readonly string[]
  load(name: string): Promise<CachedFile>
}

/**
 * Opens every file of a folder except documents. A file that is not there when the server starts does not exist.
 *
 * @param hashed matches the names of files that never change
 */
export async function openAssets(folder: string, hashed: RegExp = HASHED): Promise<Assets> {
  const loaded = new Map<string, Promise<CachedFile>>()

  function load(name: string): Promise<CachedFile> {
    const file = loaded.get(name)
    if (file !== undefined) return file
    const type = TYPES[extname(name)] ?? 'application/octet-stream'
    const loading = readFile(join(folder, name)).then((plain) =>
      cacheFile(plain, { type, cacheControl: hashed.test(name) ? FOREVER : HOURLY }),
    )
    loaded.set(name, loading)
    loading.catch(() => loaded.delete(name))
    return loading
  }

  return { names: await filesBelow(folder), load }
}

/**
 * Adds a route for each file.
 *
 * @param isElsewhere tells which of them have routes of their own
 */
export function assetRoutes(
  app: FastifyInstance,
  { names, load }: Assets,
  isElsewhere: (name: string) => boolean,
): void {
  for (const name of names) {
    if (isElsewhere(name)) continue
    app.get(`/${name}`, async (request, reply) => sendCached(request, reply, await load(name)))
  }
}

/** Reads a file of any build in a folder of builds; null where none has it. */
async function readOfAny(builds: string, name: string): Promise<Buffer | null> {
  for (const build of await readdir(builds)) {
    try {
      return await readFile(join(builds, build, 'client', name))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))))
        throw error
    }
  }
  return null
}

/**
 * Adds the files with a hash in their name that other builds have: during an update a page of one build asks an instance of the other,
 * and a page that was opened before loads parts of itself afterwards.
 *
 * @param builds the folder with all builds
 * @param limit counts the request
 */
export function otherBuildsRoutes(app: FastifyInstance, builds: string, limit: Enforce): void {
  const files = new LRUCache<string, CachedFile>({ max: MAX_OTHERS })
  for (const folder of ['js', 'assets/built']) {
    app.get<{ Params: { file: string } }>(`/${folder}/:file`, async (request, reply) => {
      const { file } = request.params
      const type = TYPES[extname(file)]
      if (type === undefined || !/^[\w-][\w.-]*$/.test(file)) return reply.callNotFound()
      await limit(request, reply)
      const name = `${folder}/${file}`
      const cached = files.get(name)
      if (cached !== undefined) return sendCached(request, reply, cached)
      const plain = await readOfAny(builds, name)
      if (plain === null) return reply.callNotFound()
      const asset = await cacheFile(plain, { type, cacheControl: FOREVER, compression: 'fast' })
      files.set(name, asset)
      return sendCached(request, reply, asset)
    })
  }
}

/** Makes something of a skin once. A catalogue that replaces another one has skins of its own, for which it is made anew. */
function onceForSkin<Result>(make: (skin: Skin) => Result): (skin: Skin) => Result {
  const results = new WeakMap<Skin, Result>()
  return (skin) => {
    const result = results.get(skin) ?? make(skin)
    results.set(skin, result)
    return result
  }
}

/**
 * Adds the generated pictures of items: shown where Steam's picture is unknown or does not load. The build has rasters of the skins that come
 * with the project; the drawing of any other stands in for its raster, since browsers go by the type.
 */
export function itemPictureRoute(app: FastifyInstance, assets: Assets, skinOf: (id: string) => Skin | undefined): void {
  const rasters = new Set(assets.names.filter((name) => name.startsWith(ITEM_PICTURES)))
  const drawingOf = onceForSkin((skin) => {
    const svg = Buffer.from(itemPicture(skin))
    return cacheFile(svg, { type: 'image/svg+xml', cacheControl: 'public, max-age=86400' })
  })
  const rasterNameOf = onceForSkin((skin) => `${ITEM_PICTURES}${itemRasterFile(skin)}`)

  app.get<{ Params: { file: string } }>(`/${ITEM_PICTURES}:file`, async (request, reply) => {
    const [, id = '', type] = ITEM_PICTURE.exec(request.params.file) ?? []
    const skin = skinOf(id)
    if (skin === undefined) return reply.callNotFound()
    const hasRaster = type === 'webp' && rasters.has(rasterNameOf(skin))
    return sendCached(request, reply, await (hasRaster ? assets.load(rasterNameOf(skin)) : drawingOf(skin)))
  })
}
