// The pictures of the shop's texts. Their addresses name their content, so that browsers ask for each once.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ShopPicture, ShopPictures } from '../../content/pictures.ts'
import type { TextsSource } from '../../content/shop-texts.ts'
import { type CachedFile, cacheFile } from './cached-file.ts'
import { sendCached } from './cached-response.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/** Made once a picture: editions that follow each other have most of them in common. */
const files = new WeakMap<ShopPicture, Promise<CachedFile>>()

function fileOf(picture: ShopPicture): Promise<CachedFile> {
  const known = files.get(picture)
  if (known !== undefined) return known
  const file = cacheFile(picture.bytes, { type: 'image/webp', cacheControl: FOREVER })
  files.set(picture, file)
  return file
}

/**
 * Adds the pictures.
 *
 * @param previewed returns the pictures of the preview that a request sees; undefined for nearly all
 */
export function textPictureRoute(
  app: FastifyInstance,
  texts: TextsSource,
  previewed: (request: FastifyRequest) => Promise<ShopPictures | undefined>,
): void {
  app.get<{ Params: { file: string } }>('/pictures/:file', async (request, reply) => {
    const name = `pictures/${request.params.file}`
    const picture = texts.current.pictures.get(name)
    if (picture !== undefined) return sendCached(request, reply, await fileOf(picture))
    const draft = (await previewed(request))?.get(name)
    // Nobody else may see it, and no cache on the way keeps it.
    if (draft !== undefined) return reply.header('cache-control', 'no-store').type('image/webp').send(draft.bytes)
    return reply.callNotFound()
  })
}
