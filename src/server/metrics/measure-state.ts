// Gauges that are read when scraped: sockets, database connections, waiting rows. Those that cost a query are read every 15
// seconds at most, however often they are scraped; while the database is away they are missing.
import { Counter, Gauge } from 'prom-client'
import type { ActiveCatalogue } from '../catalogue/loaded-catalogue.ts'
import type { Database } from '../db/database.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { Redis } from '../redis/redis.ts'
import { type Backlog, readBacklog } from '../services/operations/backlog.ts'
import type { Metrics } from './metrics.ts'

const FRESH_MS = 15_000

export interface StateParts {
  readonly db: Database
  readonly catalogue: Pick<ActiveCatalogue, 'current'>
  readonly realtime: Pick<Realtime, 'onlineCount' | 'counts'>
  /** Undefined for a single instance. */
  readonly redis: Pick<Redis, 'state'> | undefined
  readonly now: () => number
  readonly log: { warn(fields: object, message: string): void }
}

/** Reads what is waiting in the tables, cached; null while the database does not answer. */
function keepBacklog({ db, now, log }: StateParts): () => Promise<Backlog | null> {
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<Backlog | null> = Promise.resolve(null)
  return () => {
    if (Math.abs(now() - readAt) < FRESH_MS) return reading
    readAt = now()
    reading = readBacklog(db, readAt).catch((error: unknown) => {
      log.warn({ err: error }, 'the metrics of the database could not be read')
      return null
    })
    return reading
  }
}

function measureBacklog(metrics: Metrics, parts: StateParts): void {
  const backlog = keepBacklog(parts)
  const registers = [metrics.registry]
  const waiting = (name: string, help: string, read: (found: Backlog) => number): Gauge =>
    new Gauge({
      name: `spacedrop_${name}`,
      help,
      registers,
      async collect() {
        const found = await backlog()
        if (found === null) this.remove()
        else this.set(read(found))
      },
    })
  new Gauge({
    name: 'spacedrop_database_up',
    help: '1 while the database responds',
    registers,
    async collect() {
      this.set((await backlog()) === null ? 0 : 1)
    },
  })
  waiting('orders_open', 'Deposits that are waiting for their payment', ({ ordersOpen }) => ordersOpen)
  waiting('orders_oldest_seconds', 'Age of the oldest waiting deposit', ({ ordersOldest }) => ordersOldest)
  waiting(
    'orders_in_question',
    'Deposits whose provider reported what could not be booked',
    ({ ordersInQuestion }) => ordersInQuestion,
  )
  waiting('payments_kept', 'Payments that may not be credited and are not refunded', ({ paymentsKept }) => paymentsKept)
  waiting('disputes_open', 'Disputes that wait for a bank', ({ disputesOpen }) => disputesOpen)
  waiting('disputes_oldest_seconds', 'How long the oldest of them has waited', ({ disputesOldest }) => disputesOldest)
  waiting('players_frozen', 'Players whose withdrawals are frozen', ({ playersFrozen }) => playersFrozen)
  waiting('debts_cents', 'What players owe after refunds and disputes', ({ debts }) => debts)
  waiting('withdrawals_open', 'Withdrawals in progress', ({ withdrawalsOpen }) => withdrawalsOpen)
  waiting('withdrawals_stuck', 'Withdrawals that need an operator', ({ withdrawalsStuck }) => withdrawalsStuck)
  waiting('withdrawals_in_review', 'Withdrawals that wait for a person', ({ withdrawalsInReview: found }) => found)
  waiting(
    'withdrawals_review_oldest_seconds',
    'How long the oldest of them has waited',
    ({ reviewOldest }) => reviewOldest,
  )
  waiting('offers_to_cancel', 'Offers of withdrawals that were given up', ({ offersToCancel }) => offersToCancel)
  waiting('offers_taken', 'Such offers that were accepted in the last seven days', ({ offersTaken }) => offersTaken)
  waiting('raffles_overdue', 'Raffles that should have been drawn', ({ rafflesOverdue }) => rafflesOverdue)
  waiting('battles_open', 'Battles with free seats', ({ battlesOpen }) => battlesOpen)
  waiting('battles_running', 'Battles that are locked or shown', ({ battlesRunning }) => battlesRunning)
  waiting('battles_waiting', 'Battles whose randomness is due', ({ battlesWaiting }) => battlesWaiting)
  waiting(
    'battles_waiting_oldest_seconds',
    'How long the oldest of them has waited',
    ({ battlesWaitingOldest }) => battlesWaitingOldest,
  )
  waiting(
    'battles_settlement_lag_seconds',
    'How long the oldest battle whose show is over has waited for its settlement',
    ({ battlesSettlementLag }) => battlesSettlementLag,
  )
  waiting(
    'published_day_age_seconds',
    'How long ago the newest published day ended',
    ({ publishedDayAge }) => publishedDayAge,
  )
}

function measurePool(metrics: Metrics, db: Database): void {
  new Gauge({
    name: 'spacedrop_db_connections',
    help: 'Connections of the pool in use and idle, and calls waiting for one; absent on PGlite, which has no pool',
    labelNames: ['state'],
    registers: [metrics.registry],
    collect() {
      const pool = db.pool()
      if (pool === null) return
      this.set({ state: 'in_use' }, pool.inUse)
      this.set({ state: 'idle' }, pool.idle)
      this.set({ state: 'waiting' }, pool.waiting)
    },
  })
}

function measureRedis(metrics: Metrics, redis: StateParts['redis']): void {
  if (redis === undefined) return
  new Gauge({
    name: 'spacedrop_redis_up',
    help: '1 while Redis answers this instance; not there where REDIS_URL is not set',
    registers: [metrics.registry],
    collect() {
      this.set(redis.state() === 'ready' ? 1 : 0)
    },
  })
}

/** Adds gauges that read the state of a site to its metrics. */
export function measureState(metrics: Metrics, parts: StateParts): void {
  const registers = [metrics.registry]
  const total = (name: string, help: string, read: () => number): Counter =>
    new Counter({
      name: `spacedrop_${name}`,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  measureBacklog(metrics, parts)
  measurePool(metrics, parts.db)
  measureRedis(metrics, parts.redis)
  new Gauge({
    name: 'spacedrop_sockets_open',
    help: 'Open realtime connections of this process',
    registers,
    collect() {
      this.set(parts.realtime.onlineCount())
    },
  })
  total('live_messages_total', 'Batches of new drops sent', () => parts.realtime.counts().live)
  total(
    'slow_consumers_dropped_total',
    'Connections dropped for not reading',
    () => parts.realtime.counts().slowConsumers,
  )
  new Counter({
    name: 'spacedrop_floods_cut_total',
    help: 'Realtime connections cut for sending too much, and requests refused, by reason',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(parts.realtime.counts().cut)) this.inc({ reason }, count)
    },
  })
  new Gauge({
    name: 'spacedrop_catalogue_info',
    help: '1 for the active catalogue, identified by the beginning of its digest; the same on every instance',
    labelNames: ['digest'],
    registers,
    collect() {
      this.reset()
      this.set({ digest: parts.catalogue.current.digest.slice(0, 12) }, 1)
    },
  })
}
