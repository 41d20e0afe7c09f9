// The cancelling of an open order by its player: the provider closes the payment first, so that a cancelled order can hardly be
// paid. Money that arrives all the same is credited, or kept apart where it may not be.
import { and, eq } from 'drizzle-orm'
import type { Order } from '../../../protocol/payment.ts'
import { isId } from '../../base/ids.ts'
import { ProtocolError, RefusalError } from '../../base/refusal.ts'
import type { Database } from '../../db/database.ts'
import { type OrderRow, orders } from '../../db/schema-payments.ts'
import { type PaymentProvider, ProviderFailed } from '../../payments/provider.ts'
import { orderView } from './orders.ts'
import { isInQuestion } from './questions.ts'
import type { Settlement } from './settlement.ts'

export interface Cancelling {
  /**
   * Cancels an open order of a player; one that ended unpaid stays as it is.
   *
   * @throws RefusalError 'order-unknown' when it is not the player's, 'order-closed' when it is paid, wholly or in part,
   *   'cancel-failed' when the provider did not confirm it
   * @throws ProtocolError 409 while its payment is being opened
   */
  cancel(playerId: number, orderId: string): Promise<Order>
}

export interface CancellingParts {
  readonly db: Database
  readonly providers: readonly PaymentProvider[]
  readonly settlement: Settlement
  readonly log: { warn(fields: object, message: string): void }
}

/** Makes the cancelling over a database and the site's providers. */
export function createCancelling({ db, providers, settlement, log }: CancellingParts): Cancelling {
  async function ownOrder(playerId: number, orderId: string): Promise<OrderRow> {
    const isOwn = and(eq(orders.id, orderId), eq(orders.playerId, playerId))
    const [row] = isId(orderId) ? await db.queries.select().from(orders).where(isOwn) : []
    if (row === undefined) throw new RefusalError('order-unknown')
    if (row.paidAt !== null || row.state === 'refunded' || (row.state === 'created' && isInQuestion(row))) {
      throw new RefusalError('order-closed')
    }
    return row
  }

  async function closePayment(provider: PaymentProvider, playerId: number, orderId: string): Promise<void> {
    try {
      // It may have been paid a moment ago.
      await settlement.refresh(provider, orderId)
      const { state, reference } = await ownOrder(playerId, orderId)
      if (state === 'created' && reference !== null) await provider.cancel(reference)
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error
      log.warn({ order: orderId, provider: provider.name, reason: error.message }, 'a payment could not be cancelled')
      throw new RefusalError('cancel-failed')
    }
  }

  return {
    cancel: async (playerId, orderId) => {
      const row = await ownOrder(playerId, orderId)
      if (row.state !== 'created') return orderView(row)
      // Without an id of the payment there is nothing to close yet; polling ends an order whose payment was never opened.
      if (row.reference === null) throw new ProtocolError(409, 'still-running')
      const provider = providers.find(({ name }) => name === row.provider)
      if (provider !== undefined) await closePayment(provider, playerId, orderId)
      await settlement.cancel(orderId)
      return orderView(await ownOrder(playerId, orderId))
    },
  }
}
