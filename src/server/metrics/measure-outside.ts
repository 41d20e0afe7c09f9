// Counts calls to payment providers and to the trade provider, and those that failed, and shows the shop's account at Steam.
import { Gauge } from 'prom-client'
import type { PaymentProvider } from '../payments/provider.ts'
import type { PaymentModule } from '../payments/providers.ts'
import type { TradeProvider } from '../trade/provider.ts'
import type { TradeModule } from '../trade/providers.ts'
import type { Metrics } from './metrics.ts'

type Counted = <T>(call: Promise<T>) => Promise<T>

/** Returns what counts the calls of a provider. Both results exist from the start: Prometheus sees the first failure as an increase. */
function counting({ providerCalls }: Metrics, provider: string): Counted {
  for (const result of ['done', 'failed']) providerCalls.inc({ provider, result }, 0)
  return async (call) => {
    try {
      const answer = await call
      providerCalls.inc({ provider, result: 'done' })
      return answer
    } catch (error) {
      providerCalls.inc({ provider, result: 'failed' })
      throw error
    }
  }
}

function measuredPayment(provider: PaymentProvider, metrics: Metrics): PaymentProvider {
  const counted = counting(metrics, provider.name)
  return {
    ...provider,
    open: (order) => counted(provider.open(order)),
    fetchState: (reference) => counted(provider.fetchState(reference)),
    cancel: (reference) => counted(provider.cancel(reference)),
  }
}

/** Returns payment providers whose calls are counted. */
export function measurePayments(payments: PaymentModule, metrics: Metrics): PaymentModule {
  return { ...payments, providers: payments.providers.map((provider) => measuredPayment(provider, metrics)) }
}

function measuredTrade(provider: TradeProvider, metrics: Metrics): TradeProvider {
  const counted = counting(metrics, provider.name)
  return {
    ...provider,
    offer: async (order) => {
      const sent = await counted(provider.offer(order))
      metrics.tradeOffers.inc({ result: sent.kind })
      return sent
    },
    find: (order) => counted(provider.find(order)),
    fetchState: (reference) => counted(provider.fetchState(reference)),
    cancel: (reference) => counted(provider.cancel(reference)),
    look: () => counted(provider.look()),
  }
}

/** Adds a gauge that is missing while its value is unknown. */
function gauge({ registry }: Metrics, name: string, help: string, read: () => number | undefined): void {
  new Gauge({
    name: `spacedrop_${name}`,
    help,
    registers: [registry],
    collect() {
      const value = read()
      if (value === undefined) this.remove()
      else this.set(value)
    },
  })
}

/** Returns a trade module whose calls are counted, and adds gauges of the account that trades. */
export function measureTrade(trade: TradeModule, metrics: Metrics): TradeModule {
  const { provider } = trade
  gauge(
    metrics,
    'trade_signed_in',
    '1 when the last sign-in of the account that trades succeeded; not there before its first use',
    () => {
      const isSignedIn = provider?.condition().isSignedIn
      return isSignedIn === undefined ? undefined : Number(isSignedIn)
    },
  )
  gauge(
    metrics,
    'trade_stock',
    'Items that the account could offer when it last looked',
    () => provider?.condition().stock,
  )
  for (const result of ['offered', 'unavailable', 'refused']) metrics.tradeOffers.inc({ result }, 0)
  return provider === undefined ? trade : { ...trade, provider: measuredTrade(provider, metrics) }
}
