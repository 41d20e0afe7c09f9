// Replacements for an item that cannot be bought: never more expensive, the difference to the cent, once.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { replaceReplySchema, type Withdrawal } from '../../../src/protocol/withdrawal.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { targetFrom, win } from '../../support/players/games.ts'
import { newTrader, setStock, withdraw, withdrawalsOf, withdrawNew } from '../../support/players/withdrawals.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

describe.each(SUITE_KINDS)('an item that is out of stock on %s', (kind) => {
  let site: TestSite
  let player: Browser

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  afterAll(() => site.close())

  beforeEach(async () => {
    player = await newTrader(site)
  })

  // The ledger is correct after every test.
  afterEach(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })

  const owned = async () => (await player.get('/api/user/items')).body.items as { id: string; source: string }[]
  const balance = async (): Promise<number> => (await player.get('/api/user/get')).body.user.balance

  async function unavailable(): Promise<Withdrawal> {
    await setStock(site, player, 'none')
    const [item] = await win(player, 1, 'orion')
    await withdraw(player, [item?.id ?? ''])
    await site.jobs.withdrawals.runOnce()
    return (await withdrawalsOf(player))[0] as Withdrawal
  }

  /** Returns the most expensive items up to a price. */
  async function upTo(price: number): Promise<{ id: string; price: number }[]> {
    const { body } = await player.get(`/api/upgrade/targets?max=${price}&sort=dear`)
    return body.items.map(({ item, price: cents }: { item: { id: string }; price: number }) => ({
      id: item.id,
      price: cents,
    }))
  }

  const replace = (id: string, chosen: readonly string[], rest: number, headers?: Record<string, string>) =>
    player.post('/api/user/items/replace', { id, with: chosen, rest }, headers)

  it('is replaced by one item, with the difference on the balance, once', async () => {
    const asked = await unavailable()
    const [cheap] = (await upTo(asked.price)).toReversed()
    const before = await balance()
    const won = (await player.get('/api/user/account')).body.won
    const rest = asked.price - (cheap?.price ?? 0)
    const key = { 'idempotency-key': randomUUID() }
    const first = await replace(asked.item_id, [cheap?.id ?? ''], rest, key)
    const reply = replaceReplySchema.parse(first.body)
    if (!reply.success) throw new Error(reply.message)
    expect(reply).toMatchObject({ rest, balance: before + rest, withdrawal: { id: asked.id, state: 'replaced' } })
    expect((await replace(asked.item_id, [cheap?.id ?? ''], rest, key)).body).toEqual(first.body)
    expect((await replace(asked.item_id, [cheap?.id ?? ''], rest)).body.code).toBe('item-gone')
    expect(await balance()).toBe(before + rest)
    expect(await owned()).toEqual([expect.objectContaining({ id: reply.items[0]?.id, source: 'replacement' })])
    expect((await player.get('/api/user/account')).body.won).toBe(won)
    const live = (await player.get('/api/live')).body.all as { id: string }[]
    expect(live.map(({ id }) => id)).not.toContain(reply.items[0]?.id)
  })

  it('is replaced by several, the same one twice among them; those can be withdrawn in turn', async () => {
    const asked = await unavailable()
    const [cheap] = (await upTo(Math.floor(asked.price / 3))).toReversed()
    const chosen = [cheap?.id ?? '', cheap?.id ?? '', cheap?.id ?? '']
    const rest = asked.price - 3 * (cheap?.price ?? 0)
    const { body } = await replace(asked.item_id, chosen, rest)
    expect(body).toMatchObject({ success: true, rest })
    expect(body.items).toHaveLength(3)
    await setStock(site, player, 'there')
    expect(
      (
        await withdraw(
          player,
          body.items.map(({ id }: { id: string }) => id),
        )
      ).body.withdrawals,
    ).toHaveLength(3)
  })

  it('is not replaced by a more expensive or unknown item, at an outdated price, or by nothing', async () => {
    const asked = await unavailable()
    const { target, price } = await targetFrom(player, asked.price + 1)
    const [fits] = await upTo(asked.price)
    expect((await replace(asked.item_id, [target], 0)).body.code).toBe('replacement-dear')
    expect(price).toBeGreaterThan(asked.price)
    expect((await replace(asked.item_id, ['none'], 0)).body.code).toBe('target-unknown')
    const rest = asked.price - (fits?.price ?? 0)
    expect((await replace(asked.item_id, [fits?.id ?? ''], rest + 1)).body.code).toBe('target-price')
    for (const chosen of [[], Array.from({ length: 11 }, () => fits?.id ?? '')]) {
      expect((await replace(asked.item_id, chosen, 0)).status).toBe(400)
    }
    expect((await replace(asked.item_id, [fits?.id ?? ''], -1)).status).toBe(400)
    expect((await withdrawalsOf(player))[0]?.state).toBe('unavailable')
  })

  it('is not replaced for another player, or while it is in stock', async () => {
    const asked = await unavailable()
    const [fits] = await upTo(asked.price)
    const body = { id: asked.item_id, with: [fits?.id], rest: asked.price - (fits?.price ?? 0) }
    const thief = await newTrader(site)
    expect((await thief.post('/api/user/items/replace', body)).body.code).toBe('item-gone')
    expect((await thief.post('/api/user/items/take-back', { id: asked.item_id })).body.code).toBe('item-gone')
    await setStock(site, player, 'there')
    const [waiting] = await withdrawNew(player)
    expect((await replace(waiting?.item_id ?? '', [fits?.id ?? ''], 0)).body.code).toBe('item-gone')
    expect((await player.post('/api/user/items/take-back', { id: waiting?.item_id })).body.code).toBe('item-gone')
  })

  it('has one winner when a hundred replacements and cancellations race', async () => {
    const asked = await unavailable()
    const [fits] = await upTo(asked.price)
    const before = await balance()
    const rest = asked.price - (fits?.price ?? 0)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, turn) =>
        turn % 2 === 0
          ? replace(asked.item_id, [fits?.id ?? ''], rest)
          : player.post('/api/user/items/take-back', { id: asked.item_id }),
      ),
    )
    const winners = answers.filter(({ body }) => body.success)
    expect(winners).toHaveLength(1)
    expect(await owned()).toHaveLength(1)
    expect(await balance()).toBe(before + (winners[0]?.body.rest ?? 0))
  })
})
