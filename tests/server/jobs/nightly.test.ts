// Nightly jobs: expired rows are removed, needed rows stay, and one of several instances runs them.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryRows } from '../../../src/server/db/database.ts'
import { createJobLease } from '../../../src/server/db/job-lease.ts'
import { createNightlyJob, type NightlyJob } from '../../../src/server/jobs/nightly.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { createMetrics, type Metrics } from '../../../src/server/metrics/metrics.ts'
import { RETENTION_TABLES, removeOutdated } from '../../../src/server/services/operations/retention.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

const DAY_MS = 86_400_000
const on = async (): Promise<boolean> => true

describe.each(SUITE_KINDS)('nightly jobs on %s', (kind) => {
  let site: TestSite
  const said: { fields: object; message: string }[] = []
  const say = (fields: object, message: string): void => void said.push({ fields, message })

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  afterAll(() => site.close())

  function instance(now: () => number): { job: NightlyJob; metrics: Metrics } {
    const metrics = createMetrics({ process: false })
    const { db } = site
    const log = { info: say, error: say }
    const turns = createJobLease({ db, now })
    return {
      job: createNightlyJob({
        ...{ db, lease: turns, metrics, now, timeZone: 'Europe/Kyiv', checksLedger: true, log },
        publishing: site.services.publishing,
      }),
      metrics,
    }
  }

  async function countOf(table: string): Promise<number> {
    const rows = await queryRows<{ count: string }>(site.db.queries, sql.raw(`select count(*) as count from ${table}`))
    return Number(rows[0]?.count)
  }

  /** Makes every row of a table older. */
  const age = (table: string, columns: readonly string[], by: string): Promise<unknown> =>
    site.db.asOwner(
      `update ${table} set ${columns.map((column) => `${column} = ${column} - interval '${by}'`).join(', ')}`,
    )

  it('keep subnets of sign-ins for 60 days and devices for 366', async () => {
    const { playerId } = await site.newPlayer()
    const kinds = async (): Promise<string[]> => {
      const rows = sql`select kind from account_traces where player_id = ${playerId} order by kind`
      return (await queryRows<{ kind: string }>(site.db.queries, rows)).map((row) => row.kind)
    }
    const remove = () => removeOutdated(site.db, 'account_traces', Date.now(), on)
    await age('account_traces', ['day'], '59 days')
    await remove()
    expect(await kinds()).toEqual(['address', 'device'])
    await age('account_traces', ['day'], '3 days')
    await remove()
    expect(await kinds()).toEqual(['device'])
    await age('account_traces', ['day'], '305 days')
    await remove()
    expect(await kinds()).toEqual([])
  })

  it('keep stored responses for three days, then remove them', async () => {
    const player = await site.newPlayer()
    const key = randomUUID()
    const open = () => player.post('/api/case/orion/open', { count: 1 }, { 'idempotency-key': key })
    const first = await open()
    await age('idempotency_keys', ['at'], '71 hours')
    expect(await removeOutdated(site.db, 'idempotency_keys', Date.now(), on)).toBe(0)
    expect((await open()).body).toEqual(first.body)
    await age('idempotency_keys', ['at'], '2 hours')
    expect(await removeOutdated(site.db, 'idempotency_keys', Date.now(), on)).toBe(1)
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })

  it('keep open sessions, and remove those that ended a week ago or expired', async () => {
    const [stays, ends, runsOut] = [await site.newPlayer(), await site.newPlayer(), await site.newPlayer()]
    await ends.post('/api/user/logout')
    const before = await countOf('sessions')
    expect(await removeOutdated(site.db, 'sessions', Date.now(), on)).toBe(0)
    await site.db.asOwner(`update sessions set ended_at = ended_at - interval '8 days' where ended_at is not null`)
    await site.db.asOwner(
      `update sessions set expires_at = now() - interval '2 hours' where player_id = ${runsOut.playerId}`,
    )
    expect(await removeOutdated(site.db, 'sessions', Date.now(), on)).toBe(2)
    expect(await countOf('sessions')).toBe(before - 2)
    expect((await stays.get('/api/user/items')).status).toBe(200)
  })

  it('keep codes and nonces until an hour after their expiry', async () => {
    const player = await site.newPlayer()
    await site.services.sessions.makeCode(player.playerId)
    await site.db.queries.execute(sql`insert into steam_claims (key, expires_at) values
      ('fresh', now() + interval '5 minutes'), ('just over', now() - interval '50 minutes'), ('over', now() - interval '2 hours')`)
    expect(await removeOutdated(site.db, 'sign_in_codes', Date.now(), on)).toBe(0)
    expect(await removeOutdated(site.db, 'steam_claims', Date.now(), on)).toBe(1)
    await age('sign_in_codes', ['expires_at'], '2 hours')
    expect(await removeOutdated(site.db, 'sign_in_codes', Date.now(), on)).toBe(1)
    expect(await countOf('steam_claims')).toBe(2)
  })

  it('remove what was never played or paid after its time, and nothing that was', async () => {
    const player = await site.newPlayer()
    const rotate = () => player.post('/api/fairness/rotate', { clientSeed: 'again' })
    await rotate()
    await player.post('/api/case/first-step/open', { count: 1 })
    await rotate()
    const [url = ''] = [...site.catalogue.current.catalogue.cases.values()]
      .filter(({ enabled }) => enabled)
      .sort((one, other) => one.priceCents - other.priceCents)
      .map((box) => box.url)
    const price = site.catalogue.current.catalogue.cases.get(url)?.priceCents
    const terms = { format: '1v1', mode: 'normal', crazy: false, fast: true, isPrivate: false, percent: 100, fund: 0 }
    const create = () =>
      player.post('/api/battles', {
        ...terms,
        rounds: [url],
        price,
        seed: randomUUID().replaceAll('-', '').slice(0, 16),
      })
    const cancelled = (await create()).body.battle
    await player.post(`/api/battles/${cancelled.id}/cancel`)
    const open = (await create()).body.battle
    const pay = { method_name: 'sandbox-card', sum: 5, promocode: '', user_id: player.playerId }
    const order = (await player.post('/api/payment/create/sandbox?currency=USD', pay)).body.order
    await player.post(`/api/payment/orders/${order.id}/cancel`)
    await site.db.asOwner(`update orders set state = 'cancelled' where id = '${order.id}'`)
    const remove = async (): Promise<number[]> => {
      const removed: number[] = []
      for (const table of ['seeds', 'battle_rounds', 'orders'])
        removed.push(await removeOutdated(site.db, table, Date.now(), on))
      return removed
    }
    expect(await remove()).toEqual([0, 0, 0])
    await age('seeds', ['revealed_at'], '8 days')
    await age('battles', ['ended_at', 'expires_at'], '8 days')
    await age('orders', ['created_at'], '89 days')
    expect(await remove()).toEqual([1, 1, 0])
    await age('orders', ['created_at'], '2 days')
    expect(await remove()).toEqual([0, 0, 1])
    expect((await player.get(`/api/battles/${cancelled.id}`)).body).toMatchObject({
      battle: { state: 'cancelled', rounds: [] },
    })
    expect((await player.get(`/api/battles/${open.id}`)).body.battle.rounds).toHaveLength(1)
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    await player.post(`/api/battles/${open.id}/cancel`)
  })

  it.each([
    ['delete from battle_rounds', 'an open battle'],
    ['update battle_rounds set price = 1', 'any battle'],
    ['truncate battle_rounds', 'any battle'],
    ["delete from orders where paid_at is not null or state = 'created'", 'an open order'],
  ])('cannot do by mistake: %s of %s', async (statement) => {
    const player = await site.newPlayer()
    const [box] = [...site.catalogue.current.catalogue.cases.values()].filter(({ enabled }) => enabled)
    await player.post('/api/battles', {
      ...{ format: '1v1', mode: 'normal', crazy: false, fast: true, isPrivate: false, percent: 10, fund: 0 },
      ...{ rounds: [box?.url], price: box?.priceCents, seed: '0123456789abcdef' },
    })
    const pay = { method_name: 'sandbox-card', sum: 5, promocode: '', user_id: player.playerId }
    await player.post('/api/payment/create/sandbox?currency=USD', pay)
    await expect(site.db.asOwner(statement)).rejects.toThrow()
  })

  it('remove nothing when the process’s clock is ahead', async () => {
    const player = await site.newPlayer()
    await player.post('/api/case/orion/open', { count: 1 })
    const yearsAhead = Date.now() + 1000 * DAY_MS
    for (const table of RETENTION_TABLES) expect(await removeOutdated(site.db, table, yearsAhead, on)).toBe(0)
  })

  it('process every page of a large table', async () => {
    await site.db.queries.execute(sql`insert into steam_claims (key, expires_at)
      select repeat('x', 200) || n, now() - interval '1 day' from generate_series(1, 20000) n`)
    let pauses = 0
    const removed = await removeOutdated(site.db, 'steam_claims', Date.now(), async () => {
      pauses++
      return true
    })
    expect(removed).toBe(20_000)
    expect(pauses).toBeGreaterThan(1)
  })

  it('refuse to remove rows of a permanent table', async () => {
    await expect(removeOutdated(site.db, 'transfers', Date.now(), on)).rejects.toThrow(RangeError)
  })

  it('run once among several instances, each task, and again the next night', async () => {
    const tables = [
      'transfers',
      'rolls',
      'items',
      'odds_tables',
      'payment_notices',
      'orders',
      'consents',
      'notifications',
    ]
    const before = await Promise.all(tables.map(countOf))
    said.length = 0
    let nowMs = Date.now()
    const both = [instance(() => nowMs), instance(() => nowMs)]
    await Promise.all(both.map(({ job }) => job.runOnce()))
    const works = kind === 'pglite' ? 3 : 2
    expect(said.map(({ message }) => message)).toHaveLength(works)
    expect(said.map(({ message }) => message)).toContain('the ledger is right')
    await both[0]?.job.runOnce()
    expect(said).toHaveLength(works)
    // The job runs at 04:00 of the next night, which is up to 26 hours away: the test passes at any time of day.
    nowMs += DAY_MS + 3 * 3_600_000
    await both[1]?.job.runOnce()
    expect(said).toHaveLength(2 * works)
    expect(await Promise.all(tables.map(countOf))).toEqual(before)
  })

  it('report a broken ledger in the log and as a metric', async () => {
    said.length = 0
    const player = await site.newPlayer()
    await site.db.asOwner(`update accounts set balance = balance + 1 where id = ${player.playerId}`)
    const { job, metrics } = instance(() => Date.now() + 10 * DAY_MS)
    await job.runOnce()
    expect(said.at(-1)?.message).toMatch(/^THE LEDGER IS BROKEN/)
    expect(await metrics.registry.metrics()).toContain('spacedrop_ledger_broken 1')
    await site.db.asOwner(`update accounts set balance = balance - 1 where id = ${player.playerId}`)
  })
})
