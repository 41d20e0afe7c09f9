// Refunds of deposits by the operator.
import type { Database } from '../../db/database.ts'
import type { OrderRow } from '../../db/schema-payments.ts'
import type { PaymentProvider } from '../../payments/provider.ts'
import { storeNotification } from '../kernel/notifications.ts'
import { lockBalance } from '../kernel/pay.ts'
import { lockForRefund } from '../referral/commission.ts'
import { lockOrders } from './orders.ts'
import { reverseDeposit } from './settlement.ts'

/** The order cannot be refunded; the message says why and what to do. */
export class RefundRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RefundRefused'
  }
}

export interface RefundParts {
  readonly db: Database
  readonly providers: readonly PaymentProvider[]
  readonly now: () => number
}

function assertPaid(row: OrderRow | undefined, orderId: string): OrderRow {
  if (row === undefined) throw new RefundRefused(`There is no order ${orderId}. Look it up: npm run ops -- orders list`)
  if (row.state === 'refunded') throw new RefundRefused(`Order ${orderId} was refunded already.`)
  if (row.state !== 'paid') {
    throw new RefundRefused(`Order ${orderId} is ${row.state}: only a paid one can be refunded.`)
  }
  return row
}

/**
 * Refunds an order: the provider sends the payment back, and what it credited leaves the player's balance.
 *
 * @param byHand true when the operator has paid it back outside, because the provider cannot
 * @throws RefundRefused when it is not paid, or the player has spent what it credited
 * @throws ProviderFailed when the provider did not accept the refund; then nothing has changed here
 */
export async function refundOrder(
  { db, providers, now }: RefundParts,
  orderId: string,
  { byHand }: { byHand: boolean },
): Promise<OrderRow> {
  return db.transaction(async (tx) => {
    const [found] = await lockOrders(tx, [orderId])
    const row = assertPaid(found, orderId)
    await lockForRefund(tx, row)
    const missing = row.amount + row.bonus - (await lockBalance(tx, row.playerId))
    if (missing > 0) {
      throw new RefundRefused(
        `The player's balance is ${(missing / 100).toFixed(2)} dollars less than order ${orderId} credited: it was spent.`,
      )
    }
    if (!byHand) {
      const provider = providers.find(({ name }) => name === row.provider)
      if (provider === undefined) {
        throw new RefundRefused(
          `${row.provider} is not set up here: set its keys, or refund it yourself and add --by-hand.`,
        )
      }
      if (row.reference === null) {
        throw new RefundRefused(
          `Order ${orderId} has no payment id of ${row.provider}: refund it yourself and add --by-hand.`,
        )
      }
      // Inside the transaction, so that the money cannot be spent meanwhile; providers treat a repeated refund of an order as
      // one.
      await provider.refund({ reference: row.reference, orderId: row.id, charge: row.charge })
    }
    const settled = await reverseDeposit(tx, row, new Date(now()))
    for (const notification of settled.notifications) await storeNotification(tx, row.playerId, notification)
    return settled.row
  })
}
