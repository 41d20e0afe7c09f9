// Push messages to the player's devices: their state, turning them on and off, a test.
import { pushBodySchema, pushChangeReplySchema, pushReplySchema, subscribeBodySchema } from '../../protocol/push.ts'
import { languageOf, requireSession } from '../http/identity.ts'
import type { Enforce } from '../http/limits.ts'
import type { Services } from '../services/services.ts'
import type { Api } from './routes.ts'

const DONE = { success: true as const }

/** @param limit of a player's calls that change something here */
export function pushRoutes(api: Api, { pushSubscriptions }: Services, limit: Enforce): void {
  api.get('/push', { schema: { response: { 200: pushReplySchema } } }, async (request) => ({
    ...DONE,
    ...(await pushSubscriptions.of(requireSession(request))),
  }))

  api.post(
    '/push/subscribe',
    { preHandler: limit, schema: { body: subscribeBodySchema, response: { 200: pushChangeReplySchema } } },
    async (request) => {
      await pushSubscriptions.add(requireSession(request), languageOf(request), request.body)
      return DONE
    },
  )

  const schema = { body: pushBodySchema, response: { 200: pushChangeReplySchema } }
  api.post('/push/unsubscribe', { preHandler: limit, schema }, async (request) => {
    await pushSubscriptions.remove(requireSession(request))
    return DONE
  })

  api.post('/push/test', { preHandler: limit, schema }, async (request) => {
    await pushSubscriptions.test(requireSession(request))
    return DONE
  })
}
