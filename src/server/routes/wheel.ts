import { spinBodySchema, spinReplySchema, wheelReplySchema } from '../../contract/wheel.ts'
import { clickIn } from '../http/click.ts'
import { signedIn } from '../http/identity.ts'
import type { Routes } from './routes.ts'

/** The wheel, for guests too, and its spins. */
export const wheelRoutes: Routes = (api, { wheel, spinning }) => {
  api.get('/wheel', { schema: { response: { 200: wheelReplySchema } } }, async ({ session }) => ({
    success: true as const,
    ...(await wheel.of(session?.player.id ?? null)),
  }))

  api.post('/wheel/spin', { schema: { body: spinBodySchema, response: { 200: spinReplySchema } } }, async (request) => {
    const { player } = signedIn(request)
    return spinning.spin(player, request.body, clickIn(request, player.id))
  })
}
