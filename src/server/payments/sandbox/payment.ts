// A payment of the sandbox: its details are in a signed token, so that a restart of the server loses no payment. Only its state is
// in memory.
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { CURRENCIES } from '../../../game/payments/deposit.ts'
import { DISPUTE_STATES } from '../../../game/payments/reversal.ts'
import { isTimingSafeEqual } from '../../base/timing-safe-equal.ts'
import type { PaymentState } from '../provider.ts'

const webAddress = z.url({ protocol: /^https?$/ }).max(2000)
const minorUnits = z.int().positive()

/** What the provider sends to the stand-in to open a payment. */
export const detailsSchema = z.strictObject({
  order_id: z.string().min(1).max(64),
  method: z.string().min(1).max(40),
  currency: z.enum(CURRENCIES),
  /** Minor units of the currency. */
  charge: minorUnits,
  return_url: webAddress,
  notice_url: webAddress,
  /** Milliseconds since 1970. */
  expires_at: z.int(),
})

export type PaymentDetails = z.infer<typeof detailsSchema>

const amountSchema = z.strictObject({ currency: z.enum(CURRENCIES), minor: minorUnits })

export const stateSchema: z.ZodType<PaymentState> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open') }),
  z.strictObject({
    kind: z.literal('paid'),
    paid: amountSchema,
    refunded: z.int().min(0).exactOptional(),
  }),
  z.strictObject({ kind: z.literal('partial') }),
  z.strictObject({ kind: z.literal('expired') }),
  z.strictObject({ kind: z.literal('failed'), reason: z.string() }),
  z.strictObject({ kind: z.literal('refunded') }),
  z.strictObject({ kind: z.literal('partly-refunded'), refunded: amountSchema }),
  z.strictObject({
    kind: z.literal('dispute'),
    dispute: z.strictObject({
      id: z.string().min(1).max(64),
      state: z.enum([...DISPUTE_STATES, 'appealed']),
      reason: z.string(),
      currency: z.string(),
      minor: minorUnits,
      atMs: z.int(),
      dueMs: z.int().exactOptional(),
    }),
  }),
  z.strictObject({ kind: z.literal('fraud-warning'), reason: z.string() }),
])

export const eventSchema = z.strictObject({
  id: z.string().min(1).max(64),
  reference: z.string().min(1).max(64),
  order_id: z.string().min(1).max(64),
  state: stateSchema,
})

/** What the provider sends to the stand-in to refund a payment: the sum of all refunds of its charge. */
export const refundSchema = z.strictObject({ charge: minorUnits, refunded: minorUnits })

export type SandboxEvent = z.infer<typeof eventSchema>

/** The keys of the sandbox, derived from the site's secret: each has one purpose. */
export interface SandboxKeys {
  /** Authorizes calls of the stand-in's API. */
  readonly api: string
  readonly token: string
  readonly reference: string
  readonly notice: string
}

/** Derives the keys of a site. */
export function sandboxKeys(secret: string): SandboxKeys {
  const keyFor = (purpose: string): string =>
    createHmac('sha256', secret).update(`sandbox-payment:${purpose}`).digest('base64url')
  return { api: keyFor('api'), token: keyFor('token'), reference: keyFor('reference'), notice: keyFor('notice') }
}

/** Returns the stand-in's id of an order's payment; the same order always has the same id. */
export function referenceOf(orderId: string, keys: SandboxKeys): string {
  return `sbx_${createHmac('sha256', keys.reference).update(orderId).digest('base64url').slice(0, 22)}`
}

function signatureOf(encoded: string, keys: SandboxKeys): string {
  return createHmac('sha256', keys.token).update(encoded).digest('base64url')
}

/** Returns the details as a signed token for the URL of the page. */
export function signPaymentToken(details: PaymentDetails, keys: SandboxKeys): string {
  const encoded = Buffer.from(JSON.stringify(details)).toString('base64url')
  return `${encoded}.${signatureOf(encoded, keys)}`
}

/** Returns the details of a token; undefined when its signature is invalid. */
export function readPaymentToken(token: string, keys: SandboxKeys): PaymentDetails | undefined {
  const [encoded = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || !isTimingSafeEqual(signature, signatureOf(encoded, keys))) return undefined
  return detailsSchema.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')))
}
