// What is measured of providers, disks and returns, for alerts of shops of any size.
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { measureDisks } from '../../../src/server/metrics/measure-disks.ts'
import { measurePayments, measureTrade } from '../../../src/server/metrics/measure-outside.ts'
import { measureReturns } from '../../../src/server/metrics/measure-returns.ts'
import { createMetrics, type Metrics } from '../../../src/server/metrics/metrics.ts'
import { openTestSite } from '../../support/sites/site.ts'

async function linesOf({ registry }: Metrics): Promise<string[]> {
  return (await registry.metrics()).split('\n').filter((line) => !line.startsWith('#'))
}

describe('the metrics of providers', () => {
  it('count done and failed calls from zero on, and keep what the provider answers', async () => {
    const site = await openTestSite()
    try {
      const { payments, trade } = site.components
      const metrics = createMetrics({ process: false })
      const { providers } = measurePayments({ providers: payments.providers, standIn: undefined }, metrics)
      const own = measureTrade({ provider: trade.provider, isOpen: true, standIn: undefined }, metrics).provider
      const before = await linesOf(metrics)
      expect(before).toContain('spacedrop_provider_calls_total{provider="sandbox",result="failed"} 0')
      expect(before).toContain('spacedrop_trade_offers_total{result="unavailable"} 0')
      expect(before.filter((line) => /^spacedrop_trade_(signed_in|stock)/.test(line))).toEqual([])
      await expect(providers[0]?.fetchState('unknown')).rejects.toThrow()
      await expect(own?.fetchState('unknown')).rejects.toThrow()
      const order = {
        id: '019bd9f0-0000-7000-8000-000000000001',
        marketHashName: 'AK-47 | Redline (Field-Tested)',
        tradeLink: 'https://steamcommunity.com/tradeoffer/new/?partner=1000&token=abcdefgh',
        steamid: '76561197960266728',
        requestedAt: new Date(),
      }
      const sent = await own?.offer(order)
      const after = await linesOf(metrics)
      expect(after).toContain(`spacedrop_trade_offers_total{result="${sent?.kind}"} 1`)
      expect(after).toContain('spacedrop_provider_calls_total{provider="sandbox",result="failed"} 2')
    } finally {
      await site.close()
    }
  })
})

describe('the metrics of disks', () => {
  it('show free and whole space by folder, and leave out a folder that is missing', async () => {
    const metrics = createMetrics({ process: false })
    const missing = join(tmpdir(), 'spacedrop-no-such-folder')
    await rm(missing, { recursive: true, force: true })
    measureDisks(metrics, { data: tmpdir(), backups: missing })
    const lines = await linesOf(metrics)
    const bytesOf = (name: string): number =>
      Number(lines.find((line) => line.startsWith(`spacedrop_disk_${name}_bytes{folder="data"}`))?.split(' ')[1])
    expect(bytesOf('free')).toBeGreaterThan(0)
    expect(bytesOf('size')).toBeGreaterThan(bytesOf('free'))
    expect(lines.some((line) => line.includes('folder="backups"'))).toBe(false)
  })
})

describe('the metrics of returns', () => {
  it('are in standard errors, for games that were played enough', async () => {
    const metrics = createMetrics({ process: false })
    const games = [
      { game: 'case', measured: 0.96, promised: 0.9, error: 0.01 },
      { game: 'upgrade', measured: 3, promised: 0.9, error: 0.2 },
      { game: 'wheel', measured: null, promised: 0.9, error: 0 },
    ]
    measureReturns(metrics, { returns: async () => ({ games }), log: { warn: () => undefined } })
    const drift = (await linesOf(metrics)).filter((line) => line.startsWith('spacedrop_return_drift_errors'))
    expect(drift).toHaveLength(1)
    expect(drift[0]).toMatch(/^spacedrop_return_drift_errors\{game="case"\} (6|5\.9)/)
  })
})
