// The metrics port: it serves nothing else, and what happens when it is in use.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { measureState } from '../../../src/server/metrics/measure-state.ts'
import { createMetrics } from '../../../src/server/metrics/metrics.ts'
import { type MetricsServer, serveMetrics } from '../../../src/server/metrics/metrics-server.ts'
import type { RedisState } from '../../../src/server/redis/redis.ts'
import { openScratch, SUITE_KINDS } from '../../support/databases/databases.ts'
import { openTestShop } from '../../support/shop/shop.ts'

const warnings: string[] = []
const warn = (_fields: object, message: string): void => void warnings.push(message)
const log = { warn, error: warn }

let served: MetricsServer | null = null
let occupant: Server | undefined

afterEach(async () => {
  await served?.close()
  served = null
  await new Promise((resolve) => (occupant === undefined ? resolve(null) : occupant.close(resolve)))
  occupant = undefined
  warnings.length = 0
})

async function takenPort(): Promise<number> {
  occupant = createServer()
  await new Promise<void>((resolve) => occupant?.listen(0, '127.0.0.1', resolve))
  return (occupant.address() as AddressInfo).port
}

describe('the metrics port', () => {
  it('serves /metrics in Prometheus format, and nothing else', async () => {
    served = await serveMetrics(createMetrics({ process: true }), { port: 0, host: '127.0.0.1', isAsked: true }, log)
    const at = `http://127.0.0.1:${served?.port}`
    const answer = await fetch(`${at}/metrics`)
    expect(answer.headers.get('content-type')).toContain('text/plain')
    const text = await answer.text()
    expect(text).toContain('# TYPE spacedrop_http_requests_total counter')
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
    for (const path of ['/', '/metrics/', '/api/settings']) expect((await fetch(at + path)).status).toBe(404)
    expect((await fetch(`${at}/metrics`, { method: 'POST' })).status).toBe(404)
  })

  it('is omitted where the default is in use', async () => {
    const port = await takenPort()
    served = await serveMetrics(createMetrics({ process: false }), { port, host: '127.0.0.1', isAsked: false }, log)
    expect(served).toBeNull()
    expect(warnings).toEqual([expect.stringContaining('METRICS_PORT')])
  })

  it('keeps the site from starting where a configured port is in use', async () => {
    const port = await takenPort()
    const serving = serveMetrics(createMetrics({ process: false }), { port, host: '127.0.0.1', isAsked: true }, log)
    await expect(serving).rejects.toThrow('METRICS_PORT: 127.0.0.1')
  })
})

describe.each(SUITE_KINDS)('the state metrics on %s', (kind) => {
  it('report backlogs, and a database that is unreachable', async () => {
    const metrics = createMetrics({ process: false })
    const db = await openScratch(kind)
    const shop = await openTestShop(db)
    const { catalogue } = shop
    let nowMs = Date.now()
    const cut = { connects: 1, packets: 0, bytes: 0, foreign: 0, requests: 0 }
    const realtime = { onlineCount: () => 3, counts: () => ({ live: 5, slowConsumers: 2, cut }) }
    let redis: RedisState = 'ready'
    measureState(metrics, { db, catalogue, realtime, redis: { state: () => redis }, now: () => nowMs, log })
    const before = await metrics.registry.metrics()
    for (const line of [
      'spacedrop_database_up 1',
      'spacedrop_orders_open 0',
      'spacedrop_withdrawals_stuck 0',
      'spacedrop_offers_to_cancel 0',
      'spacedrop_offers_taken 0',
      'spacedrop_raffles_overdue 0',
      'spacedrop_sockets_open 3',
      'spacedrop_live_messages_total 5',
      'spacedrop_slow_consumers_dropped_total 2',
      'spacedrop_floods_cut_total{reason="connects"} 1',
      'spacedrop_redis_up 1',
      `spacedrop_catalogue_info{digest="${catalogue.current.digest.slice(0, 12)}"} 1`,
    ]) {
      expect(before.split('\n')).toContain(line)
    }
    expect(before.includes('spacedrop_db_connections{state="waiting"} 0')).toBe(kind === 'postgres')
    await db.close()
    expect(await metrics.registry.metrics()).toContain('spacedrop_database_up 1')
    nowMs += 16_000
    redis = 'away'
    const after = (await metrics.registry.metrics()).split('\n')
    expect(after).toContain('spacedrop_database_up 0')
    expect(after).toContain('spacedrop_redis_up 0')
    expect(after.some((line) => line.startsWith('spacedrop_orders_open '))).toBe(false)
    expect(warnings).toEqual(['the metrics of the database could not be read'])
    shop.close()
  })
})
