// Items whose price is held: nobody wins, sells, stakes or withdraws them until the price is decided, and everything else goes on.
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CASE_ITEMS } from '../../../src/game/base/economy.ts'
import { cents } from '../../../src/game/base/money.ts'
import type { Case } from '../../../src/game/catalogue/catalogue.ts'
import { NO_PRICE_STATE } from '../../../src/game/prices/price-rules.ts'
import { addPublishedOdds, type LoadedCatalogue } from '../../../src/server/catalogue/loaded-catalogue.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { heldItems, items as itemsTable } from '../../../src/server/db/schema.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { TestProvider } from '../../support/outside/payment-provider.ts'
import { createBattle, joinBattle } from '../../support/players/battles.ts'
import { targetFrom, win, winForContract } from '../../support/players/games.ts'
import { depositPaid } from '../../support/players/gifts.ts'
import { newTrader, setStock, turnOver, withdraw, withdrawalsOf } from '../../support/players/withdrawals.ts'
import { recordCatalogue } from '../../support/shop/shop.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const HOUR_MS = 3_600_000
const CASE = 'zero-gravity'

describe.each(SUITE_KINDS)('items whose price is held, on %s', (kind) => {
  let site: TestSite
  let player: Browser
  let shop: Extract<Awaited<ReturnType<typeof readCatalogue>>, { ok: true }>
  let current: LoadedCatalogue
  let nowMs = Date.now()

  beforeAll(async () => {
    const payments = { providers: [new TestProvider()], standIn: undefined }
    site = await openTestSite(kind, { payments, now: () => nowMs })
    const reading = await readCatalogue({ folder: 'data', pictures: 'public/assets/img/cases' })
    if (!reading.ok) throw new Error('The catalogue was refused')
    shop = reading
    Object.defineProperty(site.catalogue, 'current', { get: () => current })
    current = addPublishedOdds(shop)
  })

  beforeEach(async () => {
    nowMs = Date.now()
    await hold()
    player = await newTrader(site)
  })

  // Nothing is lost or doubled while items are held.
  afterEach(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })

  afterAll(() => site.close())

  /** Publishes the catalogue with these items held; this instance reads it later with `isLate`. */
  async function hold(ids: readonly string[] = [], isLate = false): Promise<void> {
    const held = new Map(ids.map((id) => [id, { seenCents: cents(100), sinceMs: nowMs }]))
    const next = addPublishedOdds({ ...shop, priceState: { ...NO_PRICE_STATE, held } })
    await recordCatalogue(site.db, next)
    if (!isLate) current = next
  }

  const kindOf = async (id: string): Promise<string> => {
    const [row] = await site.db.queries
      .select({ itemId: itemsTable.itemId })
      .from(itemsTable)
      .where(eq(itemsTable.id, id))
    return row?.itemId ?? ''
  }
  const sell = async (ids: readonly string[], isAll = false, path = '') =>
    (await player.post(`/api/user/items/sell${path}`, { ids, isAll })).body
  const shown = async () =>
    (await player.get('/api/user/items')).body.items as { id: string; wait?: { reason: string } }[]
  const boxOf = (url: string): Case => {
    const box = shop.catalogue.cases.get(url)
    if (box === undefined) throw new Error(`No case ${url}`)
    return box
  }
  /** The items without which a case pauses. */
  const neededBy = (url: string): string[] =>
    boxOf(url)
      .entries.slice(CASE_ITEMS.least - 1)
      .map(({ item }) => item.id)

  /** Returns won items of which the first is of another kind than the others. */
  async function winTwoKinds(): Promise<{ held: string; others: string[] }> {
    for (;;) {
      const won = await win(player, 5, CASE)
      const kinds = await Promise.all(won.map(({ id }) => kindOf(id)))
      const others = won.filter((_, at) => kinds[at] !== kinds[0]).map(({ id }) => id)
      if (others.length === won.length - 1) return { held: won[0]?.id ?? '', others }
      await sell([], true)
    }
  }

  it.each([false, true])('are not sold, and are shown with it; on an instance that is late: %s', async (isLate) => {
    const { held, others } = await winTwoKinds()
    await hold([await kindOf(held)], isLate)
    expect((await shown()).filter((item) => item.wait?.reason === 'price').map(({ id }) => id)).toEqual([held])
    expect(await sell([held])).toMatchObject({ success: false, code: 'item-held' })
    expect(await sell([held, ...others])).toMatchObject({ success: false, code: 'item-held' })
    expect(await sell([held], false, '/case')).toMatchObject({ success: false, code: 'item-held' })
    expect(await sell(others.slice(1))).toMatchObject({ success: true, sold: 3, held: 0 })
    const rest = await sell([], true)
    expect(rest).toMatchObject({ success: true, sold: 1, held: 1 })
    expect(rest.message).toMatch(/1 item stays: its price is being checked\.$/)
    expect(await sell([], true)).toMatchObject({ success: false, code: 'item-held' })
    await hold()
    expect((await shown()).map((item) => item.wait)).toEqual([undefined])
    expect(await sell([held])).toMatchObject({ success: true, sold: 1 })
    expect(await sell([], true)).toMatchObject({ success: false, code: 'nothing-selected' })
  })

  it('stay when everything of their opening is sold', async () => {
    const { held, others } = await winTwoKinds()
    await hold([await kindOf(held)])
    expect(await sell([others[0] ?? ''], true, '/case')).toMatchObject({ success: true, sold: 4, held: 1 })
  })

  it.each([false, true])('are neither stakes nor targets of upgrades; late: %s', async (isLate) => {
    const { held, others } = await winTwoKinds()
    const target = await targetFrom(player, 5_000)
    const upgrade = async (ids: readonly string[], balance: number, to = target) =>
      (await player.post('/api/upgrade', { ids, balance, side: 'under', ...to })).body
    await hold([await kindOf(held), target.target], isLate)
    expect(await upgrade([held], 1_000, await targetFrom(player, 6_000))).toMatchObject({ code: 'item-held' })
    expect(await upgrade([others[0] ?? ''], 1_000)).toMatchObject({ success: false, code: 'item-held' })
    expect(await upgrade([others[0] ?? ''], 1_000, await targetFrom(player, 6_000))).toMatchObject({ success: true })
    if (!isLate) {
      const { body } = await player.get('/api/upgrade/targets?min=5000&sort=cheap')
      expect(body.items.map(({ item }: { item: { id: string } }) => item.id)).not.toContain(target.target)
    }
    await hold()
    expect(await upgrade([held], 1_000)).toMatchObject({ success: true })
  })

  it.each([false, true])('are neither put into contracts nor their results; late: %s', async (isLate) => {
    const ids = (await winForContract(player, 3)).map(({ id }) => id)
    const preview = async () => (await player.post('/api/contract/preview', { ids })).body
    const sign = async (oddsHash: string) => (await player.post('/api/contract', { ids, oddsHash })).body
    const { table } = await preview()
    const own = await Promise.all(ids.map(kindOf))
    await hold([own[0] ?? ''], isLate)
    expect(await preview()).toMatchObject({ code: 'item-held' })
    expect(await sign(table.oddsHash)).toMatchObject({ success: false, code: 'item-held' })
    const results: string[] = table.entries.map(({ item }: { item: { id: string } }) => item.id)
    await hold(
      results.filter((id) => !own.includes(id)),
      isLate,
    )
    expect((await sign(table.oddsHash)).success).toBe(false)
    await hold()
    expect(await sign(table.oddsHash)).toMatchObject({ success: true })
  })

  it('leave cases at once; what cannot be sold without them is paused with its reason, for battles too', async () => {
    const held = neededBy(CASE)
    await hold(held)
    expect((await player.post(`/api/case/${CASE}/open`, { count: 1 })).body).toMatchObject({ code: 'case-paused' })
    expect((await player.post(`/api/case/${CASE}/open`, { count: 1, demo: true })).body.code).toBe('case-paused')
    const view = (await player.get(`/api/case/${CASE}`)).body
    expect(view.case).toMatchObject({ enabled: false, paused: true })
    const { price } = view.case
    const terms = { format: '1v1', mode: 'normal', crazy: false, fast: true, isPrivate: false, percent: 100, fund: 0 }
    const battle = await player.post('/api/battles', { ...terms, rounds: [CASE], price, seed: 'creator' })
    expect(battle.body).toMatchObject({ success: false, code: 'case-paused' })
    const last = boxOf(CASE).entries.at(-1)?.item.id ?? ''
    await hold([last])
    const open = (await player.get(`/api/case/${CASE}`)).body.case
    expect(open.enabled).toBe(true)
    expect(open.contents.map(({ item }: { item: { id: string } }) => item.id)).not.toContain(last)
    expect(await win(player, 10, CASE)).toHaveLength(10)
  })

  it('end open battles about them', async () => {
    const [creator, other] = [await site.newPlayer(), await site.newPlayer()]
    const battle = await createBattle(creator, boxOf(CASE))
    await hold([boxOf(CASE).entries.at(-1)?.item.id ?? ''])
    const body = { slot: 2, percent: 100, pays: battle.price, seed: 'joiner' }
    expect((await other.post(`/api/battles/${battle.id}/join`, body)).body.success).toBe(false)
    await site.jobs.battles.runOnce()
    expect((await creator.get(`/api/battles/${battle.id}`)).body.battle.state).not.toBe('open')
    expect((await creator.get('/api/user/get')).body.user.balance).toBe(10_000)
  })

  it('are given by a battle that was locked before, and stay with their winner', async () => {
    const [creator, other] = [await site.newPlayer(), await site.newPlayer()]
    const battle = await createBattle(creator, boxOf(CASE))
    await joinBattle(other, battle, 2)
    await hold(boxOf(CASE).entries.map(({ item }) => item.id))
    nowMs += HOUR_MS
    await site.jobs.battles.runOnce()
    nowMs += HOUR_MS
    await site.jobs.battles.runOnce()
    const owners = [creator, other]
    const won = await Promise.all(owners.map(async (who) => (await who.get('/api/user/items')).body.items))
    expect(won.flat().length).toBeGreaterThan(0)
    expect(won.flat().every((item: { wait?: { reason: string } }) => item.wait?.reason === 'price')).toBe(true)
  })

  it('leave the wheel, and pause free cases that nothing else is left of', async () => {
    const { wheel, freeCases } = shop.rewards
    const sectors = wheel.sectors.flatMap(({ prize }) => (prize.kind === 'item' ? [prize.item.id] : []))
    const free = freeCases.flatMap(({ entries }) => entries.map(({ item }) => item.id))
    await depositPaid(site, player, 100)
    await hold([...sectors, ...free])
    const seen = (await player.get('/api/wheel')).body
    expect((await player.get('/api/free_case')).body.cases.map(({ paused }: { paused?: true }) => paused)).toEqual([
      true,
      true,
      true,
    ])
    expect((await player.post('/api/free_case/spark/open', {})).body).toMatchObject({ code: 'reward-paused' })
    // The shipped wheel reaches its return with money alone, and goes on.
    expect(seen.paused).toBeUndefined()
    expect(seen.sectors.map(({ prize }: { prize: { kind: string } }) => prize.kind)).not.toContain('item')
    expect((await player.post('/api/wheel/spin', { free: true, price: 0 })).body).toMatchObject({ success: true })
    await hold()
    expect((await player.post('/api/free_case/spark/open', {})).body).toMatchObject({ success: true })
  })

  it('are no prizes: an instance that is late gives none away', async () => {
    const { wheel, freeCases } = shop.rewards
    await depositPaid(site, player, 100)
    const all = [
      ...freeCases.flatMap(({ entries }) => entries.map(({ item }) => item.id)),
      ...wheel.sectors.flatMap(({ prize }) => (prize.kind === 'item' ? [prize.item.id] : [])),
    ]
    await hold(all, true)
    expect((await player.post('/api/free_case/spark/open', {})).body).toMatchObject({ code: 'reward-paused' })
    await hold()
    expect((await player.post('/api/free_case/spark/open', {})).body).toMatchObject({ success: true })
  })

  it('are not opened by an instance that is late', async () => {
    await hold(
      boxOf(CASE).entries.map(({ item }) => item.id),
      true,
    )
    const before = (await player.get('/api/user/get')).body.user.balance
    expect((await player.post(`/api/case/${CASE}/open`, { count: 3 })).body).toMatchObject({ code: 'case-paused' })
    expect((await player.get('/api/user/get')).body.user.balance).toBe(before)
    await hold()
    expect(await win(player, 3, CASE)).toHaveLength(3)
  })

  describe('that are withdrawn', () => {
    it.each([false, true])('are not requested; late: %s', async (isLate) => {
      await turnOver(player)
      const { held, others } = await winTwoKinds()
      await hold([await kindOf(held)], isLate)
      expect((await withdraw(player, [held])).body).toMatchObject({ success: false, code: 'item-held' })
      expect((await withdraw(player, [others[0] ?? ''])).body).toMatchObject({ success: true })
      await hold()
      expect((await withdraw(player, [held])).body).toMatchObject({ success: true })
    })

    it.each([false, true])('wait with the reason, and go on once the price is decided; late: %s', async (isLate) => {
      await turnOver(player)
      const [won] = await win(player, 1, CASE)
      expect((await withdraw(player, [won?.id ?? ''])).body).toMatchObject({ success: true })
      await hold([await kindOf(won?.id ?? '')], isLate)
      await site.jobs.withdrawals.runOnce()
      expect((await withdrawalsOf(player))[0]).toMatchObject({
        state: 'requested',
        wait: { reason: 'price', decided: { by: 'person', queue: 'prices' } },
      })
      await hold()
      nowMs += HOUR_MS
      await site.jobs.withdrawals.runOnce()
      expect((await withdrawalsOf(player))[0]?.state).not.toBe('requested')
    })

    it.each([false, true])('are not replaced by others, and their value is not told; late: %s', async (isLate) => {
      await turnOver(player)
      await setStock(site, player, 'none')
      const [won] = await win(player, 1, CASE)
      await withdraw(player, [won?.id ?? ''])
      await site.jobs.withdrawals.runOnce()
      const [asked] = await withdrawalsOf(player)
      const list = (await player.get(`/api/upgrade/targets?max=${asked?.price}&sort=cheap`)).body.items
      const [{ item, price }] = list
      const body = { id: won?.id, with: [item.id], rest: (asked?.price ?? 0) - price }
      await hold([await kindOf(won?.id ?? '')], isLate)
      const quote = async () => (await player.get(`/api/user/withdrawals/quote?id=${won?.id}`)).body
      expect(await quote()).toMatchObject({ success: false, code: 'item-held' })
      expect((await player.post('/api/user/items/replace', body)).body).toMatchObject({ code: 'item-held' })
      await hold()
      expect(await quote()).toMatchObject({ success: true })
      expect((await player.post('/api/user/items/replace', body)).body).toMatchObject({ success: true })
    })

    it.each([false, true])('are no replacements for another one; late: %s', async (isLate) => {
      await turnOver(player)
      await setStock(site, player, 'none')
      const [won] = await win(player, 1, CASE)
      await withdraw(player, [won?.id ?? ''])
      await site.jobs.withdrawals.runOnce()
      const [asked] = await withdrawalsOf(player)
      expect(asked?.state).toBe('unavailable')
      const list = (await player.get(`/api/upgrade/targets?max=${asked?.price}&sort=dear`)).body.items
      const [{ item, price }] = list
      const body = { id: won?.id, with: [item.id], rest: (asked?.price ?? 0) - price }
      await hold([item.id], isLate)
      expect((await player.post('/api/user/items/replace', body)).body).toMatchObject({ code: 'item-held' })
      await hold()
      expect((await player.post('/api/user/items/replace', body)).body).toMatchObject({ success: true })
    })
  })

  it('are forgotten by the database with their holds', async () => {
    await hold(['karambit-doppler.fn', ...neededBy(CASE).slice(0, 2)])
    expect(await site.db.queries.$count(heldItems)).toBe(3)
    await hold(neededBy(CASE).slice(0, 1))
    expect(await site.db.queries.$count(heldItems)).toBe(1)
  })
})
