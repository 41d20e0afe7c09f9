// The files for Prometheus and Grafana with a real instance and a real Prometheus: every metric that they name is exported, every query
// and every rule can be evaluated.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { migratedPostgres, type ScratchPostgres } from '../support/databases/databases.ts'
import { freePort } from '../support/runner/free-port.ts'
import { CAN_RUN, REDIS_URL } from '../support/sites/instances.ts'
import { type ServerProcess, serverProcess } from '../support/sites/server-process.ts'

const deploy = new URL('../../deploy/', import.meta.url).pathname
const HAS_PROMETHEUS = spawnSync('prometheus', ['--version']).status === 0

/** Metrics of Prometheus itself. */
const OWN = new Set(['up'])
const NAME = /\b(?:spacedrop|nodejs|process)_[a-z0-9_]+|\bup\b/g

interface Rule {
  readonly name: string
  readonly query: string
  readonly health: string
  readonly lastError?: string
}

async function dashboardQueries(): Promise<string[]> {
  const dashboard = JSON.parse(await readFile(join(deploy, 'grafana/spacedrop.json'), 'utf8'))
  const panels: readonly { targets: readonly { expr: string }[] }[] = dashboard.panels
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')))
}

describe.skipIf(!CAN_RUN)('monitoring', () => {
  let scratch: ScratchPostgres
  let server: ServerProcess
  let folder: string
  let metrics: string
  let metricsPort: number

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-monitoring-'))
    await mkdir(join(folder, 'backups'))
    scratch = await migratedPostgres()
    metricsPort = await freePort()
    server = serverProcess({
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: scratch.url,
      REDIS_URL: REDIS_URL ?? '',
      REDIS_PREFIX: `test-${folder.slice(-6)}`,
      SECRET: 'a-secret-of-at-least-32-characters',
      HOUSE_PLAYERS: 'off',
      BACKUP_DIR: join(folder, 'backups'),
      METRICS_PORT: String(metricsPort),
      OFFICE_PORT: 'off',
    })
    await server.start(0)
    metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  })

  afterAll(async () => {
    await server.kill()
    await scratch.drop()
    await rm(folder, { recursive: true })
  })

  function unknownIn(expression: string): string[] {
    const exported = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    const names = (expression.match(NAME) ?? []).map((name) => name.replace(/_(bucket|count)$/, ''))
    return names.filter((name) => !exported.has(name) && !OWN.has(name))
  }

  it('names metrics that an instance exports, in alerts and on the dashboard', async () => {
    const alerts = (await readFile(join(deploy, 'alerts.yml'), 'utf8')).replaceAll(/#.*/g, '')
    expect(alerts.match(NAME)?.length).toBeGreaterThan(30)
    expect(unknownIn(alerts)).toEqual([])
    expect((await dashboardQueries()).flatMap(unknownIn)).toEqual([])
  })

  describe.skipIf(!HAS_PROMETHEUS)('with Prometheus', () => {
    let prometheus: ChildProcess
    let api: string

    async function ask<T>(path: string): Promise<T> {
      const answer = await fetch(`${api}${path}`)
      const { status, data, error } = (await answer.json()) as { status: string; data: T; error?: string }
      expect(status, `${path}: ${error}`).toBe('success')
      return data
    }

    beforeAll(async () => {
      const port = await freePort()
      api = `http://127.0.0.1:${port}/api/v1`
      const settings = await readFile(join(deploy, 'prometheus.yml'), 'utf8')
      const config = join(folder, 'prometheus.yml')
      await writeFile(
        config,
        settings
          .replaceAll('15s', '1s')
          .replace(/alerts\.yml/, join(deploy, 'alerts.yml'))
          .replace('127.0.0.1:9464', `127.0.0.1:${metricsPort}`),
      )
      prometheus = spawn(
        'prometheus',
        [
          `--config.file=${config}`,
          `--storage.tsdb.path=${join(folder, 'series')}`,
          `--web.listen-address=127.0.0.1:${port}`,
        ],
        { stdio: 'ignore' },
      )
      const isUp = async (): Promise<boolean> => {
        try {
          const { result } = await ask<{ result: { value: [number, string] }[] }>('/query?query=up')
          return result[0]?.value[1] === '1'
        } catch {
          return false
        }
      }
      await vi.waitFor(async () => expect(await isUp()).toBe(true), { timeout: 60_000, interval: 250 })
    })

    afterAll(async () => {
      const gone = new Promise((resolve) => prometheus.once('exit', resolve))
      prometheus.kill('SIGTERM')
      await gone
    })

    it('answers every query of the dashboard', async () => {
      const queries = await dashboardQueries()
      expect(queries.length).toBeGreaterThan(30)
      for (const query of queries) await ask(`/query?query=${encodeURIComponent(query)}`)
    })

    it('evaluates every rule, and none fires on a new site but that there is no backup', async () => {
      const read = async (): Promise<Rule[]> =>
        (await ask<{ groups: { rules: Rule[] }[] }>('/rules')).groups.flatMap(({ rules }) => rules)
      await expect.poll(async () => (await read()).filter(({ health }) => health === 'ok').length).toBeGreaterThan(30)
      for (const { name, health, lastError } of await read()) expect(health, `${name}: ${lastError}`).toBe('ok')
      const firing = async (): Promise<string[]> =>
        (await ask<{ alerts: { labels: { alertname: string } }[] }>('/alerts')).alerts.map(
          ({ labels }) => labels.alertname,
        )
      // Until its first scrape Prometheus had nothing to watch; how full the disk is, is the machine's.
      await expect.poll(async () => (await firing()).filter((name) => name !== 'DiskLow')).toEqual(['BackupOld'])
    })
  })
})
