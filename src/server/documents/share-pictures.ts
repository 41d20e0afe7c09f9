// The pictures of shared results: drawn one at a time, for a bounded queue, and cached by what they say.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { itemPicture } from '../../art/finish.ts'
import { SHARE_SHAPES, type ShareShape } from '../../art/og/share.ts'
import type { Skin } from '../../game/catalogue.ts'
import { itemPhoto } from '../../game/item-photo.ts'
import { LANGUAGES, type Language } from '../../game/language.ts'
import type { SharedResult } from '../../protocol/sharing.ts'
import { type Networks, networksOf } from '../base/networks.ts'
import { ProtocolError } from '../base/refusal.ts'
import type { Enforce } from '../http/limits.ts'
import { createBoundedQueue } from './bounded-queue.ts'
import { type CachedFile, cacheFile } from './cached-file.ts'
import { sendCached } from './cached-response.ts'
import type { Drawer } from './picture-drawer.ts'
import { shareSubject } from './share-subject.ts'

/**
 * A picture takes 0.1 to 1 s of one processor: a full queue waits for less than twenty seconds, an address for four pictures, an IPv6 /48
 * for six.
 */
const DRAWING = { running: 1, waiting: 16, ofAddress: 4, ofWider: 6 } as const

const CACHE_BYTES = 24 * 1024 * 1024

/** Steam scales its photos to this. */
const PHOTO_SCALE = '512fx512f'

/** Names and privacy change: messengers keep their own copy for as long as they like, browsers for minutes. */
const CACHE_CONTROL = 'public, max-age=300'

export interface SharePicturesParts {
  readonly find: (token: string) => Promise<SharedResult | undefined>
  /** Returns the skin of an item; undefined for one that left the catalogue. */
  readonly skinOf: (id: string) => Skin | undefined
  readonly drawer: Drawer
  readonly siteUrl: string
  readonly log: { error(fields: object, message: string): void }
}

export interface SharePictures {
  /**
   * Returns a picture of the shared result; undefined for an unknown token. It is read again each time, so that a name that was hidden and a
   * result that was taken back are gone at once.
   *
   * @param caller whose request it is
   * @throws ProtocolError 503 when too many pictures wait, or this one cannot be drawn
   */
  picture(token: string, language: Language, shape: ShareShape, caller: Networks): Promise<CachedFile | undefined>
}

/** Makes the pictures of shared results. */
export function createSharePictures({ find, skinOf, drawer, siteUrl, log }: SharePicturesParts): SharePictures {
  const drawn = new LRUCache<string, CachedFile>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (file) => file.variants.identity.body().length,
  })
  const pending = new Map<string, Promise<CachedFile>>()
  const inTurn = createBoundedQueue(DRAWING)
  const host = new URL(siteUrl).host

  async function draw(result: SharedResult, language: Language, shape: ShareShape): Promise<CachedFile> {
    const { item } = result
    const skin = skinOf(item.skin)
    const own = {
      id: item.skin,
      model: item.model,
      weaponClass: item.weaponClass,
      rarity: item.rarity,
      name: item.name,
    }
    const picture = itemPicture(skin ?? own)
    const photo = itemPhoto(item.icon_url, PHOTO_SCALE)
    try {
      const jpeg = await drawer.draw({ subject: shareSubject(result, language, { picture, host }), shape, photo })
      return await cacheFile(jpeg, { type: 'image/jpeg', cacheControl: CACHE_CONTROL })
    } catch (error) {
      log.error({ err: error }, 'the picture of a shared result could not be drawn')
      throw new ProtocolError(503, 'busy')
    }
  }

  return {
    picture: async (token, language, shape, caller) => {
      const result = await find(token)
      if (result === undefined) return undefined
      const key = createHash('sha256')
        .update(JSON.stringify([result, language, shape]))
        .digest('base64url')
      const known = drawn.get(key) ?? pending.get(key)
      if (known !== undefined) return known
      const making = inTurn(caller, () => draw(result, language, shape)).finally(() => pending.delete(key))
      pending.set(key, making)
      const file = await making
      drawn.set(key, file)
      return file
    },
  }
}

const NAME = new RegExp(`^(${LANGUAGES.join('|')})-(${SHARE_SHAPES.join('|')})\\.jpg$`)

/**
 * Adds `/win/{token}/{language}-{shape}.jpg`.
 *
 * @param limit counts the request
 */
export function sharePictureRoute(app: FastifyInstance, pictures: SharePictures, limit: Enforce): void {
  app.get<{ Params: { token: string; name: string } }>('/win/:token/:name', async (request, reply) => {
    const [, language, shape] = NAME.exec(request.params.name) ?? []
    if (language === undefined || shape === undefined) return reply.callNotFound()
    await limit(request, reply)
    const caller = networksOf(request.ip)
    const file = await pictures.picture(request.params.token, language as Language, shape as ShareShape, caller)
    return file === undefined ? reply.callNotFound() : sendCached(request, reply, file)
  })
}
