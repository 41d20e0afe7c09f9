// CryptoCloud's invoices in its API (version 2), and the payment state of each status.
import { z } from 'zod'
import type { PaymentState } from '../provider.ts'

/** The same invoice is INV-XXXXXXXX in responses and XXXXXXXX in postbacks. */
const INVOICE_ID = /^(?:INV-)?([A-Z0-9]{4,32})$/

/** Returns an invoice's id with its prefix; undefined for any other text. */
export function invoiceReference(id: string): string | undefined {
  const [, bare] = INVOICE_ID.exec(id) ?? []
  return bare === undefined ? undefined : `INV-${bare}`
}

const uuidSchema = z.string().transform((id, context) => {
  const reference = invoiceReference(id)
  if (reference !== undefined) return reference
  context.addIssue({ code: 'custom', message: 'no invoice id' })
  return z.NEVER
})

export const createdSchema = z.object({
  status: z.literal('success'),
  result: z.object({ uuid: uuidSchema, link: z.url({ protocol: /^https?$/ }).max(2000) }),
})

export const cancelledSchema = z.object({ status: z.literal('success') })

const invoiceSchema = z.object({
  uuid: uuidSchema,
  status: z.string(),
  test_mode: z.boolean().optional(),
})

type Invoice = z.infer<typeof invoiceSchema>

export const infoSchema = z.object({ status: z.literal('success'), result: z.array(invoiceSchema).max(100) })

/** Returns the payment state of an invoice's status; a status that CryptoCloud does not document is unclear. */
export function stateOfInvoice({ status, test_mode: isTest = false }: Invoice): PaymentState {
  switch (status) {
    case 'created':
      return { kind: 'open' }
    case 'partial':
      return { kind: 'partial' }
    case 'paid':
    case 'overpaid': {
      // Amounts are in coins and in dollars, with or without fees: only the status tells that the whole amount was paid, or more.
      if (isTest) return { kind: 'failed', reason: 'paid in test mode' }
      return { kind: 'paid', paid: undefined, ...(status === 'overpaid' && { isOverpaid: true }) }
    }
    case 'canceled':
      return { kind: 'expired' }
    default:
      return { kind: 'unclear', concerns: 'payment', what: `CryptoCloud says ${JSON.stringify(status.slice(0, 40))}` }
  }
}
