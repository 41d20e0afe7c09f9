import type { OrderState } from '../../protocol/payment.ts'

/** The icon of each state, in lists of orders and on the page after a payment. */
export const ORDER_ICONS: Readonly<Record<OrderState, string>> = {
  created: 'clock',
  paid: 'check',
  expired: 'close',
  failed: 'alert',
  cancelled: 'close',
  refunded: 'refresh',
  partly_refunded: 'refresh',
  disputed: 'alert',
  won: 'check',
  lost: 'refresh',
  kept: 'refresh',
}
