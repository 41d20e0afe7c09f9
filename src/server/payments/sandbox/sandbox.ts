// The sandbox's payment module: the provider, and its stand-in. Live mode never loads this file.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Language } from '../../../game/base/language.ts'
import type { Fetch } from '../../network/bounded-request.ts'
import type { PaymentProvider } from '../provider.ts'
import { createDelivery, PAUSES_MS } from './delivery.ts'
import { sandboxKeys } from './payment.ts'
import { sandboxProvider } from './provider.ts'
import { paymentStandIn } from './stand-in.ts'

export interface SandboxPaymentsOptions {
  /** The secret from which all keys of the sandbox are derived. */
  readonly secret: string
  /** The public URL of the site. */
  readonly siteUrl: string
  /** Reaches the stand-in, and the webhook of the site. */
  readonly fetch: Fetch
  readonly now: () => number
  /** Receives warnings about events that were not accepted, and forged ones that were. */
  readonly warn: (problem: string) => void
  readonly timeoutMs?: number
  readonly pausesMs?: readonly number[]
}

export interface SandboxPayments {
  readonly provider: PaymentProvider
  /** Register it with the prefix `/sandbox/payment`. */
  readonly pages: FastifyPluginAsync<{ languageOf: (request: FastifyRequest) => Language }>
}

/** Creates the payments of the sandbox; `timeoutMs` and `pausesMs` are for tests. */
export function createSandboxPayments(options: SandboxPaymentsOptions): SandboxPayments {
  const { siteUrl, fetch, now, warn, timeoutMs, pausesMs = PAUSES_MS } = options
  const keys = sandboxKeys(options.secret)
  return {
    provider: sandboxProvider({ keys, siteUrl, fetch, now, timeoutMs }),
    pages: async (app, { languageOf }) => {
      const delivery = createDelivery({ keys, siteUrl, fetch, now, warn, pausesMs })
      await paymentStandIn(app, { keys, siteUrl, languageOf, delivery, now })
    },
  }
}
