// The metrics of the process, for Prometheus. Labels are declared routes, codes, games and states, all known beforehand, so that
// a caller cannot create series.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Seconds; calls take milliseconds, and time out after ten seconds. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Codes of what went wrong here: a bug, and a database that is away. */
const FAULT_CODES = ['fault', 'away'] as const

export interface Metrics {
  readonly registry: Registry
  readonly requests: Counter<'method' | 'route' | 'status'>
  readonly durations: Histogram<'method' | 'route'>
  readonly refusals: Counter<'code'>
  readonly retries: Counter<'code'>
  readonly games: Counter<'game'>
  readonly stakedCents: Counter<'game'>
  readonly wonCents: Counter<'game'>
  readonly orders: Counter<'provider' | 'state'>
  readonly orderCents: Counter<'provider' | 'state'>
  readonly withdrawals: Counter<'provider' | 'state'>
  readonly withdrawalCents: Counter<'provider' | 'state'>
  readonly providerCalls: Counter<'provider' | 'result'>
  readonly tradeOffers: Counter<'result'>
  readonly ledgerBroken: Gauge
  readonly ledgerCheckedAt: Gauge
  readonly ledgerSeconds: Gauge
  readonly retentionRemoved: Counter<'table'>
  readonly retentionAt: Gauge
  readonly vacuumSeconds: Gauge
  readonly dataRefused: Counter<'what'>
}

/**
 * Makes empty metrics.
 *
 * @param options `process` adds memory, processor, event loop and garbage collection of this process; tests leave it out, because
 *   the event loop monitor is never removed again
 */
export function createMetrics(options: { readonly process: boolean }): Metrics {
  const registry = new Registry()
  const registers = [registry]
  if (options.process) collectDefaultMetrics({ register: registry })
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> =>
    new Counter({ name: `spacedrop_${name}`, help, labelNames, registers })
  const gauge = (name: string, help: string): Gauge => new Gauge({ name: `spacedrop_${name}`, help, registers })
  const refusals = counter('refusals_total', 'Refusals by their code', ['code'])
  // Both exist from the start: Prometheus sees the first fault of a process as an increase.
  for (const code of FAULT_CODES) refusals.inc({ code }, 0)
  return {
    registry,
    requests: counter('http_requests_total', 'Requests by route and class of status', ['method', 'route', 'status']),
    durations: new Histogram({
      name: 'spacedrop_http_request_duration_seconds',
      help: 'Time from a request to the end of its answer',
      labelNames: ['method', 'route'],
      buckets: DURATION_BUCKETS,
      registers,
    }),
    refusals,
    retries: counter('db_retries_total', 'Transactions that were retried, by the error code of the database', ['code']),
    games: counter('games_total', 'Games played, by game', ['game']),
    stakedCents: counter('games_staked_cents_total', 'Cents staked, by game', ['game']),
    wonCents: counter('games_won_cents_total', 'Value of winnings in cents, by game', ['game']),
    orders: counter('orders_total', 'Deposits that reached a state', ['provider', 'state']),
    orderCents: counter('orders_cents_total', 'Cents of the deposits that reached a state', ['provider', 'state']),
    withdrawals: counter('withdrawals_total', 'Withdrawals that reached a state', ['provider', 'state']),
    withdrawalCents: counter('withdrawals_cents_total', 'Cents of the items that reached a state', [
      'provider',
      'state',
    ]),
    providerCalls: counter('provider_calls_total', 'Calls to payment and trade providers, done and failed', [
      'provider',
      'result',
    ]),
    tradeOffers: counter('trade_offers_total', 'Requested offers: sent, out of stock, or refused by Steam', ['result']),
    ledgerBroken: gauge('ledger_broken', '1 when the last check of the ledger by this process found a difference'),
    ledgerCheckedAt: gauge(
      'ledger_checked_timestamp_seconds',
      'When this process last checked the ledger; 0 for never',
    ),
    ledgerSeconds: gauge('ledger_check_seconds', 'How long the last check of the ledger took'),
    retentionRemoved: counter('retention_removed_total', 'Outdated rows that were removed', ['table']),
    retentionAt: gauge('retention_timestamp_seconds', 'When this process last removed outdated rows; 0 for never'),
    dataRefused: counter('data_refused_total', 'Changed files of data that were refused', ['what']),
    vacuumSeconds: gauge('vacuum_seconds', 'How long the last vacuum took; 0 where the database does so itself'),
  }
}
