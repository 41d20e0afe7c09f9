// The payment module: the providers whose keys are set, and in the sandbox a stand-in on the same server.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Language } from '../../game/base/language.ts'
import type { Config } from '../config/config.ts'
import type { Fetch } from '../network/bounded-request.ts'
import type { PaymentProvider } from './provider.ts'

export interface PaymentModule {
  readonly providers: readonly PaymentProvider[]
  /** The stand-in's pages; undefined in live mode, where its code is not even loaded. */
  readonly standIn: FastifyPluginAsync<{ languageOf: (request: FastifyRequest) => Language }> | undefined
}

export interface PaymentModuleOptions {
  readonly config: Config & { readonly secret: string }
  readonly now: () => number
  /** Reaches the stand-in of a sandbox. */
  readonly fetchStandIn: Fetch
  readonly warn: (problem: string) => void
}

async function configured({ config, now }: PaymentModuleOptions): Promise<PaymentProvider[]> {
  const { cryptocloud, stripe, monobank } = config.payments
  const providers: PaymentProvider[] = []
  if (stripe !== undefined) providers.push(await (await import('./stripe/stripe.ts')).createStripe({ ...stripe, now }))
  if (monobank !== undefined) {
    const { createMonobank } = await import('./monobank/monobank.ts')
    providers.push(createMonobank({ ...monobank, fetch, now }))
  }
  if (cryptocloud !== undefined) {
    const { createCryptoCloud } = await import('./cryptocloud/cryptocloud.ts')
    providers.push(createCryptoCloud({ ...cryptocloud, fetch, now }))
  }
  return providers
}

/** Warns a live shop of terms that may forbid what it does. */
export function warnOfTerms({ mode, payments }: Pick<Config, 'mode' | 'payments'>, warn: (line: string) => void): void {
  if (mode !== 'live' || payments.stripe === undefined) return
  warn("Stripe's terms restrict games of chance: take payments with it only with Stripe's written approval")
}

/** Opens the providers for the mode and keys of the settings. */
export async function openPayments(options: PaymentModuleOptions): Promise<PaymentModule> {
  const providers = await configured(options)
  const { config, now, fetchStandIn, warn } = options
  if (config.mode === 'live') return { providers, standIn: undefined }
  const { createSandboxPayments } = await import('./sandbox/sandbox.ts')
  const sandbox = createSandboxPayments({
    secret: config.secret,
    siteUrl: config.siteUrl,
    fetch: fetchStandIn,
    now,
    warn,
  })
  return { providers: [sandbox.provider, ...providers], standIn: sandbox.pages }
}
