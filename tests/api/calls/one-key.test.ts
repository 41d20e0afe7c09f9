// One key that arrives two hundred times in parallel, for calls whose own tests do not cover it: one effect, and one
// response for all that succeed. Those that arrive while the first is running may be refused.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { queryRows } from '../../../src/server/db/database.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { targetFrom, type Won, win, winForContract } from '../../support/players/games.ts'
import { newTrader } from '../../support/players/withdrawals.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const TIMES = 200

describe.each(SUITE_KINDS)('one key sent 200 times in parallel, on %s', (kind) => {
  let site: TestSite
  let beside: TestSite
  let player: Browser

  beforeAll(async () => {
    site = await openTestSite(kind)
    beside = await openTestSite(kind, { beside: site })
  })

  beforeEach(async () => {
    player = await newTrader(site)
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    expect(site.retries.filter((code) => code === '40P01')).toEqual([])
    await beside.close()
    await site.close()
  })

  const idsOf = (won: readonly Won[]): string[] => won.map(({ id }) => id)

  /** Sends it to two processes in turn; returns the common response. */
  async function sendAll(path: string, body: object): Promise<Record<string, unknown>> {
    const other = beside.guest()
    for (const [name, value] of player.cookies) other.cookies.set(name, value)
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: TIMES }, (_, turn) => (turn % 2 === 0 ? player : other).post(path, body, key)),
    )
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    const done = answers.filter(({ status }) => status === 200).map((answer) => answer.body)
    expect(new Set(done.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(done[0]).toMatchObject({ success: true })
    // And once more after all have finished.
    expect((await player.post(path, body, key)).body).toEqual(done[0])
    return done[0]
  }

  async function ends(ids: readonly string[]): Promise<number> {
    const list = ids.map((id) => `'${id}'`).join(',')
    const [counted] = await queryRows<{ ends: number }>(
      site.db.queries,
      `select count(*)::int as ends from item_ends where item_id in (${list})`,
    )
    return counted?.ends ?? 0
  }

  it('upgrades once', async () => {
    const won = await win(player, 2, 'stardust')
    const target = await targetFrom(player, 3 * won.reduce((sum, { price }) => sum + price, 50))
    const before = (await player.get('/api/user/get')).body.user.balance
    const { balance } = await sendAll('/api/upgrade', { ids: idsOf(won), balance: 50, side: 'over', ...target })
    expect(balance).toBe(before - 50)
    expect((await player.get('/api/user/get')).body.user.balance).toBe(balance)
    expect(await ends(idsOf(won))).toBe(2)
  })

  it('signs one contract', async () => {
    const won = await winForContract(player, 3)
    const { table } = (await player.post('/api/contract/preview', { ids: idsOf(won) })).body
    await sendAll('/api/contract', { ids: idsOf(won), oddsHash: table.oddsHash })
    expect(await ends(idsOf(won))).toBe(3)
    expect((await player.get('/api/user/items')).body.total.count).toBe(1)
  })

  it('withdraws items once', async () => {
    const won = await win(player, 3)
    await sendAll('/api/user/items/withdraw', { ids: idsOf(won) })
    expect((await player.get('/api/user/withdrawals')).body.withdrawals).toHaveLength(3)
  })
})
