import { z } from 'zod'
import { caseReplySchema, casesReplySchema, openBodySchema, openReplySchema } from '../../contract/case.ts'
import { clickIn } from '../http/click.ts'
import { signedIn } from '../http/identity.ts'
import { RefusalError } from '../refusal.ts'
import type { Routes } from './routes.ts'

const params = z.object({ url: z.string().max(100) })

export const caseRoutes: Routes = (api, { shop, opening }) => {
  api.get('/cases', { schema: { response: { 200: casesReplySchema } } }, async () => ({
    categories: [...shop.categories()],
  }))

  api.get('/case/:url', { schema: { params, response: { 200: caseReplySchema } } }, async (request) => {
    const found = shop.caseAt(request.params.url)
    if (found === undefined) throw new RefusalError('case-unknown')
    return { success: true as const, case: found }
  })

  api.post(
    '/case/:url/open',
    { schema: { params, body: openBodySchema, response: { 200: openReplySchema } } },
    async (request) => {
      const { count, demo, price } = request.body
      const { url } = request.params
      if (demo) return opening.demo(url, count)
      const { player } = signedIn(request)
      return opening.open(player, { url, count, price, click: clickIn(request, player.id) })
    },
  )
}
