// monobank's invoices, the same record in webhook events and in responses, and the payment state of each status.
import { z } from 'zod'
import type { Currency } from '../../../game/payments/deposit.ts'
import type { PaymentState } from '../provider.ts'

const minorUnits = z.int().min(0)

export const invoiceSchema = z.object({
  invoiceId: z.string().min(1).max(64),
  status: z.enum(['created', 'processing', 'hold', 'success', 'failure', 'reversed', 'expired']),
  failureReason: z.string().optional(),
  errCode: z.string().optional(),
  amount: minorUnits,
  /** ISO 4217. */
  ccy: z.int(),
  /** The charged amount, less refunds. */
  finalAmount: minorUnits.optional(),
  modifiedDate: z.iso.datetime({ offset: true }).optional(),
  reference: z.string().max(64).optional(),
  cancelList: z.array(z.object({ status: z.string(), amount: minorUnits.optional() })).optional(),
})

export type Invoice = z.infer<typeof invoiceSchema>

const CURRENCY_OF_CODE: ReadonlyMap<number, Currency> = new Map([
  [980, 'UAH'],
  [840, 'USD'],
])

/** Tells whether something was refunded, and neither the cancellation nor the final amount says how much. */
const hasUnknownRefund = ({ cancelList = [], finalAmount }: Invoice): boolean =>
  finalAmount === undefined && cancelList.some(({ status, amount }) => status === 'success' && amount === undefined)

/** Returns what was refunded by the cancellations of an invoice. */
function cancelledAmount({ cancelList = [] }: Invoice): number {
  const done = cancelList.filter(({ status }) => status === 'success')
  return done.reduce((sum, back) => sum + (back.amount ?? 0), 0)
}

/**
 * Returns the state of a paid invoice. What the player paid originally is not reduced by a later partial refund; an amount that is
 * less without a cancellation counts as a refund only where the order was paid before.
 */
function stateOfPaid(invoice: Invoice, currency: Currency): PaymentState {
  const { amount, finalAmount = amount, cancelList = [] } = invoice
  const cancelled = cancelledAmount(invoice)
  const refunded = Math.max(cancelled, amount - finalAmount)
  // Without the final amount, or while it is as before the cancellation, a refund is not a second payment.
  const minor = Math.max(finalAmount, Math.min(amount, finalAmount + cancelled))
  const hasFailedRefund = cancelList.some(({ status }) => status === 'failure')
  return {
    kind: 'paid',
    paid: { currency, minor },
    ...(refunded > 0 && { refunded }),
    ...(hasFailedRefund && { hasFailedRefund }),
  }
}

/** Returns the payment state of an invoice; unclear when it was paid in a currency that is never requested. */
export function stateOfInvoice(invoice: Invoice): PaymentState {
  switch (invoice.status) {
    case 'created':
    case 'processing':
    case 'hold':
      return { kind: 'open' }
    case 'success': {
      const currency = CURRENCY_OF_CODE.get(invoice.ccy)
      if (hasUnknownRefund(invoice)) return { kind: 'unclear', concerns: 'refund', what: 'a refund without its amount' }
      if (currency !== undefined) return stateOfPaid(invoice, currency)
      const { finalAmount = invoice.amount, ccy } = invoice
      return {
        kind: 'unclear',
        concerns: 'payment',
        what: `a payment in another currency: ${(finalAmount / 100).toFixed(2)} of ${ccy}`,
      }
    }
    case 'failure': {
      const reason = [invoice.errCode, invoice.failureReason].filter((part) => part !== undefined).join(' ')
      return { kind: 'failed', reason: reason === '' ? 'declined' : reason.slice(0, 200) }
    }
    case 'reversed':
      return { kind: 'refunded' }
    case 'expired':
      return { kind: 'expired' }
  }
}
