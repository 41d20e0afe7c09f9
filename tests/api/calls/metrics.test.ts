// Metrics for Prometheus: declared routes, codes, money in cents; nothing that a caller chose.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})

afterAll(() => site.close())

/** The value of a series; 0 where there is none. */
async function metricOf(name: string, labels: Record<string, string> = {}): Promise<number> {
  const [metric] = (await site.metrics.registry.getMetricsAsJSON()).filter((found) => found.name === name)
  const found = metric?.values.find((value) =>
    Object.entries(labels).every(([label, text]) => (value.labels as Record<string, unknown>)[label] === text),
  )
  return found?.value ?? 0
}

const seriesOf = async (): Promise<string[]> =>
  (await site.metrics.registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))

describe('requests', () => {
  it('are counted by their declared route', async () => {
    const route = { method: 'GET', route: '/api/case/:url', status: '2xx' }
    const before = await metricOf('spacedrop_http_requests_total', route)
    await site.guest().get('/api/case/orion')
    await site.guest().get('/api/case/vega')
    expect(await metricOf('spacedrop_http_requests_total', route)).toBe(before + 2)
  })

  it('create no series for unknown paths', async () => {
    const ask = (): Promise<unknown> =>
      Promise.all(
        Array.from({ length: 20 }, async () => {
          await site.guest().get(`/api/case/${randomUUID()}`)
          await site.guest().get(`/${randomUUID()}?${randomUUID()}`)
          await site.guest().post(`/api/${randomUUID()}`)
          await site.app.inject({ method: 'PROPFIND', url: `/${randomUUID()}` })
        }),
      )
    await ask()
    const before = await seriesOf()
    await ask()
    expect((await seriesOf()).length).toBe(before.length)
    expect(before.join()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
  })

  it('that were refused are counted by their code', async () => {
    const before = await metricOf('spacedrop_refusals_total', { code: 'case-unknown' })
    const player = await site.newPlayer()
    await player.post('/api/case/nowhere/open', { count: 1 })
    await site.guest().get('/api/user/items')
    expect(await metricOf('spacedrop_refusals_total', { code: 'case-unknown' })).toBe(before + 1)
    expect(await metricOf('spacedrop_refusals_total', { code: 'signed-out' })).toBeGreaterThan(0)
  })
})

describe('games', () => {
  it('are counted with their stakes and winnings', async () => {
    const player = await site.newPlayer()
    const { body: shown } = await player.get('/api/case/orion')
    const { body } = await player.post('/api/case/orion/open', { count: 2 })
    expect(body.success).toBe(true)
    const won = body.drops.reduce((sum: number, drop: { price: number }) => sum + drop.price, 0)
    expect(await metricOf('spacedrop_games_total', { game: 'case' })).toBe(2)
    expect(await metricOf('spacedrop_games_staked_cents_total', { game: 'case' })).toBe(2 * shown.case.price)
    expect(await metricOf('spacedrop_games_won_cents_total', { game: 'case' })).toBe(won)
    const { body: signed } = await player.post('/api/upgrade', {})
    expect(signed.success).toBe(false)
    expect(await metricOf('spacedrop_games_total', { game: 'upgrade' })).toBe(0)
  })
})

describe('the public port', () => {
  it('has no metrics', async () => {
    const answer = await site.guest().get('/metrics')
    expect(answer.status).toBe(404)
    expect(JSON.stringify(answer.body)).not.toContain('spacedrop_')
  })
})

describe('readiness', () => {
  it('is reported while database, tables and catalogue are available', async () => {
    expect(await site.guest().get('/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await site.guest().get('/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
  })

  it('ends when migrations are missing, and lists the missing tables', async () => {
    await site.db.asOwner('alter table job_turns rename to job_turns_gone')
    const answer = await site.guest().get('/ready')
    await site.db.asOwner('alter table job_turns_gone rename to job_turns')
    expect(answer).toMatchObject({ status: 503, body: { status: 'migrations missing', missing: ['job_turns'] } })
    expect((await site.guest().get('/ready')).status).toBe(200)
  })

  it('ends when a column is missing', async () => {
    await site.db.asOwner('alter table players drop column house')
    expect((await site.guest().get('/ready')).body).toEqual({ status: 'migrations missing', missing: ['players'] })
    await site.db.asOwner('alter table players add column house boolean not null default false')
    expect((await site.guest().get('/ready')).status).toBe(200)
  })
})
