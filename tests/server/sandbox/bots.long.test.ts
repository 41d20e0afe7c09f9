// The sandbox's bots as they run: the same twelve at every start, quiet while nobody looks, and an hour of them in the ledger.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryRows } from '../../../src/server/db/database.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { openBots } from '../../../src/server/sandbox/bots.ts'
import { type BotSite, openBotSite } from '../../support/players/bots.ts'

let site: BotSite
let isWatched = true

async function open(): Promise<BotSite> {
  site = await openBotSite('long', { parts: { isWatched: () => isWatched } })
  return site
}

afterEach(async () => {
  vi.useRealTimers()
  isWatched = true
  expect((await checkLedger(site.db)).difference).toBeUndefined()
  expect(site.errors).toEqual([])
  await site.close()
})

async function countOf(query: string): Promise<number> {
  const [row] = await queryRows<{ count: number }>(site.db.queries, `select count(*)::int as count from ${query}`)
  return row?.count ?? 0
}

describe('bots', () => {
  it('play an hour: the ledger adds up, every game is played, and their rows stay within the documented number', async () => {
    await open()
    await site.drawRaffles()
    const rowsBefore = await rowsOfAll()
    await site.play(60)
    for (const game of ['case', 'upgrade', 'contract', 'wheel']) {
      expect(await countOf(`rolls where game = '${game}'`), game).toBeGreaterThan(20)
    }
    expect(await countOf(`battles where state = 'settled'`)).toBeGreaterThan(25)
    expect(await countOf('battles')).toBeLessThan(110)
    expect(await countOf(`items where state = 'owned'`)).toBeLessThan(12 * 60)
    // docs/retention.md
    expect((await rowsOfAll()) - rowsBefore).toBeLessThan(15_000)
  }, 600_000)

  it('are the same twelve after a restart, without a second welcome bonus', async () => {
    await open()
    const { services, components } = site
    const log = components.log
    const again = await openBots({
      services,
      lease: components.lease,
      now: components.now,
      seed: 'again',
      isWatched: () => true,
      log,
    })
    expect(again.playerIds).toEqual(site.bots.playerIds)
    expect(await countOf('players where house')).toBe(12)
    expect(await countOf('transfers')).toBe(12)
  })

  it('play when somebody looks, and not while nobody does', async () => {
    await open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    isWatched = false
    site.bots.start()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await countOf('rolls')).toBe(0)
    expect(await countOf('battles')).toBe(0)
    isWatched = true
    await vi.advanceTimersByTimeAsync(3_000)
    await vi.waitFor(async () => expect(await countOf('battles')).toBeGreaterThanOrEqual(2), { timeout: 20_000 })
    await vi.advanceTimersByTimeAsync(60_000)
    await vi.waitFor(async () => expect(await countOf('rolls')).toBeGreaterThan(0), { timeout: 20_000 })
    await site.bots.stop()
    expect(vi.getTimerCount()).toBe(0)
    const [rolls, battles] = [await countOf('rolls'), await countOf('battles')]
    await vi.advanceTimersByTimeAsync(600_000)
    expect([await countOf('rolls'), await countOf('battles')]).toEqual([rolls, battles])
  })
})

/** Returns how many rows all tables have. */
async function rowsOfAll(): Promise<number> {
  const tables = await queryRows<{ name: string }>(
    site.db.queries,
    `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
  )
  let rows = 0
  for (const { name } of tables) rows += await countOf(name)
  return rows
}
