// Built scripts, styles, fonts, pictures and sounds: read once, compressed once, kept in memory.
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { itemPicture } from '../../art/finish.ts'
import type { Skin } from '../../game/catalogue.ts'
import type { FindKept } from './ahead.ts'
import { sendKept } from './kept-answer.ts'
import { type KeptFile, keepFile } from './kept-file.ts'

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

/** Files whose names carry a hash of what is in them never change. */
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

interface Reading {
  readonly promise: Promise<KeptFile>
  file?: KeptFile
}

/**
 * Serves every file of a folder but documents. What is not there when the server starts does not exist.
 *
 * @returns finds the files that were asked for before
 */
export async function assetRoutes(app: FastifyInstance, folder: string): Promise<FindKept> {
  const read = new Map<string, Reading>()

  function kept(name: string): Promise<KeptFile> {
    const known = read.get(`/${name}`)
    if (known) return known.promise
    const type = TYPES[extname(name)] ?? 'application/octet-stream'
    const promise = readFile(join(folder, name)).then((plain) =>
      keepFile(plain, { type, cacheControl: HASHED.test(name) ? FOREVER : HOURLY }),
    )
    const reading: Reading = { promise }
    read.set(`/${name}`, reading)
    promise.then(
      (file) => {
        reading.file = file
      },
      () => read.delete(`/${name}`),
    )
    return promise
  }

  for (const name of await filesBelow(folder)) {
    app.get(`/${name}`, async (request, reply) => sendKept(request, reply, await kept(name)))
  }
  return (path) => {
    const file = read.get(path)?.file
    return file === undefined ? undefined : { file, status: 200 }
  }
}

/** Our own pictures of items, drawn from their names: they stand where Steam's picture is unknown or does not load. */
export function itemPictureRoute(app: FastifyInstance, skinOf: (id: string) => Skin | undefined): void {
  const pictures = new LRUCache<string, Promise<KeptFile>>({ max: MAX_PICTURES })
  app.get<{ Params: { file: string } }>('/assets/img/items/:file', async (request, reply) => {
    const skin = skinOf(request.params.file.replace(/\.svg$/, ''))
    if (skin === undefined || !request.params.file.endsWith('.svg')) return reply.callNotFound()
    const known = pictures.get(skin.id)
    const made =
      known ??
      keepFile(Buffer.from(itemPicture(skin)), { type: 'image/svg+xml', cacheControl: 'public, max-age=86400' })
    if (known === undefined) pictures.set(skin.id, made)
    return sendKept(request, reply, await made)
  })
}
