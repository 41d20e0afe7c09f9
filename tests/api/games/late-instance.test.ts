// An instance that is late: another one has held an item, or published an edition, that this one has not read. What it refuses never depends on what
// is drawn: a refusal that did would tell the roll, which is then played where it wins most.
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import type { CaseEntry, Item } from '../../../src/game/catalogue/catalogue.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import type { LoadedCatalogue } from '../../../src/server/catalogue/loaded-catalogue.ts'
import { heldItems, items, seeds } from '../../../src/server/db/schema.ts'
import { shopEditions } from '../../../src/server/db/schema-operations.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { idempotencyKeyOf } from '../../../src/server/services/calls/idempotency.ts'
import { rollFree } from '../../../src/server/services/rolls/free-roll.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { TestProvider } from '../../support/outside/payment-provider.ts'
import { createBattle } from '../../support/players/battles.ts'
import { targetFrom, win, winForContract } from '../../support/players/games.ts'
import { depositPaid } from '../../support/players/gifts.ts'
import { newTrader, setStock, withdraw, withdrawalsOf } from '../../support/players/withdrawals.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const CASE = 'zero-gravity'
const DAY_MS = 86_400_000

describe.each(SUITE_KINDS)('an instance that is late, on %s', (kind) => {
  let site: TestSite
  let player: Browser
  let aheadMs = 0

  beforeAll(async () => {
    site = await openTestSite(kind, {
      payments: { providers: [new TestProvider()], standIn: undefined },
      now: () => Date.now() + aheadMs,
    })
  })

  beforeEach(async () => {
    aheadMs = 0
    player = await site.newPlayer()
  })

  afterEach(async () => {
    await site.db.queries.delete(heldItems)
    await site.db.asOwner('delete from shop_editions')
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })

  afterAll(() => site.close())

  const hold = async (ids: readonly string[]): Promise<void> => {
    const values = ids.map((itemId) => ({ itemId, seen: cents(100), since: new Date() }))
    await site.db.queries.insert(heldItems).values(values)
  }
  const nonceOf = async (who = player): Promise<number | undefined> => {
    const active = and(eq(seeds.playerId, who.playerId), eq(seeds.state, 'active'))
    const [row] = await site.db.queries.select({ nonce: seeds.nonce }).from(seeds).where(active)
    return row?.nonce
  }
  const balance = async (): Promise<number> => (await player.get('/api/user/get')).body.user.balance
  const boxOf = (url: string) => {
    const box = site.catalogue.current.catalogue.cases.get(url)
    if (box === undefined) throw new Error(`No case ${url}`)
    return box
  }
  /** The item of a table with the fewest tickets: it is hardly ever drawn. */
  const rarest = (entries: readonly CaseEntry[]): string =>
    entries.toSorted((one, other) => one.tickets - other.tickets)[0]?.item.id ?? ''
  const open = async (url = CASE, price?: number) =>
    (await player.post(`/api/case/${url}/open`, { count: 1, ...(price === undefined ? {} : { price }) })).body

  /** Calls a game several times: it is refused each time, takes no nonce and costs nothing. */
  async function alwaysRefused(code: string, call: () => Promise<{ code?: string }>): Promise<void> {
    const before = [await nonceOf(), await balance()]
    for (let attempt = 0; attempt < 5; attempt++) expect(await call()).toMatchObject({ success: false, code })
    expect([await nonceOf(), await balance()]).toEqual(before)
  }

  describe('about a held item', () => {
    it('opens no case that it is in, whatever is drawn, and all others', async () => {
      const held = rarest(boxOf(CASE).entries)
      await hold([held])
      await alwaysRefused('case-paused', () => open())
      const other = [...site.catalogue.current.catalogue.cases.values()].find(
        ({ enabled, priceCents, entries }) =>
          enabled && priceCents < 500 && entries.every(({ item }: { item: Item }) => item.id !== held),
      )
      expect(await open(other?.url)).toMatchObject({ success: true })
    })

    it('signs no contract that can give it', async () => {
      const ids = (await winForContract(player, 3)).map(({ id }) => id)
      const own = await site.db.queries
        .select({ itemId: items.itemId })
        .from(items)
        .where(eq(items.playerId, player.playerId))
      const { table } = (await player.post('/api/contract/preview', { ids })).body
      const entries = table.entries as { item: { id: string }; tickets: number }[]
      const [held] = entries
        .filter(({ item }) => own.every(({ itemId }) => itemId !== item.id))
        .toSorted((one, other) => one.tickets - other.tickets)
      await hold([held?.item.id ?? ''])
      const sign = async () => (await player.post('/api/contract', { ids, oddsHash: table.oddsHash })).body
      await alwaysRefused('item-held', sign)
      await site.db.queries.delete(heldItems)
      expect(await sign()).toMatchObject({ success: true })
    })

    it('upgrades to no such target, lost or won', async () => {
      const target = await targetFrom(player, 5_000)
      await hold([target.target])
      const body = { ids: [], balance: 500, side: 'under', ...target }
      await alwaysRefused('item-held', async () => (await player.post('/api/upgrade', body)).body)
    })

    it('neither spins the wheel nor opens free cases and the cases of missions with it', async () => {
      await depositPaid(site, player, 100)
      const { rewards, digest } = site.catalogue.current
      const inWheel = rewards.wheel.sectors.flatMap(({ prize }) => (prize.kind === 'item' ? [prize.item.id] : []))
      const spark = rewards.freeCases.find(({ tier }) => tier === 'spark')
      const { entries } = boxOf('first-step')
      const all = new Set([inWheel[0] ?? '', rarest(spark?.entries ?? []), rarest(entries)])
      await hold([...all].filter((id) => id !== ''))
      const price = rewards.wheel.priceCents
      if (inWheel.length > 0)
        await alwaysRefused(
          'reward-paused',
          async () => (await player.post('/api/wheel/spin', { free: false, price })).body,
        )
      await alwaysRefused('reward-paused', async () => (await player.post('/api/free_case/spark/open', {})).body)
      const free = { reference: 'first-step', entries, digest }
      await expect(site.db.transaction((tx) => rollFree(tx, player.playerId, free))).rejects.toMatchObject({
        code: 'reward-paused',
      })
    })

    it('makes no battle with it, and takes no seat of one', async () => {
      const battle = await createBattle(player, boxOf(CASE))
      await hold([rarest(boxOf(CASE).entries)])
      const other = await site.newPlayer()
      const joined = await other.post(`/api/battles/${battle.id}/join`, {
        slot: 2,
        percent: 100,
        pays: battle.price,
        seed: 'joiner',
      })
      expect(joined.body).toMatchObject({ success: false, code: 'battle-closed' })
      const terms = { format: '1v1', mode: 'normal', crazy: false, fast: true, isPrivate: false, percent: 100, fund: 0 }
      const { priceCents: price } = boxOf(CASE)
      const made = await other.post('/api/battles', { ...terms, rounds: [CASE], price, seed: 'creator' })
      expect(made.body).toMatchObject({ success: false, code: 'case-paused' })
    })
  })

  describe('about an edition', () => {
    const publish = async (digest: string): Promise<void> => {
      await site.db.queries
        .insert(shopEditions)
        .values({ digest, catalogueDigest: digest, files: {}, own: [], author: 'another instance', changes: [] })
    }

    it('plays no game at what it knows to be late, as one that refused the edition', async () => {
      const ids = (await winForContract(player, 3)).map(({ id }) => id)
      const { table } = (await player.post('/api/contract/preview', { ids })).body
      await depositPaid(site, player, 100)
      const target = await targetFrom(player, 5_000)
      const { price } = (await player.get('/api/wheel')).body
      const battle = await createBattle(await site.newPlayer(), boxOf(CASE))
      await publish('another')
      const calls: readonly [string, object][] = [
        [`/api/case/${CASE}/open`, { count: 1 }],
        ['/api/contract', { ids, oddsHash: table.oddsHash }],
        ['/api/upgrade', { ids: [], balance: 500, side: 'under', ...target }],
        ['/api/wheel/spin', { free: false, price }],
        ['/api/free_case/spark/open', {}],
        [`/api/battles/${battle.id}/join`, { slot: 2, percent: 100, pays: battle.price, seed: 'joiner' }],
      ]
      for (const [path, body] of calls) {
        await alwaysRefused('price-changed', async () => (await player.post(path, body)).body)
      }
      await publish(site.catalogue.current.digest)
      for (const [path, body] of calls)
        expect((await player.post(path, body)).body, path).toMatchObject({ success: true })
    })

    it('reads it at once, and plays at it without another press', async () => {
      const original = site.catalogue.current
      let current: LoadedCatalogue = { ...original, digest: 'before' }
      let reads = 0
      const services = await createServices({
        ...site.components,
        events: createEvents(),
        catalogue: {
          ...site.catalogue,
          get current() {
            return current
          },
          refresh: async () => {
            reads++
            current = original
          },
        },
      })
      await publish(original.digest)
      await player.get('/api/user/get')
      const who = { id: player.playerId, username: 'x', avatar: 'x' }
      const request = { url: CASE, count: 1, price: boxOf(CASE).priceCents }
      const opened = () =>
        services.opening.open(who, {
          ...request,
          idempotencyKey: idempotencyKeyOf(who.id, randomUUID(), 'open', request),
        })
      expect(await opened()).toMatchObject({ success: true })
      expect(await opened()).toMatchObject({ success: true })
      expect(reads).toBe(1)
      services.battles.stop()
    })

    it('buys no item back at a price that it knows to be late, but at the price when it was won', async () => {
      const [fresh] = await win(player, 1)
      await publish('another')
      expect((await player.post('/api/user/items/sell', { ids: [fresh?.id], isAll: false })).body).toMatchObject({
        success: true,
      })
      await site.db.asOwner('delete from shop_editions')
      const [old] = await win(player, 1)
      aheadMs = 2 * DAY_MS
      await publish('another')
      const named = async () => (await player.post('/api/user/items/sell', { ids: [old?.id], isAll: false })).body
      const all = async () => (await player.post('/api/user/items/sell', { ids: [], isAll: true })).body
      await alwaysRefused('price-changed', named)
      await alwaysRefused('price-changed', all)
      await publish(site.catalogue.current.digest)
      expect(await named()).toMatchObject({ success: true })
    })

    it('replaces no item that is out of stock', async () => {
      player = await newTrader(site)
      await setStock(site, player, 'none')
      const [item] = await win(player, 1, 'orion')
      await withdraw(player, [item?.id ?? ''])
      await site.jobs.withdrawals.runOnce()
      const [asked] = await withdrawalsOf(player)
      const { body } = await player.get(`/api/upgrade/targets?max=${asked?.price}`)
      const [cheap] = (body.items as { item: { id: string }; price: number }[]).toSorted((a, b) => a.price - b.price)
      const wanted = { id: item?.id, with: [cheap?.item.id], rest: (asked?.price ?? 0) - (cheap?.price ?? 0) }
      const replaced = async () => (await player.post('/api/user/items/replace', wanted)).body
      await publish('another')
      await alwaysRefused('price-changed', replaced)
      await publish(site.catalogue.current.digest)
      expect(await replaced()).toMatchObject({ success: true })
    })

    it('keeps what was won before', async () => {
      const [won] = await win(player, 1)
      await publish('another')
      expect((await player.get('/api/user/items')).body.items).toMatchObject([{ id: won?.id }])
    })
  })
})
