// A payment of the sandbox: all that is known of it travels in a signed token, so that a restart of the server loses none that
// is under way. Only how it stands is kept in memory.
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { CURRENCIES } from '../../../game/deposit.ts'
import { isSameSecret } from '../../same-secret.ts'
import type { PaymentState } from '../provider.ts'

const webAddress = z.url({ protocol: /^https?$/ }).max(2000)
const minorUnits = z.int().positive()

/** What the provider tells the stand-in when it opens a payment. */
export const factsSchema = z.strictObject({
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

export type PaymentFacts = z.infer<typeof factsSchema>

export const stateSchema: z.ZodType<PaymentState> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open') }),
  z.strictObject({
    kind: z.literal('paid'),
    paid: z.strictObject({ currency: z.enum(CURRENCIES), minor: minorUnits }),
  }),
  z.strictObject({ kind: z.literal('partial') }),
  z.strictObject({ kind: z.literal('expired') }),
  z.strictObject({ kind: z.literal('failed'), reason: z.string() }),
  z.strictObject({ kind: z.literal('refunded') }),
])

export const noticeSchema = z.strictObject({
  id: z.string().min(1).max(64),
  reference: z.string().min(1).max(64),
  order_id: z.string().min(1).max(64),
  state: stateSchema,
})

export type SandboxNotice = z.infer<typeof noticeSchema>

/** Every key of the sandbox, made from the site's secret: a key is good for one thing. */
export interface SandboxKeys {
  /** Opens the stand-in's calls. */
  readonly api: string
  readonly token: string
  readonly reference: string
  readonly notice: string
}

/** The keys of a site. */
export function sandboxKeys(secret: string): SandboxKeys {
  const keyFor = (purpose: string): string =>
    createHmac('sha256', secret).update(`sandbox-payment:${purpose}`).digest('base64url')
  return { api: keyFor('api'), token: keyFor('token'), reference: keyFor('reference'), notice: keyFor('notice') }
}

/** The stand-in's own id of an order's payment, the same whenever it is asked for. */
export function referenceOf(orderId: string, keys: SandboxKeys): string {
  return `sbx_${createHmac('sha256', keys.reference).update(orderId).digest('base64url').slice(0, 22)}`
}

function sealOf(encoded: string, keys: SandboxKeys): string {
  return createHmac('sha256', keys.token).update(encoded).digest('base64url')
}

/** The facts as a token for the address of the page. */
export function sealFacts(facts: PaymentFacts, keys: SandboxKeys): string {
  const encoded = Buffer.from(JSON.stringify(facts)).toString('base64url')
  return `${encoded}.${sealOf(encoded, keys)}`
}

/** The facts of a token; undefined when it is not ours. */
export function openFacts(token: string, keys: SandboxKeys): PaymentFacts | undefined {
  const [encoded = '', seal = '', ...rest] = token.split('.')
  if (rest.length > 0 || !isSameSecret(seal, sealOf(encoded, keys))) return undefined
  return factsSchema.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')))
}
