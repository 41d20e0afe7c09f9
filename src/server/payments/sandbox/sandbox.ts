// The sandbox's payments as one thing: the provider, and the stand-in that it talks to. Live mode never loads this file.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Language } from '../../../game/language.ts'
import type { Fetch } from '../../http/bounded-request.ts'
import type { PaymentProvider } from '../provider.ts'
import { createDelivery, PAUSES_MS } from './delivery.ts'
import { sandboxKeys } from './payment.ts'
import { sandboxProvider } from './provider.ts'
import { paymentStandIn } from './stand-in.ts'

export interface SandboxPaymentsOptions {
  /** All keys of the sandbox are made from it. */
  readonly secret: string
  /** Where players reach the site. */
  readonly siteUrl: string
  /** Where this process reaches itself, as soon as it listens. */
  readonly ownAddress: () => string
  readonly fetch: Fetch
  readonly now: () => number
  /** Hears of notices that were not taken, and of forged ones that were. */
  readonly warn: (problem: string) => void
  readonly timeoutMs?: number
  readonly pausesMs?: readonly number[]
}

export interface SandboxPayments {
  readonly provider: PaymentProvider
  /** Register it with the prefix `/sandbox/payment`. */
  readonly pages: FastifyPluginAsync<{ languageOf: (request: FastifyRequest) => Language }>
}

/** The sandbox's payments; `timeoutMs` and `pausesMs` are for tests. */
export function createSandboxPayments(options: SandboxPaymentsOptions): SandboxPayments {
  const { siteUrl, ownAddress, fetch, now, warn, timeoutMs, pausesMs = PAUSES_MS } = options
  const keys = sandboxKeys(options.secret)
  return {
    provider: sandboxProvider({ keys, ownAddress, fetch, now, timeoutMs }),
    pages: async (app, { languageOf }) => {
      const delivery = createDelivery({ keys, ownAddress, fetch, now, warn, pausesMs })
      await paymentStandIn(app, { keys, siteUrl, languageOf, delivery, now })
    },
  }
}
