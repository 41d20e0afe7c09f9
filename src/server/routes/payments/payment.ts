import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { methodSwitch } from '../../../game/office/switches.ts'
import type { Currency } from '../../../game/payments/deposit.ts'
import { formatMoney } from '../../../i18n/format.ts'
import { textFor } from '../../../i18n/text.ts'
import {
  approveBodySchema,
  approveReplySchema,
  type CreateBody,
  type CreateReply,
  cancelBodySchema,
  cancelReplySchema,
  createBodySchema,
  createQuerySchema,
  createReplySchema,
  ordersQuerySchema,
  ordersReplySchema,
  paymentQuerySchema,
  paymentReplySchema,
} from '../../../protocol/payment.ts'
import { ProtocolError } from '../../base/refusal.ts'
import { idempotencyKeyIn } from '../../http/idempotency-key.ts'
import { languageOf, requireSession } from '../../http/identity.ts'
import { centsOfDollars } from '../../services/payments/orders.ts'
import type { Routes } from '../routes.ts'

const params = z.object({ provider: z.string().max(40) })
const orderParams = z.object({ id: z.string().max(40) })

/** Deposits. The webhooks of providers are in payment-webhook.ts. */
export const paymentRoutes: Routes = (api, { services: { orders, cancelling, promo }, polling, gate }) => {
  async function create(
    request: FastifyRequest,
    provider: string,
    { method_name: method, sum, promocode, user_id: userId }: CreateBody,
    currency: Currency,
  ): Promise<CreateReply> {
    const { player } = requireSession(request)
    if (userId !== player.id) throw new ProtocolError(403, 'another-player', 'user_id is not the signed-in player')
    await gate(request, 'deposits', methodSwitch(provider, method))
    const amount = centsOfDollars(sum)
    if (amount === undefined) throw new ProtocolError(400, 'invalid', 'body/sum: has more than two decimals')
    const language = languageOf(request)
    const deposit = { provider, method, amount, currency, promocode, language }
    const order = await orders.create(player.id, deposit, idempotencyKeyIn(request, player.id))
    return { success: true, message: textFor(language, 'replies')('orderCreated'), url: order.url, order }
  }

  api.get(
    '/payment/get',
    { schema: { querystring: paymentQuerySchema, response: { 200: paymentReplySchema } } },
    async (request) => {
      const { player } = requireSession(request)
      return { success: true as const, message: '', ...(await orders.methods(request.query.currency, player.id)) }
    },
  )

  api.post(
    '/payment/promocode/approve',
    { schema: { body: approveBodySchema, response: { 200: approveReplySchema } } },
    async (request) => {
      const { isKept, ...approved } = await promo.approve(requireSession(request).player.id, request.body.promocode)
      const { percent, sum, opens } = approved
      const language = languageOf(request)
      const t = textFor(language, 'replies')
      if (opens?.kind === 'case') {
        return { success: true as const, message: t('promoCase', { name: opens.case.name[language] }), ...approved }
      }
      const message =
        sum > 0 ? t('promoSum', { sum: formatMoney(sum) }) : t(isKept ? 'promoKept' : 'promoApplied', { percent })
      return { success: true as const, message, ...approved }
    },
  )

  const reply = { response: { 200: createReplySchema } }
  api.post(
    '/payment/create/:provider',
    { schema: { params, querystring: createQuerySchema, body: createBodySchema, ...reply } },
    (request) => create(request, request.params.provider, request.body, request.query.currency),
  )

  // Without a body it opens no payment: the player opened the coins, where they may have paid a moment ago, so open orders are
  // polled at once.
  api.post(
    '/payment/create/cryptocloud',
    { schema: { querystring: createQuerySchema, body: createBodySchema.nullish() } },
    async (request) => {
      const { body, query } = request
      if (body !== null && body !== undefined) return create(request, 'cryptocloud', body, query.currency)
      await polling.pollPlayer(requireSession(request).player.id)
      return { success: true as const, message: '' }
    },
  )

  api.get(
    '/payment/orders',
    { schema: { querystring: ordersQuerySchema, response: { 200: ordersReplySchema } } },
    async (request) => {
      const page = await orders.list(requireSession(request).player.id, request.query.cursor)
      return { success: true as const, ...page }
    },
  )

  api.post(
    '/payment/orders/:id/cancel',
    { schema: { params: orderParams, body: cancelBodySchema, response: { 200: cancelReplySchema } } },
    async (request) => {
      const order = await cancelling.cancel(requireSession(request).player.id, request.params.id)
      return { success: true as const, message: textFor(languageOf(request), 'replies')('orderCancelled'), order }
    },
  )
}
