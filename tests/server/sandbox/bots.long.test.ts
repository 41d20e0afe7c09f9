// The sandbox's bots: they open cases through the same services, do not count as visitors, and can be stopped.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryRows } from '../../../src/server/db/database.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { type Bots, startBots } from '../../../src/server/sandbox/bots.ts'
import { openTestSite, type TestSite } from '../../support/site.ts'

let site: TestSite
let bots: Bots | undefined
let warnings: unknown[]
let nowMs = Date.now()

beforeEach(async () => {
  site = await openTestSite('pglite', { now: () => nowMs })
  warnings = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(async () => {
  await bots?.stop()
  vi.useRealTimers()
  expect((await checkLedger(site.db)).difference).toBeUndefined()
  expect(warnings).toEqual([])
  await site.close()
})

/** Starts them with a random source that returns the same value each time. */
async function start(chance: number): Promise<void> {
  bots = await startBots({
    services: site.services,
    lease: site.components.lease,
    random: () => chance,
    log: { error: (fields) => warnings.push(fields) },
  })
}

async function rowsOf(query: string): Promise<Record<string, unknown>[]> {
  const rows = await queryRows<Record<string, unknown>>(site.db.queries, query)
  return rows
}

/** One move of all bots: advances the pause, and waits until each of them pauses again. */
async function advanceAllBots(): Promise<void> {
  const players = vi.getTimerCount()
  nowMs += 45_000
  await vi.advanceTimersByTimeAsync(45_000)
  while (vi.getTimerCount() < players) await new Promise((resolve) => setImmediate(resolve))
}

it('twelve bots open cases that they can pay for, visible to everyone', async () => {
  await start(0.7)
  await advanceAllBots()
  const { cases, users } = site.services.live.statistic()
  expect(cases).toBeGreaterThanOrEqual(12)
  // Users are counted as cases are: all that play.
  expect(users).toBe(12)
  const { all } = await site.services.live.feed()
  expect(all).toHaveLength(10)
  expect(new Set(all.map(({ user }) => user.username)).size).toBeGreaterThan(1)
  expect(await rowsOf("select count(*)::int as bots from players where house and steamid not like '7656%'")).toEqual([
    { bots: 12 },
  ])
})

it('bots sell what they won before their balance is empty', async () => {
  await start(0.3)
  await advanceAllBots()
  expect(await rowsOf("select count(*)::int as owned from items where state = 'owned'")).toEqual([{ owned: 0 }])
})

it('bots sell everything when they cannot pay for any case', async () => {
  await start(0.7)
  await advanceAllBots()
  await site.db.transaction((tx) => tx.execute('update accounts set balance = 0 where id >= 1000'))
  await advanceAllBots()
  expect(await rowsOf("select count(*)::int as owned from items where state = 'owned'")).toEqual([{ owned: 0 }])
  // The test returns what it took from them before the ledger check.
  await site.db.queries.execute(`update accounts set balance =
    (select sum(amount) from entries where account_id = accounts.id) where id >= 1000`)
})

it('bots are the same twelve after a restart, without a second welcome bonus', async () => {
  await start(0.7)
  await bots?.stop()
  await start(0.7)
  expect(await rowsOf('select count(*)::int as players from players')).toEqual([{ players: 12 }])
  expect(await rowsOf('select count(*)::int as grants from transfers')).toEqual([{ grants: 12 }])
})

it('bots do nothing once they are stopped', async () => {
  await start(0.7)
  await bots?.stop()
  expect(vi.getTimerCount()).toBe(0)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(site.services.live.statistic().cases).toBe(0)
})
