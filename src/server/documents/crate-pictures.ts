// Pictures of crates that the build has not drawn: those of a shop's own cases, and of cases whose description it has changed.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type CrateArt, crate } from '../../art/crates.ts'
import type { CrateSources } from '../shop/crates.ts'
import type { Assets } from './assets.ts'
import { type CachedFile, cacheFile } from './cached-file.ts'
import { sendCached } from './cached-response.ts'

const FOLDER = 'assets/img/cases/'

/** A picture of a crate: the whole, one of its parts, or a raster of either. */
const FILE = /^([a-z0-9-]+)(?:\.(body|lid|small))?\.(?:svg|webp)$/

/** Those of about a hundred cases. */
const MAX_DRAWN = 300

const textOf = (art: CrateArt | undefined): string => JSON.stringify(art, Object.keys(art ?? {}).sort())

/**
 * Makes the drawing of crates. A drawing stands in for its rasters too: browsers go by the type, and a shop has few crates of its own.
 *
 * @returns the picture of a file's name; undefined for one of the build, and for what is no crate
 */
function createDrawing({ crates, built }: CrateSources): (file: string) => Promise<CachedFile> | undefined {
  const cache = new LRUCache<string, Promise<CachedFile>>({ max: MAX_DRAWN })
  return (file) => {
    const [, name, part] = FILE.exec(file) ?? []
    const art = crates().get(`${name}.svg`)
    if (art === undefined || textOf(art) === textOf(built().get(`${name}.svg`))) return undefined
    const side = part === 'body' || part === 'lid' ? part : 'whole'
    const key = `${side} ${textOf(art)}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const svg = Buffer.from(crate(art)[side])
    const drawing = cacheFile(svg, { type: 'image/svg+xml', cacheControl: 'public, max-age=3600' })
    cache.set(key, drawing)
    return drawing
  }
}

export interface CratePictures {
  /** Returns the picture of a file below the folder of crates; undefined for one of the build, and for what is no crate. */
  draw(file: string): Promise<CachedFile> | undefined
}

/** Makes the pictures of crates. */
export function createCratePictures(sources: CrateSources): CratePictures {
  return { draw: createDrawing(sources) }
}

/** Returns the files of a build, with the drawings of crates in place of those that the shop describes otherwise. */
export function withCrates(assets: Assets, { draw }: CratePictures): Assets {
  const drawing = (name: string) => (name.startsWith(FOLDER) ? draw(name.slice(FOLDER.length)) : undefined)
  return { names: assets.names, load: (name) => drawing(name) ?? assets.load(name) }
}

/**
 * Adds the pictures of crates that have no file in the build.
 *
 * @param previewed returns the pictures of the preview that a request sees; undefined for nearly all
 */
export function crateRoutes(
  app: FastifyInstance,
  { draw }: CratePictures,
  previewed: (request: FastifyRequest) => Promise<CratePictures | undefined>,
): void {
  app.get<{ Params: { file: string } }>(`/${FOLDER}:file`, async (request, reply) => {
    const own = await (await previewed(request))?.draw(request.params.file)
    if (own !== undefined) {
      const { type, body } = { type: 'image/svg+xml', body: own.variants.identity.body() }
      return reply.header('cache-control', 'no-store').type(type).send(body)
    }
    const drawing = draw(request.params.file)
    return drawing === undefined ? reply.callNotFound() : sendCached(request, reply, await drawing)
  })
}
