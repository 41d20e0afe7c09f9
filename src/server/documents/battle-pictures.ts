// The pictures of battles, for links and for sharing.
import type { FastifyInstance } from 'fastify'
import type { TextsSource } from '../../content/shop-texts.ts'
import type { BattleCard } from '../../protocol/battle.ts'
import type { Enforce } from '../http/limits.ts'
import { networksOf } from '../network/networks.ts'
import { battleSubject } from './battle-subject.ts'
import { sendCached } from './cached-response.ts'
import { type DrawnPictures, readPictureName } from './drawn-pictures.ts'
import { pictureBrand } from './picture-brand.ts'

export interface BattlePicturesParts {
  readonly pictures: DrawnPictures
  readonly find: (battleId: string) => Promise<BattleCard | undefined>
  /** Returns the SVG of a case's picture; undefined for one that does not exist. */
  readonly crateOf: (image: string) => Promise<string | undefined>
  readonly texts: Pick<TextsSource, 'current'>
  readonly siteUrl: string
  /** Whether everything is play money. */
  readonly isPlayMoney: boolean
}

/**
 * Adds `/battles/{id}/{language}-{shape}.jpg`. The battle is read again each time: seats are taken, names are hidden, and its result is
 * told once its show has ended.
 *
 * @param limit counts the request
 */
export function battlePictureRoute(app: FastifyInstance, parts: BattlePicturesParts, limit: Enforce): void {
  const { pictures, find, crateOf, isPlayMoney, texts } = parts
  const host = new URL(parts.siteUrl).host

  async function cratesOf({ rounds }: BattleCard): Promise<string[]> {
    const images = [...new Set(rounds.map(({ image }) => image))]
    return (await Promise.all(images.map(crateOf))).flatMap((crate) => crate ?? [])
  }

  app.get<{ Params: { id: string; name: string } }>('/battles/:id/:name', async (request, reply) => {
    const named = readPictureName(request.params.name, texts.current.brand.languages)
    if (named === null) return reply.callNotFound()
    await limit(request, reply)
    const battle = await find(request.params.id)
    if (battle === undefined) return reply.callNotFound()
    const { language, shape } = named
    const brand = pictureBrand(texts)
    const { createdAt: _, expiresAt: __, startsAt: ___, ...shown } = battle
    const file = await pictures.picture({
      content: [shown, language, shape, brand],
      caller: networksOf(request.ip),
      order: async () => {
        const subject = battleSubject(battle, language, { crates: await cratesOf(battle), brand, host, isPlayMoney })
        return { kind: 'battle', subject, shape }
      },
    })
    return sendCached(request, reply, file)
  })
}
