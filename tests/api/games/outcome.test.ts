// What a game gave, read by its key after its page was left: nothing is performed, and only what the player still owns is listed.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcomeReplySchema } from '../../../src/protocol/outcome.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { targetFrom, win, winForContract } from '../../support/players/games.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const UNKNOWN = { success: true, status: 'unknown', won: [], lost: false }

describe.each(SUITE_KINDS)('the outcome of a key on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    await site.close()
  })

  const balanceOf = async (player: Browser): Promise<number> => (await player.get('/api/user/get')).body.user.balance

  const outcome = async (player: Browser, key: string) =>
    outcomeReplySchema.parse((await player.get(`/api/user/outcome?key=${key}`)).body)

  it('is unknown for a request that never arrived, and charges nothing', async () => {
    const player = await site.newPlayer()
    const key = randomUUID()
    expect(await outcome(player, key)).toEqual(UNKNOWN)
    expect(await balanceOf(player)).toBe(10_000)
    expect((await player.get('/api/user/items')).body.items).toEqual([])
    // Reading it has not used it up.
    const { body } = await player.post('/api/case/orion/open', { count: 1 }, { 'idempotency-key': key })
    expect(body).toMatchObject({ success: true })
  })

  it.each([1, 10])(
    'of %i openings lists the drops, in any case of the key, and reading it changes nothing',
    async (count) => {
      const player = await site.newPlayer()
      const key = randomUUID()
      const { body } = await player.post('/api/case/orion/open', { count }, { 'idempotency-key': key.toUpperCase() })
      const found = await outcome(player, key.toUpperCase())
      expect(found).toMatchObject({ status: 'done', lost: false })
      const ids = (drops: readonly { id: string }[]): string[] => drops.map(({ id }) => id).sort()
      expect(ids(found.won)).toEqual(ids(body.drops))
      expect(found.won.every((item, at) => at === 0 || item.won_price <= (found.won[at - 1]?.won_price ?? 0))).toBe(
        true,
      )
      expect(await outcome(player, key)).toEqual(found)
      expect(await balanceOf(player)).toBe(body.balance)
    },
  )

  it('leaves out what was sold meanwhile', async () => {
    const player = await site.newPlayer()
    const key = randomUUID()
    const { body } = await player.post('/api/case/orion/open', { count: 2 }, { 'idempotency-key': key })
    const [sold, kept] = body.drops
    await player.post('/api/user/items/sell', { ids: [sold.id], isAll: false })
    expect((await outcome(player, key)).won.map(({ id }) => id)).toEqual([kept.id])
    await player.post('/api/user/items/sell', { ids: [kept.id], isAll: false })
    expect(await outcome(player, key)).toEqual({ ...UNKNOWN, status: 'done' })
  })

  it('of upgrades lists the target, or says that they did not succeed', async () => {
    const player = await site.newPlayer()
    const seen = new Set<boolean>()
    for (let tries = 0; seen.size < 2 && tries < 60; tries++) {
      const key = randomUUID()
      const body = { ids: [], balance: 50, side: 'over', ...(await targetFrom(player, 100)) }
      const reply = (await player.post('/api/upgrade', body, { 'idempotency-key': key })).body
      expect(reply).toMatchObject({ success: true })
      const found = await outcome(player, key)
      expect(found.lost).toBe(!reply.won)
      expect(found.won.map(({ id, source }) => ({ id, source }))).toEqual(
        reply.won ? [{ id: reply.id, source: 'upgrade' }] : [],
      )
      seen.add(reply.won)
    }
    expect(seen.size).toBe(2)
  })

  it('of a contract lists its result', async () => {
    const player = await site.newPlayer()
    const ids = (await winForContract(player, 3)).map(({ id }) => id)
    const { table } = (await player.post('/api/contract/preview', { ids })).body
    const key = randomUUID()
    const { body } = await player.post('/api/contract', { ids, oddsHash: table.oddsHash }, { 'idempotency-key': key })
    expect((await outcome(player, key)).won).toMatchObject([{ id: body.drop.id, source: 'contract' }])
  })

  it("tells nothing about another player's key, nothing for a sale, and nothing to guests", async () => {
    const [player, other] = [await site.newPlayer(), await site.newPlayer()]
    const key = randomUUID()
    const [item] = await win(player, 1)
    await player.post('/api/case/orion/open', { count: 1 }, { 'idempotency-key': key })
    expect(await outcome(other, key)).toEqual(UNKNOWN)
    const sale = randomUUID()
    await player.post('/api/user/items/sell', { ids: [item?.id], isAll: false }, { 'idempotency-key': sale })
    expect(await outcome(player, sale)).toEqual({ ...UNKNOWN, status: 'done' })
    expect((await site.guest().get(`/api/user/outcome?key=${key}`)).status).toBe(401)
    expect((await player.get('/api/user/outcome?key=1')).status).toBe(400)
    expect((await player.get('/api/user/outcome')).status).toBe(400)
  })
})
