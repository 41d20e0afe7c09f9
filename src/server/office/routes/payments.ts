// The other lists of the room Payments: kept money, disputes, debts; and the end of a freeze that a payment made.
import type { ActReply } from '../../../protocol/office/common.ts'
import { unfreezeBodySchema } from '../../../protocol/office/orders.ts'
import {
  cursorQuerySchema,
  type DebtsReply,
  type DisputesReply,
  disputesQuerySchema,
  type KeptReply,
} from '../../../protocol/office/payments.ts'
import { playerParamsSchema } from '../../../protocol/office/players.ts'
import { playerUnfreeze } from '../../services/office/payments/acts.ts'
import { listDebts, listDisputes, listKept } from '../../services/office/payments/waiting.ts'
import { type OfficeApi, type OfficeRouteParts, runAct } from './routes.ts'

const READ = { verb: 'orders.read' } as const

/** Adds the calls. */
export function paymentRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { queries } = services.db

  api.get(
    '/payments/kept',
    { config: READ, schema: { querystring: cursorQuerySchema } },
    (request): Promise<KeptReply> => listKept(queries, request.query),
  )

  api.get(
    '/payments/disputes',
    { config: READ, schema: { querystring: disputesQuerySchema } },
    (request): Promise<DisputesReply> => listDisputes(queries, request.query),
  )

  api.get(
    '/payments/debts',
    { config: READ, schema: { querystring: cursorQuerySchema } },
    (request): Promise<DebtsReply> => listDebts(queries, request.query),
  )

  api.post(
    '/players/:id/unfreeze',
    { config: { verb: 'players.unfreeze' }, schema: { params: playerParamsSchema, body: unfreezeBodySchema } },
    (request): Promise<ActReply> =>
      runAct(services, request, playerUnfreeze, { playerId: request.params.id, orderId: request.body.order }, ''),
  )
}
