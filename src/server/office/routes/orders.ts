// Orders: the refund of one.
import { type ActReply, idParamsSchema } from '../../../protocol/office/common.ts'
import { type RefundPreview, refundBodySchema, refundQuerySchema } from '../../../protocol/office/orders.ts'
import { orderRefund, refundPreview } from '../../services/office/order-acts.ts'
import { type OfficeApi, type OfficeRouteParts, runAct } from './routes.ts'

const params = idParamsSchema

/** Adds the calls. */
export function orderRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, refunds } = services
  const refund = orderRefund(refunds)

  api.get(
    '/orders/:id/refund',
    { config: { verb: 'orders.read' }, schema: { params, querystring: refundQuerySchema } },
    (request): Promise<RefundPreview> =>
      refundPreview(db, refunds, { orderId: request.params.id, byHand: request.query.byHand }),
  )

  api.post(
    '/orders/:id/refund',
    { config: { verb: 'orders.refund' }, schema: { params, body: refundBodySchema } },
    (request): Promise<ActReply> => {
      const { byHand, reason } = request.body
      return runAct(services, request, refund, { orderId: request.params.id, byHand }, reason)
    },
  )
}
