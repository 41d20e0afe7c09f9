// The sandbox's provider: play money, but the way of real money, over HTTP to a stand-in on this same server.
import { z } from 'zod'
import type { Currency } from '../../../game/deposit.ts'
import type { Fetch } from '../../http/bounded-request.ts'
import { jsonBody, readAs } from '../notice-body.ts'
import type { PaymentProvider, ProviderMethod } from '../provider.ts'
import { callProvider, type ProviderLine } from '../provider-call.ts'
import { noticeSchema, type SandboxKeys, stateSchema } from './payment.ts'
import { checkSignature } from './signature.ts'

/** Where the stand-in's pages and calls are. */
export const MOUNT = '/sandbox/payment'

function method(name: string, title: string, currencies: readonly Currency[], least: number): ProviderMethod {
  return { name: `sandbox-${name}`, title, icon: name, currencies, least, isCrypto: false }
}

function coin(name: string, title: string, least: number): ProviderMethod {
  return { ...method(name, title, ['RUB', 'UAH', 'USD'], least), isCrypto: true }
}

export const SANDBOX_METHODS: readonly ProviderMethod[] = [
  method('card', 'Visa / Mastercard', ['RUB', 'UAH', 'USD'], 100),
  method('sbp', 'СБП', ['RUB'], 100),
  method('bank', 'monobank', ['UAH'], 100),
  coin('usdt', 'USDT (TRC-20)', 500),
  coin('btc', 'Bitcoin', 1000),
  coin('eth', 'Ethereum', 1000),
  coin('ton', 'Toncoin', 300),
]

const openedSchema = z.strictObject({ reference: z.string().min(1), url: z.url({ protocol: /^https?$/ }) })
const standingSchema = z.strictObject({ state: stateSchema })
const refundedSchema = z.strictObject({ state: z.strictObject({ kind: z.literal('refunded') }) })

export interface SandboxProviderOptions {
  readonly keys: SandboxKeys
  /** Where this process reaches itself. */
  readonly ownAddress: () => string
  readonly fetch: Fetch
  readonly now: () => number
  readonly timeoutMs: number | undefined
}

/** The sandbox as a provider: it asks the stand-in over HTTP, as it would ask a real one. */
export function sandboxProvider({ keys, ownAddress, fetch, now, timeoutMs }: SandboxProviderOptions): PaymentProvider {
  const line: ProviderLine = { provider: 'The sandbox', fetch, timeoutMs, codeOf: () => undefined }
  const headers = { authorization: `Bearer ${keys.api}` }
  const address = (path: string): string => `${new URL(ownAddress()).origin}${MOUNT}/payments${path}`
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
        notice_url: order.noticeUrl,
        expires_at: order.expiresAt.getTime(),
      }
      return callProvider(line, address(''), { method: 'POST', headers, body }, openedSchema)
    },

    async readNotice(notice) {
      checkSignature(notice, { key: keys.notice, now: now() })
      const { id, reference, order_id: orderId, state } = readAs(noticeSchema, jsonBody(notice))
      return { kind: 'state', event: id, about: { reference, orderId }, state }
    },

    async ask(reference) {
      const request = { method: 'GET', headers } as const
      return (await callProvider(line, address(`/${encodeURIComponent(reference)}`), request, standingSchema)).state
    },

    async refund({ reference }) {
      const request = { method: 'POST', headers } as const
      await callProvider(line, address(`/${encodeURIComponent(reference)}/refund`), request, refundedSchema)
    },
  }
}
