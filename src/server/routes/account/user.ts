import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Cents, cents } from '../../../game/base/money.ts'
import { formatMoney } from '../../../i18n/format.ts'
import { textFor } from '../../../i18n/text.ts'
import { successSchema } from '../../../protocol/common.ts'
import {
  type SellReply,
  sellBodySchema,
  sellReplySchema,
  termsBodySchema,
  termsReplySchema,
  userReplySchema,
} from '../../../protocol/user.ts'
import { RefusalError } from '../../base/refusal.ts'
import { idempotencyKeyIn } from '../../http/idempotency-key.ts'
import { languageOf, requireSession } from '../../http/identity.ts'
import { logSecurity } from '../../http/security-log.ts'
import type { SaleOf } from '../../services/inventory/selling.ts'
import type { Routes } from '../routes.ts'

type SellRequest = FastifyRequest<{ Body: z.infer<typeof sellBodySchema> }>

/** The size of the largest sale: each id with its quotes and a comma, and the other fields. */
const SALE_BYTES = 400 * 1024

/** Returns what items sell for now where that is less than the player saw; throws any other error again. */
function changedSum(error: unknown): Cents {
  if (error instanceof RefusalError && error.code === 'sum-changed') return cents(error.amounts.price ?? 0)
  throw error
}

/** The player's own user record, sign-out, and selling. */
export const userRoutes: Routes = (
  api,
  { services: { players, sessions, selling }, csrf: { jar }, termsVersion, now },
) => {
  api.get('/user/get', { schema: { response: { 200: userReplySchema } } }, async (request) => {
    const { player } = requireSession(request)
    const user = await players.currentUser(player.id, termsVersion())
    if (user === undefined) throw new Error(`Player ${player.id} has a session but does not exist`)
    return { success: true as const, user }
  })

  api.post(
    '/user/terms',
    { schema: { body: termsBodySchema, response: { 200: termsReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      const { version } = request.body
      // Changed once more while they read: nobody agrees to what they have not seen.
      if (version !== termsVersion()) throw new RefusalError('terms-changed')
      await players.agree(player.id, { termsVersion: version, address: request.ip, at: new Date(now()) })
      return { success: true as const, message: textFor(languageOf(request), 'replies')('agreed') }
    },
  )

  api.post(
    '/user/logout',
    { schema: { body: z.unknown(), response: { 200: successSchema } } },
    async (request, reply) => {
      const session = requireSession(request)
      await sessions.end(session)
      logSecurity(request, 'sign-out', { session: session.id })
      reply.clearCookie(jar.companion, { path: jar.hidden.path ?? '/' })
      return { success: true as const, message: textFor(languageOf(request), 'replies')('signedOut') }
    },
  )

  async function sell(request: SellRequest, items: SaleOf): Promise<SellReply> {
    const { player } = requireSession(request)
    const t = textFor(languageOf(request), 'replies')
    const { sum: seen } = request.body
    const seenCents = seen === undefined ? undefined : cents(seen)
    const sold = await selling.sell(player.id, items, idempotencyKeyIn(request, player.id), seenCents).catch(changedSum)
    if (typeof sold === 'number') {
      const message = t('refusal.sum-changed', { price: formatMoney(sold) })
      return { success: false, code: 'sum-changed', message, sum: sold }
    }
    const held = sold.held ?? 0
    const words = [t('sold', { count: sold.sold, sum: formatMoney(sold.sum) })]
    if (held > 0) words.push(t('soldHeld', { count: held }))
    return { success: true, message: words.join('. '), ...sold }
  }

  const schema = { body: sellBodySchema, response: { 200: sellReplySchema } }
  api.post('/user/items/sell', { schema, bodyLimit: SALE_BYTES }, (request) =>
    sell(request, request.body.isAll ? { kind: 'all' } : { kind: 'named', ids: request.body.ids }),
  )
  api.post('/user/items/sell/case', { schema }, (request) =>
    sell(request, { kind: request.body.isAll ? 'opened' : 'named', ids: request.body.ids }),
  )
}
