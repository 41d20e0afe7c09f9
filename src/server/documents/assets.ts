// Built scripts, styles, fonts, pictures and sounds: read once, compressed once, cached in memory.
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { itemPicture } from '../../art/finish.ts'
import type { Skin } from '../../game/catalogue.ts'
import { type CachedFile, cacheFile } from './cached-file.ts'
import { sendCached } from './cached-response.ts'
import type { FindCached } from './cached-server.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wav': 'audio/wav',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}

/** Files with a hash of their content in the name never change. */
const HASHED = /^(js|assets\/built)\//
const FOREVER = 'public, max-age=31536000, immutable'
const HOURLY = 'public, max-age=3600'
const MAX_PICTURES = 3000

async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile() && TYPES[extname(entry.name)] !== undefined)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

/** A file that is being read and compressed, and the file once it is. */
interface Loading {
  readonly promise: Promise<CachedFile>
  file?: CachedFile
}

export interface Assets {
  /** Names of all files, relative to the folder. */
  readonly names: readonly string[]
  /** Finds the files that were requested before. */
  readonly find: FindCached
  load(name: string): Promise<CachedFile>
}

/** Opens every file of a folder except documents. A file that is not there when the server starts does not exist. */
export async function openAssets(folder: string): Promise<Assets> {
  const loaded = new Map<string, Loading>()

  function load(name: string): Promise<CachedFile> {
    const known = loaded.get(`/${name}`)
    if (known) return known.promise
    const type = TYPES[extname(name)] ?? 'application/octet-stream'
    const promise = readFile(join(folder, name)).then((plain) =>
      cacheFile(plain, { type, cacheControl: HASHED.test(name) ? FOREVER : HOURLY }),
    )
    const loading: Loading = { promise }
    loaded.set(`/${name}`, loading)
    promise.then(
      (file) => {
        loading.file = file
      },
      () => loaded.delete(`/${name}`),
    )
    return promise
  }

  return {
    names: await filesBelow(folder),
    load,
    find: (path) => {
      const file = loaded.get(path)?.file
      return file === undefined ? undefined : { file, status: 200 }
    },
  }
}

/** Adds a route for each file. */
export function assetRoutes(app: FastifyInstance, { names, load }: Assets): void {
  for (const name of names) {
    app.get(`/${name}`, async (request, reply) => sendCached(request, reply, await load(name)))
  }
}

/** Adds the generated pictures of items: shown where Steam's picture is unknown or does not load. */
export function itemPictureRoute(app: FastifyInstance, skinOf: (id: string) => Skin | undefined): void {
  const pictures = new LRUCache<string, Promise<CachedFile>>({ max: MAX_PICTURES })
  app.get<{ Params: { file: string } }>('/assets/img/items/:file', async (request, reply) => {
    const skin = skinOf(request.params.file.replace(/\.svg$/, ''))
    if (skin === undefined || !request.params.file.endsWith('.svg')) return reply.callNotFound()
    const known = pictures.get(skin.id)
    const drawn =
      known ??
      cacheFile(Buffer.from(itemPicture(skin)), { type: 'image/svg+xml', cacheControl: 'public, max-age=86400' })
    if (known === undefined) pictures.set(skin.id, drawn)
    return sendCached(request, reply, await drawn)
  })
}
