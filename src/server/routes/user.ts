import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { successSchema } from '../../contract/common.ts'
import { type SellReply, sellBodySchema, sellReplySchema, userReplySchema } from '../../contract/user.ts'
import { formatMoney } from '../../i18n/format.ts'
import { textFor } from '../../i18n/text.ts'
import { clickIn } from '../http/click.ts'
import type { CookieJar } from '../http/cookies.ts'
import { languageOf, signedIn } from '../http/identity.ts'
import { noteSecurity } from '../http/security-log.ts'
import type { Services } from '../services/services.ts'
import type { Api } from './routes.ts'

type SellRequest = FastifyRequest<{ Body: z.infer<typeof sellBodySchema> }>

/** The ids of the most items that are sold at once, each with its quotes and a comma, and what stands around them. */
const SALE_BYTES = 400 * 1024

/** The player's own account: who he is, signing out, selling. */
export function userRoutes(api: Api, { players, sessions, selling }: Services, jar: CookieJar): void {
  api.get('/user/get', { schema: { response: { 200: userReplySchema } } }, async (request) => {
    const { player } = signedIn(request)
    const user = await players.currentUser(player.id)
    if (user === undefined) throw new Error(`Player ${player.id} has a session but is not there`)
    return { success: true as const, user }
  })

  api.post(
    '/user/logout',
    { schema: { body: z.unknown(), response: { 200: successSchema } } },
    async (request, reply) => {
      const session = signedIn(request)
      await sessions.end(session)
      noteSecurity(request, 'sign-out', { session: session.id })
      reply.clearCookie(jar.companion, { path: jar.hidden.path ?? '/' })
      return { success: true as const, message: textFor(languageOf(request), 'replies')('signedOut') }
    },
  )

  async function sell(request: SellRequest, items: readonly string[] | 'all'): Promise<SellReply> {
    const { player } = signedIn(request)
    const sold = await selling.sell(player.id, items, clickIn(request, player.id))
    const t = textFor(languageOf(request), 'replies')
    return { success: true, message: t('sold', { count: sold.sold, sum: formatMoney(sold.sum) }), ...sold }
  }

  const schema = { body: sellBodySchema, response: { 200: sellReplySchema } }
  api.post('/user/items/sell', { schema, bodyLimit: SALE_BYTES }, (request) =>
    sell(request, request.body.isAll ? 'all' : request.body.ids),
  )
  api.post('/user/items/sell/case', { schema }, (request) => sell(request, request.body.ids))
}
