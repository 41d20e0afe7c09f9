import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  approveBodySchema,
  approveReplySchema,
  type CreateBody,
  type CreateReply,
  createBodySchema,
  createQuerySchema,
  createReplySchema,
  ordersQuerySchema,
  ordersReplySchema,
  paymentQuerySchema,
  paymentReplySchema,
} from '../../contract/payment.ts'
import type { Currency } from '../../game/deposit.ts'
import { textFor } from '../../i18n/text.ts'
import { clickIn } from '../http/click.ts'
import { languageOf, signedIn } from '../http/identity.ts'
import { ProtocolError } from '../refusal.ts'
import { centsOfDollars } from '../services/orders.ts'
import type { Routes } from './routes.ts'

const params = z.object({ provider: z.string().max(40) })

/** Topping up. What providers tell comes in elsewhere (routes/payment-webhook.ts). */
export const paymentRoutes: Routes = (api, { orders, promo, polling }) => {
  async function create(
    request: FastifyRequest,
    provider: string,
    { method_name: method, sum, promocode, user_id: userId }: CreateBody,
    currency: Currency,
  ): Promise<CreateReply> {
    const { player } = signedIn(request)
    if (userId !== player.id) throw new ProtocolError(403, 'another-player', 'user_id is not the signed-in player')
    const amount = centsOfDollars(sum)
    if (amount === undefined) throw new ProtocolError(400, 'invalid', 'body/sum: has more than two decimals')
    const language = languageOf(request)
    const wish = { provider, method, amount, currency, promocode, language }
    const order = await orders.create(player.id, wish, clickIn(request, player.id))
    return { success: true, message: textFor(language, 'replies')('orderCreated'), url: order.url, order }
  }

  api.get(
    '/payment/get',
    { schema: { querystring: paymentQuerySchema, response: { 200: paymentReplySchema } } },
    async (request) => {
      const { player } = signedIn(request)
      return { success: true as const, message: '', ...(await orders.methods(request.query.currency, player.id)) }
    },
  )

  api.post(
    '/payment/promocode/approve',
    { schema: { body: approveBodySchema, response: { 200: approveReplySchema } } },
    async (request) => {
      const { percent } = await promo.approve(signedIn(request).player.id, request.body.promocode)
      const message = textFor(languageOf(request), 'replies')('promoApplied', { percent })
      return { success: true as const, message, percent }
    },
  )

  const reply = { response: { 200: createReplySchema } }
  api.post(
    '/payment/create/:provider',
    { schema: { params, querystring: createQuerySchema, body: createBodySchema, ...reply } },
    (request) => create(request, request.params.provider, request.body, request.query.currency),
  )

  // Without a body it opens nothing: whoever turns to crypto may have paid there a moment ago, so that is looked after at once.
  api.post(
    '/payment/create/cryptocloud',
    { schema: { querystring: createQuerySchema, body: createBodySchema.nullish() } },
    async (request) => {
      const { body, query } = request
      if (body !== null && body !== undefined) return create(request, 'cryptocloud', body, query.currency)
      await polling.hurry(signedIn(request).player.id)
      return { success: true as const, message: '' }
    },
  )

  api.get(
    '/payment/orders',
    { schema: { querystring: ordersQuerySchema, response: { 200: ordersReplySchema } } },
    async (request) => {
      const page = await orders.list(signedIn(request).player.id, request.query.cursor)
      return { success: true as const, ...page }
    },
  )
}
