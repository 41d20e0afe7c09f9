// Items whose price fell: sold and staked at what they were won at for a day, then at the lower price, and shown so everywhere.
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { timeOfId } from '../../../src/server/base/ids.ts'
import type { LoadedCatalogue } from '../../../src/server/catalogue/loaded-catalogue.ts'
import { heldItems, itemEnds, items as itemsTable, transfers } from '../../../src/server/db/schema.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { TestProvider } from '../../support/outside/payment-provider.ts'
import { signContract, win } from '../../support/players/games.ts'
import { depositPaid, depositWithBonus, giftAccountOf, lockedIn, spendFreeMoney } from '../../support/players/gifts.ts'
import { newTrader, setStock, withdraw } from '../../support/players/withdrawals.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const HOUR_MS = 3_600_000
const CASE = 'zero-gravity'

describe.each(SUITE_KINDS)('items whose price fell, on %s', (kind) => {
  let site: TestSite
  let player: Browser
  let original: LoadedCatalogue
  let current: LoadedCatalogue
  let aheadMs = 0
  /** The time while it stands still. */
  let fixedMs: number | undefined

  beforeAll(async () => {
    const payments = { providers: [new TestProvider()], standIn: undefined }
    site = await openTestSite(kind, { payments, now: () => fixedMs ?? Date.now() + aheadMs })
    original = site.catalogue.current
    Object.defineProperty(site.catalogue, 'current', { get: () => current })
  })

  beforeEach(async () => {
    current = original
    aheadMs = 0
    fixedMs = undefined
    player = await site.newPlayer()
  })

  afterAll(async () => {
    const { difference } = await checkLedger(site.db)
    await site.close()
    expect(difference).toBeUndefined()
  })

  /** Changes the price of everything to a percentage of what it was. */
  function setPrices(percent: number): void {
    const { catalogue } = original
    const items = [...catalogue.items].map(([id, item]) => {
      const priceCents = cents(Math.max(1, Math.floor((item.priceCents * percent) / 100)))
      return [id, { ...item, priceCents }] as const
    })
    current = { ...original, catalogue: { ...catalogue, items: new Map(items) } }
  }

  const sell = async (ids: readonly string[], isAll = false) =>
    (await player.post('/api/user/items/sell', { ids, isAll })).body
  const shown = async (query = '') => (await player.get(`/api/user/items${query}`)).body
  const half = (price: number): number => Math.max(1, Math.floor(price / 2))
  const sumOf = (prices: readonly number[]): number => prices.reduce((sum, price) => sum + price, 0)

  it('sell at what they were won at for a day', async () => {
    const [won] = await win(player, 1, CASE)
    setPrices(50)
    aheadMs = 24 * HOUR_MS - 60_000
    expect((await shown()).items[0]).toMatchObject({ price: won?.price, won_price: won?.price })
    expect(await sell([won?.id ?? ''])).toMatchObject({ success: true, sum: won?.price })
  })

  it('sell at their price now from then on, and no higher when it rose', async () => {
    const [one, other] = await win(player, 2, CASE)
    aheadMs = 24 * HOUR_MS
    setPrices(200)
    expect(await sell([one?.id ?? ''])).toMatchObject({ sum: one?.price })
    setPrices(50)
    expect((await shown()).items[0]).toMatchObject({ price: half(other?.price ?? 0), won_price: other?.price })
    expect(await sell([other?.id ?? ''])).toMatchObject({ sum: half(other?.price ?? 0) })
  })

  describe('since the page showed their sum', () => {
    const sellSeen = async (sum: number, ids: readonly string[], isAll = false, path = '') =>
      (await player.post(`/api/user/items/sell${path}`, { ids, isAll, sum })).body
    const balance = async (): Promise<number> => (await player.get('/api/user/get')).body.user.balance

    it.each([
      ['one item', 1, false, ''],
      ['several items', 3, false, ''],
      ['all items', 3, true, ''],
      ['the drops of an opening', 3, false, '/case'],
      ['all of an opening', 3, true, '/case'],
    ] as const)('are not sold for less than it; with the new sum they are: %s', async (_, count, isAll, path) => {
      const won = await win(player, count, CASE)
      const ids = isAll && path === '' ? [] : won.map(({ id }) => id)
      const [seen, now] = [sumOf(won.map(({ price }) => price)), sumOf(won.map(({ price }) => half(price)))]
      setPrices(50)
      aheadMs = 25 * HOUR_MS
      const before = await balance()
      const refused = await sellSeen(seen, ids, isAll, path)
      expect(refused).toMatchObject({ success: false, code: 'sum-changed', sum: now })
      expect(refused.message).toContain('sells for $')
      expect(await balance()).toBe(before)
      expect(await sellSeen(now, ids, isAll, path)).toMatchObject({ success: true, sum: now, sold: count })
    })

    it('are sold for more than it, and without it as ever', async () => {
      const [won, other] = await win(player, 2, CASE)
      expect(await sellSeen((won?.price ?? 0) - 1, [won?.id ?? ''])).toMatchObject({ success: true, sum: won?.price })
      setPrices(50)
      aheadMs = 25 * HOUR_MS
      expect(await sell([other?.id ?? ''])).toMatchObject({ success: true, sum: half(other?.price ?? 0) })
    })

    it('leave what is held out of it: a sale of everything else goes on', async () => {
      const won = await win(player, 3, CASE)
      const [{ itemId } = { itemId: '' }] = await site.db.queries
        .select({ itemId: itemsTable.itemId })
        .from(itemsTable)
        .where(eq(itemsTable.id, won[0]?.id ?? ''))
      await site.db.queries.insert(heldItems).values({ itemId, seen: cents(100), since: new Date() })
      const answer = await sellSeen(sumOf(won.map(({ price }) => price)), [], true)
      await site.db.queries.delete(heldItems)
      expect(['item-held', undefined]).toContain(answer.code)
      const others = answer.success ? answer.sum : 0
      expect(await balance()).toBe((await player.get('/api/user/get')).body.user.balance)
      expect(others).toBeLessThan(sumOf(won.map(({ price }) => price)))
    })
  })

  it('are shown at what selling all of them pays', async () => {
    const old = await win(player, 4, CASE)
    aheadMs = 24 * HOUR_MS
    setPrices(50)
    const expected = sumOf(old.map(({ price }) => half(price)))
    expect((await shown()).total).toMatchObject({ count: 4, sum: expected })
    const { rarity } = (await shown()).items[0].item
    const filtered = await shown(`?rarity=${rarity}`)
    expect(filtered.total.sum).toBe(sumOf(filtered.items.map(({ price }: { price: number }) => price)))
    expect((await player.get('/api/user/account')).body.items).toEqual({ count: 4, worth: expected })
    expect(await sell([], true)).toMatchObject({ sum: expected, sold: 4 })
    expect((await player.get('/api/user/account')).body.items).toEqual({ count: 0, worth: 0 })
  })

  it('are shown at their value after every change of items, prices and time', async () => {
    const isRight = async () => {
      const { items, total } = await shown()
      expect(total).toEqual({ count: items.length, sum: sumOf(items.map(({ price }: { price: number }) => price)) })
      expect((await player.get('/api/user/account')).body.items).toEqual({ count: items.length, worth: total.sum })
      return total.sum
    }
    const first = await win(player, 3, CASE)
    setPrices(50)
    const atFirst = await isRight()
    const second = await win(player, 3, CASE)
    await isRight()
    // The first items become a day old, then the others, without a change of the account.
    const betweenMs = 24 * HOUR_MS + timeOfId(second[0]?.id ?? '') - 1
    fixedMs = betweenMs
    const inBetween = await isRight()
    fixedMs = undefined
    aheadMs = 24 * HOUR_MS
    const atLast = await isRight()
    expect(atFirst).toBe(sumOf(first.map(({ price }) => price)))
    expect(inBetween).toBe(sumOf([...first.map(({ price }) => half(price)), ...second.map(({ price }) => price)]))
    expect(atLast).toBe(sumOf([...first, ...second].map(({ price }) => half(price))))
    // A clock that was set back.
    fixedMs = betweenMs
    expect(await isRight()).toBe(inBetween)
    fixedMs = undefined
    setPrices(25)
    expect(await isRight()).toBeLessThan(atLast)
    await sell([first[0]?.id ?? '', second[0]?.id ?? ''])
    await isRight()
    setPrices(100)
    expect(await isRight()).toBe(sumOf([...first.slice(1), ...second.slice(1)].map(({ price }) => price)))
    await win(player, 1, CASE)
    await isRight()
  })

  it('sell together with what else their opening gave', async () => {
    const old = await win(player, 3, CASE)
    aheadMs = 24 * HOUR_MS
    setPrices(50)
    const body = { ids: [old[0]?.id], isAll: true }
    const { sum, sold } = (await player.post('/api/user/items/sell/case', body)).body
    expect({ sum, sold }).toEqual({ sum: sumOf(old.map(({ price }) => half(price))), sold: 3 })
  })

  it('are staked on an upgrade at the lower price', async () => {
    const [won] = await win(player, 1, CASE)
    aheadMs = 24 * HOUR_MS
    setPrices(50)
    const value = half(won?.price ?? 0)
    const { items } = (await player.get(`/api/upgrade/targets?min=${value * 2}`)).body
    const [target] = items
    const body = { ids: [won?.id], balance: 0, target: target.item.id, price: target.price, side: 'under' }
    const stale = await player.post('/api/upgrade', { ...body, stake: won?.price })
    expect(stale.body).toMatchObject({ success: false, code: 'odds-changed' })
    expect((await player.post('/api/upgrade', body)).body).toMatchObject({ success: true, stake: value })
  })

  it('are staked on a contract at the lower price', async () => {
    const old = await win(player, 5, 'escape-velocity')
    aheadMs = 24 * HOUR_MS
    setPrices(50)
    const { body } = await signContract(player, old)
    expect(body).toMatchObject({ success: true, sum: sumOf(old.map(({ price }) => half(price))) })
  })

  it('are replaced at the lower price', async () => {
    player = await newTrader(site)
    await setStock(site, player, 'none')
    const [won] = await win(player, 1, 'orion')
    aheadMs = 24 * HOUR_MS
    setPrices(50)
    await withdraw(player, [won?.id ?? ''])
    await site.jobs.withdrawals.runOnce()
    const value = half(won?.price ?? 0)
    expect((await player.get(`/api/user/withdrawals/quote?id=${won?.id}`)).body).toMatchObject({ success: true, value })
    const { items } = (await player.get(`/api/upgrade/targets?max=${value}&sort=dear`)).body
    const [target] = items.toReversed()
    const replace = (rest: number) =>
      player.post('/api/user/items/replace', { id: won?.id, with: [target.item.id], rest })
    const stale = await replace((won?.price ?? 0) - target.price)
    expect(stale.body).toMatchObject({ success: false, code: 'target-price' })
    const rest = value - target.price
    expect((await replace(rest)).body).toMatchObject({ success: true, rest })
  })

  it('are taken at the lower price for a deposit that goes back', async () => {
    const order = await depositPaid(site, player, 100)
    for (let times = 0; times < 2; times++) await win(player, 10, 'escape-velocity')
    aheadMs = 24 * HOUR_MS
    setPrices(50)
    await site.services.settlement.apply(order, { kind: 'refunded' })
    const sold = await site.db.queries
      .select({ price: itemsTable.price, value: itemEnds.value })
      .from(itemEnds)
      .innerJoin(itemsTable, eq(itemsTable.id, itemEnds.itemId))
      .innerJoin(transfers, and(eq(transfers.id, itemEnds.transferId), eq(transfers.kind, 'reclaim')))
      .where(eq(itemsTable.playerId, player.playerId))
    expect(sold.length).toBeGreaterThan(0)
    for (const { price, value } of sold) expect(value ?? price).toBe(half(price))
  })

  it('keep the proportion of their locked part', async () => {
    await depositWithBonus(site, player, 30)
    await spendFreeMoney(site, player, 'escape-velocity', 1)
    const [won] = await win(player, 1, CASE)
    const locked = await lockedIn(site, won?.id ?? '')
    expect(locked).toBeGreaterThan(0)
    aheadMs = 24 * HOUR_MS
    setPrices(50)
    const before = await giftAccountOf(site, player.playerId)
    const value = half(won?.price ?? 0)
    await sell([won?.id ?? ''])
    const after = await giftAccountOf(site, player.playerId)
    expect(after.lockedCents - before.lockedCents).toBe(Math.ceil((value * locked) / (won?.price ?? 1)))
    await depositPaid(site, player, 10)
  })
})
