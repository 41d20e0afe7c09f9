// Orders: the list, one with all that belongs to it, its refund, its kept money, its answers and its evidence.
import { type ActReply, idParamsSchema } from '../../../protocol/office/common.ts'
import {
  answerBodySchema,
  type CreditPreview,
  creditBodySchema,
  type OrderReply,
  type OrdersReply,
  ordersQuerySchema,
  type RefundPreview,
  type ReturnPreview,
  refundBodySchema,
  refundQuerySchema,
  returnBodySchema,
} from '../../../protocol/office/orders.ts'
import { ProtocolError } from '../../base/refusal.ts'
import { orderRefund, refundPreview } from '../../services/office/order-acts.ts'
import {
  creditPreview,
  orderAnswer,
  orderCredit,
  orderEvidence,
  orderReturn,
  returnPreview,
} from '../../services/office/payments/acts.ts'
import { orderPage } from '../../services/office/payments/order-page.ts'
import { listOrders } from '../../services/office/payments/orders.ts'
import { makeEvidence } from '../../services/payments/evidence.ts'
import { type OfficeApi, type OfficeRouteParts, runAct } from './routes.ts'

const params = idParamsSchema
const READ = { verb: 'orders.read' } as const

/** Adds the calls that read. */
function reading(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, now, refunds } = services

  api.get(
    '/orders',
    { config: READ, schema: { querystring: ordersQuerySchema } },
    (request): Promise<OrdersReply> => listOrders(db.queries, request.query),
  )

  api.get(
    '/orders/:id',
    { config: READ, schema: { params } },
    (request): Promise<OrderReply> => orderPage(db.queries, request.params.id),
  )

  api.get(
    '/orders/:id/refund',
    { config: READ, schema: { params, querystring: refundQuerySchema } },
    (request): Promise<RefundPreview> =>
      refundPreview(db, refunds, { orderId: request.params.id, byHand: request.query.byHand }),
  )

  api.get(
    '/orders/:id/return',
    { config: READ, schema: { params, querystring: refundQuerySchema } },
    (request): Promise<ReturnPreview> =>
      returnPreview(db, refunds, { orderId: request.params.id, byHand: request.query.byHand }),
  )

  api.get(
    '/orders/:id/credit',
    { config: READ, schema: { params } },
    (request): Promise<CreditPreview> => creditPreview(db, now, request.params.id),
  )
}

/** Adds the acts. */
function acting(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, now, refunds, siteName } = services
  const refund = orderRefund(refunds)
  const sendBack = orderReturn(refunds)
  const credit = orderCredit(refunds)

  api.post(
    '/orders/:id/refund',
    { config: { verb: 'orders.refund' }, schema: { params, body: refundBodySchema } },
    (request): Promise<ActReply> => {
      const { byHand, reason } = request.body
      return runAct(services, request, refund, { orderId: request.params.id, byHand }, reason)
    },
  )

  api.post(
    '/orders/:id/return',
    { config: { verb: 'orders.return' }, schema: { params, body: returnBodySchema } },
    (request): Promise<ActReply> => {
      const { byHand, reason } = request.body
      return runAct(services, request, sendBack, { orderId: request.params.id, byHand }, reason)
    },
  )

  api.post(
    '/orders/:id/credit',
    { config: { verb: 'orders.credit' }, schema: { params, body: creditBodySchema } },
    (request): Promise<ActReply> =>
      runAct(services, request, credit, { orderId: request.params.id }, request.body.reason),
  )

  api.post(
    '/orders/:id/answer',
    { config: { verb: 'orders.answer' }, schema: { params, body: answerBodySchema } },
    (request): Promise<ActReply> => {
      const { dispute, reason } = request.body
      return runAct(services, request, orderAnswer, { orderId: request.params.id, dispute }, reason)
    },
  )

  // The audit names the digest of the very file that is handed out.
  api.post(
    '/orders/:id/evidence',
    { config: { verb: 'orders.evidence' }, schema: { params } },
    async (request, reply) => {
      const orderId = request.params.id
      const file = await makeEvidence(db, orderId, { name: siteName(), nowMs: now() })
      if (file === undefined) throw new ProtocolError(404, 'unknown', 'There is no such order')
      await runAct(services, request, orderEvidence, { orderId, digest: file.digest }, '')
      return reply
        .type('text/html; charset=utf-8')
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .send(file.html)
    },
  )
}

/** Adds the calls. */
export function orderRoutes(api: OfficeApi, parts: OfficeRouteParts): void {
  reading(api, parts)
  acting(api, parts)
}
