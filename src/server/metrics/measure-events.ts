// Counts the services' events. Each process counts its own; Prometheus adds them up.
import type { SiteEvents } from '../base/events.ts'
import type { Metrics } from './metrics.ts'

/** @param tradeProvider name of the trade provider; undefined for none */
export function measureEvents(events: SiteEvents, metrics: Metrics, tradeProvider: string | undefined): void {
  events.on('gameResult', ({ game, count, staked, won }) => {
    metrics.games.inc({ game }, count)
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
