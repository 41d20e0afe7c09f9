// The sandbox's payment provider: play money, processed like real money, by calls to a stand-in on this same server.
import { z } from 'zod'
import type { Currency } from '../../../game/payments/deposit.ts'
import type { MethodKind } from '../../../game/payments/payment-rules.ts'
import type { Fetch } from '../../network/bounded-request.ts'
import type { PaymentProvider, ProviderMethod } from '../provider.ts'
import { callProvider, type ProviderClient } from '../provider-call.ts'
import { jsonBody, parseAs } from '../webhook-body.ts'
import { eventSchema, type SandboxKeys, stateSchema } from './payment.ts'
import { checkSignature } from './signature.ts'

/** The path of the stand-in's pages and API. */
export const MOUNT = '/sandbox/payment'

function method(
  name: string,
  title: string,
  currencies: readonly Currency[],
  least: number,
  kind: MethodKind,
): ProviderMethod {
  return { name: `sandbox-${name}`, title, icon: name, currencies, least, kind }
}

function coin(name: string, title: string, least: number): ProviderMethod {
  return method(name, title, ['RUB', 'UAH', 'USD'], least, 'crypto')
}

export const SANDBOX_METHODS: readonly ProviderMethod[] = [
  method('card', 'Visa / Mastercard', ['RUB', 'UAH', 'USD'], 100, 'card'),
  method('sbp', 'СБП', ['RUB'], 100, 'bank'),
  method('bank', 'monobank', ['UAH'], 100, 'bank'),
  coin('usdt', 'USDT (TRC-20)', 500),
  coin('btc', 'Bitcoin', 1000),
  coin('eth', 'Ethereum', 1000),
  coin('ton', 'Toncoin', 300),
]

const openedSchema = z.strictObject({ reference: z.string().min(1), url: z.url({ protocol: /^https?$/ }) })
const stateReplySchema = z.strictObject({ state: stateSchema })
const cancelledSchema = z.strictObject({ state: z.strictObject({ kind: z.literal('expired') }) })

export interface SandboxProviderOptions {
  readonly keys: SandboxKeys
  /** The site's public URL, below which the stand-in is. */
  readonly siteUrl: string
  readonly fetch: Fetch
  readonly now: () => number
  readonly timeoutMs: number | undefined
}

/** Creates the provider: it calls the stand-in like a real one. */
export function sandboxProvider({ keys, siteUrl, fetch, now, timeoutMs }: SandboxProviderOptions): PaymentProvider {
  const client: ProviderClient = { provider: 'The sandbox', fetch, timeoutMs, codeOf: () => undefined }
  const headers = { authorization: `Bearer ${keys.api}` }
  const address = (path: string): string => `${new URL(siteUrl).origin}${MOUNT}/payments${path}`
  return {
    name: 'sandbox',
    methods: SANDBOX_METHODS,

    open(order) {
      const body = {
        order_id: order.id,
        method: order.method,
        currency: order.currency,
        charge: order.charge,
        return_url: order.returnUrl,
        notice_url: order.webhookUrl,
        expires_at: order.expiresAt.getTime(),
      }
      return callProvider(client, address(''), { method: 'POST', headers, body }, openedSchema)
    },

    async readWebhook(request) {
      checkSignature(request, { key: keys.notice, now: now() })
      const { id, reference, order_id: orderId, state } = parseAs(eventSchema, jsonBody(request))
      return { kind: 'state', event: id, about: { reference, orderId }, state }
    },

    async fetchState(reference) {
      const request = { method: 'GET', headers } as const
      return (await callProvider(client, address(`/${encodeURIComponent(reference)}`), request, stateReplySchema)).state
    },

    async cancel(reference) {
      const request = { method: 'POST', headers } as const
      await callProvider(client, address(`/${encodeURIComponent(reference)}/cancel`), request, cancelledSchema)
    },

    async refund({ reference, charge, refunded, minor }) {
      const request = { method: 'POST', headers, body: { charge, refunded: refunded + minor } } as const
      await callProvider(client, address(`/${encodeURIComponent(reference)}/refund`), request, stateReplySchema)
    },
  }
}
