// The sandbox's own players: they really open cases through the same services, count as nobody's visit, and stop when told to.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { type HousePlayers, startHousePlayers } from '../../src/server/services/house-players.ts'
import { openTestSite, type TestSite } from '../support/site.ts'

let site: TestSite
let house: HousePlayers | undefined
let warnings: unknown[]
let nowMs = Date.now()

beforeEach(async () => {
  site = await openTestSite('pglite', { now: () => nowMs })
  warnings = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(async () => {
  await house?.stop()
  vi.useRealTimers()
  expect((await checkLedger(site.db)).difference).toBeUndefined()
  expect(warnings).toEqual([])
  await site.close()
})

/** Starts them with a chance that gives the same value each time. */
async function start(chance: number): Promise<void> {
  house = await startHousePlayers({
    services: site.services,
    random: () => chance,
    log: { error: (fields) => warnings.push(fields) },
  })
}

async function rowsOf(query: string): Promise<Record<string, unknown>[]> {
  const { rows } = (await site.db.queries.execute(query)) as unknown as { rows: Record<string, unknown>[] }
  return rows
}

/** Everyone's turn: lets the pause go by, and waits until each of them is pausing again. */
async function turn(): Promise<void> {
  const players = vi.getTimerCount()
  nowMs += 45_000
  await vi.advanceTimersByTimeAsync(45_000)
  while (vi.getTimerCount() < players) await new Promise((resolve) => setImmediate(resolve))
}

it('twelve of them open cases that they can pay for, and everyone sees it', async () => {
  await start(0.7)
  await turn()
  const { cases, users } = site.services.live.statistic()
  expect(cases).toBeGreaterThanOrEqual(12)
  expect(users).toBe(0)
  const { all } = await site.services.live.feed()
  expect(all).toHaveLength(10)
  expect(new Set(all.map(({ user }) => user.username)).size).toBeGreaterThan(1)
  expect(await rowsOf("select count(*)::int as house from players where house and steamid not like '7656%'")).toEqual([
    { house: 12 },
  ])
})

it('sell what they won before they run dry', async () => {
  await start(0.3)
  await turn()
  expect(await rowsOf("select count(*)::int as owned from items where state = 'owned'")).toEqual([{ owned: 0 }])
})

it('sell everything when they cannot pay for any case', async () => {
  await start(0.7)
  await turn()
  await site.db.transaction((tx) => tx.execute('update accounts set balance = 0 where id >= 1000'))
  await turn()
  expect(await rowsOf("select count(*)::int as owned from items where state = 'owned'")).toEqual([{ owned: 0 }])
  // What the test took from them has to go back before the books are checked.
  await site.db.queries.execute(`update accounts set balance =
    (select sum(amount) from entries where account_id = accounts.id) where id >= 1000`)
})

it('are the same twelve after a restart, without a second welcome', async () => {
  await start(0.7)
  await house?.stop()
  await start(0.7)
  expect(await rowsOf('select count(*)::int as players from players')).toEqual([{ players: 12 }])
  expect(await rowsOf('select count(*)::int as grants from transfers')).toEqual([{ grants: 12 }])
})

it('do nothing more once they are stopped', async () => {
  await start(0.7)
  await house?.stop()
  expect(vi.getTimerCount()).toBe(0)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(site.services.live.statistic().cases).toBe(0)
})
