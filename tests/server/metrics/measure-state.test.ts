// The dashboard and the alerts use metrics by name: a running site has to export each of them.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureState } from '../../../src/server/metrics/measure-state.ts'
import { createMetrics } from '../../../src/server/metrics/metrics.ts'
import { openTestSite, type TestSite } from '../../support/site.ts'

/** Metrics of Prometheus itself. */
const OWN = new Set(['up'])
const NAME = /\b(?:spacedrop|nodejs|process)_[a-z0-9_]+|\bup\b/g

const read = (path: string): Promise<string> => readFile(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8')

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[]
}

let site: TestSite
let told: Set<string>

beforeAll(async () => {
  site = await openTestSite()
  const log = { warn: () => undefined }
  const realtime = { onlineCount: () => 0, counts: () => ({ live: 0, slowConsumers: 0 }) }
  const redis = { state: () => 'ready' as const }
  measureState(site.metrics, { db: site.db, catalogue: site.catalogue, realtime, redis, now: Date.now, log })
  const names = [site.metrics, createMetrics({ process: true })].flatMap(({ registry }) =>
    registry.getMetricsAsArray().flatMap(({ name }) => [name, `${name}_bucket`]),
  )
  told = new Set(names)
})

afterAll(() => site.close())

function unknownIn(expression: string): string[] {
  return (expression.match(NAME) ?? []).filter((name) => !told.has(name) && !OWN.has(name))
}

describe('the monitoring files', () => {
  it('use existing metrics in alerts, and docs/operating.md explains each alert', async () => {
    const alerts = await read('alerts.yml')
    const guide = await read('../docs/operating.md')
    const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '')
    const expressions = [...alerts.matchAll(/expr: (.+)/g)].map(([, expression]) => expression ?? '')
    expect(expressions).toHaveLength(names.length)
    expect(names.length).toBeGreaterThan(10)
    expect(expressions.flatMap(unknownIn)).toEqual([])
    for (const expression of expressions) expect(expression).toMatch(NAME)
    for (const name of names) expect(guide).toContain(`**${name}**`)
  })

  it('use existing metrics in the dashboard', async () => {
    const { panels } = JSON.parse(await read('grafana/spacedrop.json')) as Dashboard
    expect(panels.length).toBeGreaterThan(20)
    for (const { title, targets } of panels) {
      for (const { expr } of targets) expect(unknownIn(expr), title).toEqual([])
    }
  })
})
