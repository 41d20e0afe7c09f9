// Push messages to the player's devices: their state, turning them on and off, a test.
import { pushBodySchema, pushChangeReplySchema, pushReplySchema, subscribeBodySchema } from '../../protocol/push.ts'
import { languageOf, requireSession } from '../http/identity.ts'
import { playerLimit } from '../http/limits.ts'
import type { Routes } from './routes.ts'

const DONE = { success: true as const }

/** Turning push messages on or off, and tests, by player. */
const PUSH_CALLS_PER_MINUTE = 30

/** Push messages of a player's devices. */
export const pushRoutes: Routes = (api, { services: { pushSubscriptions } }) => {
  const limit = playerLimit(api, 'push', PUSH_CALLS_PER_MINUTE)
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
