import { spinBodySchema, spinReplySchema, wheelReplySchema } from '../../../protocol/wheel.ts'
import { idempotencyKeyIn } from '../../http/idempotency-key.ts'
import { requireSession } from '../../http/identity.ts'
import { giftRefusal } from '../../http/refusal-words.ts'
import type { Routes } from '../routes.ts'

/** The wheel, also for guests, and spins. */
export const wheelRoutes: Routes = (api, { services: { wheel, spinning, giftAccess } }) => {
  api.get('/wheel', { schema: { response: { 200: wheelReplySchema } } }, async (request) => ({
    success: true as const,
    giftRefusal: await giftRefusal(request, giftAccess),
    ...(await wheel.of(request.session?.player.id ?? null)),
  }))

  api.post(
    '/wheel/spin',
    { config: { part: 'wheel' }, schema: { body: spinBodySchema, response: { 200: spinReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      return spinning.spin(player, request.body, idempotencyKeyIn(request, player.id))
    },
  )
}
