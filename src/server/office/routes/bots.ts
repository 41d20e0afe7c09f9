// The room Bots and stock.
import {
  type BotsReply,
  type LookReply,
  lookBodySchema,
  type StockItemReply,
  type StockReply,
  stockItemParamsSchema,
  stockQuerySchema,
} from '../../../protocol/office/bots.ts'
import { recordAct } from '../../audit/record-act.ts'
import { ProtocolError } from '../../base/refusal.ts'
import { readBots, readStockItem, readStockList } from '../../services/office/bots-room.ts'
import { TradeFailed } from '../../trade/provider.ts'
import { actorOf } from '../guards.ts'
import type { OfficeApi, OfficeRouteParts } from './routes.ts'

/** The least time between two looks at the account that are asked for. */
const LOOK_PAUSE_MS = 30_000

/** Adds the calls. */
export function botRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, now } = services
  const { trade } = services.withdrawals
  const read = { verb: 'bots.read' } as const
  let lookedAt = Number.NEGATIVE_INFINITY

  api.get('/bots', { config: read }, (): Promise<BotsReply> => readBots(db, trade, now()))

  api.get(
    '/bots/stock',
    { config: read, schema: { querystring: stockQuerySchema } },
    ({ query }): Promise<StockReply> => readStockList(db, query, now()),
  )

  api.get(
    '/bots/stock/:id',
    { config: read, schema: { params: stockItemParamsSchema } },
    ({ params }): Promise<StockItemReply> => readStockItem(db, params.id, now()),
  )

  api.post(
    '/bots/look',
    { config: { verb: 'bots.look' }, schema: { body: lookBodySchema } },
    async (request): Promise<LookReply> => {
      if (trade === undefined) return { looked: false }
      // A look goes through the queue of offers, and may sign in anew: Steam shuts out who does that often.
      if (now() - lookedAt < LOOK_PAUSE_MS)
        throw new ProtocolError(429, 'too-many', 'The account was looked at just now')
      lookedAt = now()
      const act = { by: actorOf(request), verb: 'bots.look', kind: 'bots', subject: trade.name } as const
      await db.transaction((tx) => recordAct(tx, act))
      try {
        await trade.look()
      } catch (error) {
        if (error instanceof TradeFailed) throw new ProtocolError(503, 'bot-away', error.message)
        throw error
      }
      await services.system.sign()
      return { looked: true }
    },
  )
}
