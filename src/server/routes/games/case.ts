import { z } from 'zod'
import {
  caseDropsReplySchema,
  caseReplySchema,
  casesReplySchema,
  favouriteBodySchema,
  favouriteReplySchema,
  openBodySchema,
  openReplySchema,
  ownCasesReplySchema,
} from '../../../protocol/case.ts'
import { RefusalError } from '../../base/refusal.ts'
import { idempotencyKeyIn } from '../../http/idempotency-key.ts'
import { requireSession } from '../../http/identity.ts'
import type { Routes } from '../routes.ts'

const params = z.object({ url: z.string().max(100) })

export const caseRoutes: Routes = (api, { services: { shop, opening, ownCases, caseDrops }, previewCatalogue }) => {
  api.get('/cases', { schema: { response: { 200: casesReplySchema } } }, async () => ({
    categories: [...shop.categories()],
  }))

  api.get('/case/:url', { schema: { params, response: { 200: caseReplySchema } } }, async (request) => {
    const found = shop.caseAt(request.params.url)
    if (found === undefined) throw new RefusalError('case-unknown')
    return { success: true as const, case: found }
  })

  api.get('/case/:url/drops', { schema: { params, response: { 200: caseDropsReplySchema } } }, async (request) => {
    const { url } = request.params
    const playerId = request.session?.player.id ?? null
    const [drops, own] = await Promise.all([
      caseDrops.last(url),
      playerId === null ? null : caseDrops.own(playerId, url),
    ])
    return { success: true as const, drops: [...drops], own: own === null ? null : [...own] }
  })

  api.get('/user/cases', { schema: { response: { 200: ownCasesReplySchema } } }, async (request) => {
    const { favourites, opened } = await ownCases.of(requireSession(request).player.id)
    return { success: true as const, favourites: [...favourites], opened: [...opened] }
  })

  api.post(
    '/case/:url/favourite',
    { schema: { params, body: favouriteBodySchema, response: { 200: favouriteReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      const { favourite } = request.body
      await ownCases.setFavourite(player.id, request.params.url, favourite)
      return { success: true as const, favourite }
    },
  )

  api.post(
    '/case/:url/open',
    { config: { part: 'case' }, schema: { params, body: openBodySchema, response: { 200: openReplySchema } } },
    async (request) => {
      const { count, demo, price } = request.body
      const { url } = request.params
      if (demo) return opening.demo(url, count, await previewCatalogue(request))
      const { player } = requireSession(request)
      return opening.open(player, { url, count, price, idempotencyKey: idempotencyKeyIn(request, player.id) })
    },
  )
}
