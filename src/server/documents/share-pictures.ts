// The pictures of shared results.
import type { FastifyInstance } from 'fastify'
import { itemPicture } from '../../art/finish.ts'
import type { ShareShape } from '../../art/og/lines.ts'
import type { TextsSource } from '../../content/shop-texts.ts'
import type { Language } from '../../game/base/language.ts'
import type { Skin } from '../../game/catalogue/catalogue.ts'
import { itemPhoto } from '../../game/catalogue/item-photo.ts'
import type { SharedResult } from '../../protocol/sharing.ts'
import type { Enforce } from '../http/limits.ts'
import { networksOf } from '../network/networks.ts'
import { sendCached } from './cached-response.ts'
import { type DrawnPictures, readPictureName } from './drawn-pictures.ts'
import { pictureBrand } from './picture-brand.ts'
import type { PictureOrder } from './picture-process.ts'
import { shareSubject } from './share-subject.ts'

/** Steam scales its photos to this. */
const PHOTO_SCALE = '512fx512f'

export interface SharePicturesParts {
  readonly pictures: DrawnPictures
  readonly find: (token: string) => Promise<SharedResult | undefined>
  /** Returns the skin of an item; undefined for one that left the catalogue. */
  readonly skinOf: (id: string) => Skin | undefined
  readonly texts: Pick<TextsSource, 'current'>
  readonly siteUrl: string
}

/**
 * Adds `/win/{token}/{language}-{shape}.jpg`. The result is read again each time, so that a name that was hidden and a result that was
 * taken back are gone at once.
 *
 * @param limit counts the request
 */
export function sharePictureRoute(app: FastifyInstance, parts: SharePicturesParts, limit: Enforce): void {
  const { pictures, find, skinOf, texts } = parts
  const host = new URL(parts.siteUrl).host

  function orderOf(result: SharedResult, language: Language, shape: ShareShape): PictureOrder {
    const { item } = result
    const own = {
      id: item.skin,
      model: item.model,
      weaponClass: item.weaponClass,
      rarity: item.rarity,
      name: item.name,
    }
    const picture = itemPicture(skinOf(item.skin) ?? own)
    const subject = shareSubject(result, language, { picture, brand: pictureBrand(texts), host })
    return { kind: 'result', subject, shape, photo: itemPhoto(item.icon_url, PHOTO_SCALE) }
  }

  app.get<{ Params: { token: string; name: string } }>('/win/:token/:name', async (request, reply) => {
    const named = readPictureName(request.params.name, texts.current.brand.languages)
    if (named === null) return reply.callNotFound()
    await limit(request, reply)
    const result = await find(request.params.token)
    if (result === undefined) return reply.callNotFound()
    const { language, shape } = named
    const file = await pictures.picture({
      content: [result, language, shape, pictureBrand(texts)],
      caller: networksOf(request.ip),
      order: () => orderOf(result, language, shape),
    })
    return sendCached(request, reply, file)
  })
}
