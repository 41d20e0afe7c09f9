// Counts what the services tell of. Each process counts its own: Prometheus adds them up.
import type { SiteEvents } from '../events.ts'
import type { Metrics } from './metrics.ts'

/** @param tradeProvider how items are handed over here; undefined where they are not */
export function measureEvents(events: SiteEvents, metrics: Metrics, tradeProvider: string | undefined): void {
  events.on('turn', ({ game, count, staked, won }) => {
    metrics.turns.inc({ game }, count)
    metrics.stakedCents.inc({ game }, staked)
    metrics.wonCents.inc({ game }, won)
  })
  events.on('order', ({ provider, order: { state, amount } }) => {
    metrics.orders.inc({ provider, state })
    metrics.orderCents.inc({ provider, state }, amount)
  })
  events.on('withdrawal', ({ withdrawal: { state, price } }) => {
    const provider = tradeProvider ?? 'none'
    metrics.withdrawals.inc({ provider, state })
    metrics.withdrawalCents.inc({ provider, state }, price)
  })
}
