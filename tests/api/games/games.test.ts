// Upgrade, contract and inventory through the whole app: what is shown is what is drawn, and an item is used once.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contractPreviewReplySchema, contractReplySchema } from '../../../src/protocol/contract.ts'
import { itemsReplySchema, targetsReplySchema } from '../../../src/protocol/inventory.ts'
import { upgradeReplySchema } from '../../../src/protocol/upgrade.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { raceRounds, SUITE_KINDS } from '../../support/databases/databases.ts'
import { signContract, targetFrom, upgradeTwice, type Won, win, winForContract } from '../../support/players/games.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const START = 10_000
const TIMEOUT_MS = 600_000
/** Rounds of the race for items, in the long form. */
const ROUNDS = 25

describe.each(SUITE_KINDS)('games on %s', (kind) => {
  let site: TestSite
  let player: Browser

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  beforeEach(async () => {
    player = await site.newPlayer()
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    expect(site.retries.filter((code) => code === '40P01')).toEqual([])
    await site.close()
  }, TIMEOUT_MS)

  const balance = async (): Promise<number> => (await player.get('/api/user/get')).body.user.balance
  const owned = async (query = ''): Promise<Won[]> => (await player.get(`/api/user/items${query}`)).body.items
  const ownedIds = async (): Promise<string[]> => (await owned()).map(({ id }) => id).sort()
  const worth = (items: readonly Won[]): number => items.reduce((sum, { price }) => sum + price, 0)

  describe('the inventory', () => {
    it('lists the player’s items, newest first, in pages, with their total worth', async () => {
      const items: Won[] = []
      for (let turn = 0; turn < 6; turn++) items.push(...(await win(player, 10)))
      await player.post('/api/user/items/sell', { ids: [items[0]?.id], isAll: false })
      const first = itemsReplySchema.parse((await player.get('/api/user/items')).body)
      const second = (await player.get(`/api/user/items?cursor=${first.cursor}`)).body
      expect(first.items).toHaveLength(50)
      expect(second).toMatchObject({ items: { length: 9 }, cursor: null })
      const ids = [...first.items, ...second.items].map(({ id }: Won) => id)
      expect(new Set(ids)).toEqual(new Set(items.slice(1).map(({ id }) => id)))
      expect(ids).toEqual(ids.toSorted().toReversed())
      expect(first.total).toEqual({ count: 59, sum: worth(items.slice(1)) })
    })

    it.each(['dear', 'cheap', 'old'] as const)('sorts by %s across pages', async (sort) => {
      for (let turn = 0; turn < 6; turn++) await win(player, 10)
      const first = (await player.get(`/api/user/items?sort=${sort}`)).body
      const second = (await player.get(`/api/user/items?sort=${sort}&cursor=${first.cursor}`)).body
      const all: Won[] = [...first.items, ...second.items]
      expect(new Set(all.map(({ id }) => id)).size).toBe(60)
      const keys = all.map(({ id, price }) => (sort === 'old' ? id : String(price).padStart(12, '0')))
      expect(keys).toEqual(sort === 'dear' ? keys.toSorted().toReversed() : keys.toSorted())
    })

    it('filters by rarity and by a part of the name, with any characters', async () => {
      await win(player, 10)
      const [one] = (await player.get('/api/user/items')).body.items
      const name = one.item.name.en as string
      const found = (await player.get(`/api/user/items?q=${encodeURIComponent(name.slice(2, 9).toUpperCase())}`)).body
      expect(found.items.map(({ id }: Won) => id)).toContain(one.id)
      for (const q of ['%', '_', '\\', "' or 1=1"]) {
        expect((await player.get(`/api/user/items?q=${encodeURIComponent(q)}`)).body.items, q).toEqual([])
      }
      const rare = (await player.get(`/api/user/items?rarity=${one.item.rarity}`)).body
      expect(rare.items.every(({ item }: { item: { rarity: string } }) => item.rarity === one.item.rarity)).toBe(true)
      expect(rare.items.length).toBeGreaterThan(0)
    })

    it.each(['?sort=best', '?rarity=pink', '?cursor=%00', '?x=1', `?q=${'x'.repeat(61)}`])(
      'refuses the query %j',
      async (query) => {
        expect((await player.get(`/api/user/items${query}`)).status).toBe(400)
      },
    )

    it('starts at its beginning with an unknown cursor', async () => {
      await win(player, 2)
      expect(await owned('?cursor=nothing')).toHaveLength(2)
    })
  })

  describe('targets', () => {
    it('are in the requested range, in order, for guests too', async () => {
      const { items, total } = targetsReplySchema.parse(
        (await site.guest().get('/api/upgrade/targets?min=500&max=600')).body,
      )
      const prices = items.map(({ price }) => price)
      expect(prices.every((price) => price >= 500 && price <= 600)).toBe(true)
      expect(prices).toEqual(prices.toSorted((one, other) => one - other))
      expect(total).toBeGreaterThan(0)
      const dear = (await player.get('/api/upgrade/targets?sort=dear')).body
      const next = (await player.get(`/api/upgrade/targets?sort=dear&cursor=${dear.cursor}`)).body
      expect(next.items[0].price).toBeLessThanOrEqual(dear.items.at(-1).price)
      expect(next.items[0].item.id).not.toBe(dear.items.at(-1).item.id)
    })

    it('are empty where nothing has such a price', async () => {
      expect((await player.get('/api/upgrade/targets?min=600&max=500')).body).toMatchObject({ items: [], total: 0 })
    })
  })

  describe('an upgrade', () => {
    it('takes the stake, and gives the target if its roll is in the announced range', async () => {
      let [wins, losses] = [0, 0]
      while (wins === 0 || losses === 0) {
        const items = await win(player, 2)
        const before = await balance()
        const { body } = await upgradeTwice(player, items, 10)
        const reply = upgradeReplySchema.parse(body)
        if (!reply.success) throw new Error(reply.message)
        expect(reply.stake).toBe(worth(items) + 10)
        expect(reply.won).toBe(reply.roll >= reply.from && reply.roll <= reply.to)
        expect(reply.balance).toBe(before - 10)
        expect(await balance()).toBe(before - 10)
        const ids = await ownedIds()
        for (const { id } of items) expect(ids).not.toContain(id)
        expect(ids.includes(reply.id)).toBe(reply.won)
        expect(reply.drop?.id ?? null).toBe(reply.won ? reply.id : null)
        const proof = (await player.get(`/api/fairness/roll/${reply.id}`)).body.roll
        expect(proof).toMatchObject({
          game: 'upgrade',
          roll: reply.roll,
          won: reply.won ? { price: reply.target.price } : null,
        })
        if (reply.won) wins++
        else losses++
        if ((await balance()) < 500) await player.post('/api/user/items/sell', { ids: [], isAll: true })
        if ((await balance()) < 500) player = await site.newPlayer()
      }
    })

    it('lets the player choose which tickets win, with the same number of them', async () => {
      const target = await targetFrom(player, 300)
      const sides = await Promise.all(
        ['under', 'over'].map((side) => player.post('/api/upgrade', { ids: [], balance: 100, side, ...target })),
      )
      const [under, over] = sides.map(({ body }) => body)
      expect(under).toMatchObject({ success: true, from: 1 })
      expect(over).toMatchObject({ success: true, to: 1_000_000 })
      expect(over.to - over.from).toBe(under.to - under.from)
    })

    it('counts the spent balance as experience, and counts the game', async () => {
      const before = site.services.live.statistic().upgrades
      await upgradeTwice(player, [], 250)
      expect((await player.get('/api/user/get')).body.user).toMatchObject({ balance: START - 250, exp: 250 })
      expect(site.services.live.statistic().upgrades).toBe(before + 1)
    })

    it('publishes its drop when it was won, and nothing when it was lost', async () => {
      const shown: string[] = []
      site.events.on('drops', (drops) => shown.push(...drops.map(({ id, type }) => `${type} ${id}`)))
      for (let turn = 0; turn < 6; turn++) {
        const { body } = await upgradeTwice(player, [], 100)
        expect(shown.includes(`upgrade ${body.id}`)).toBe(body.won)
      }
    })

    it.each([
      ['nothing', { balance: 0 }, 'nothing-staked'],
      ['an invalid target', { target: 'nothing' }, 'target-unknown'],
      ['another price than displayed', { price: 1 }, 'target-price'],
      ['more than the balance', { balance: START + 1, times: 3 }, 'balance'],
      ['a target that is too cheap', { times: 1.1 }, 'chance-high'],
      ['a target that is too expensive', { balance: 1, times: 20_000 }, 'chance-low'],
      ['an unknown item', { ids: [randomUUID()] }, 'item-gone'],
    ] as const)('is refused for %s', async (_, part, code) => {
      const { times = 3, ...rest } = part as { times?: number; balance?: number }
      const stake = rest.balance ?? 100
      const target = await targetFrom(player, Math.min(Math.ceil(stake * times), 2_000_000))
      const body = { ids: [], balance: 100, side: 'under', ...target, ...rest }
      const answer = await player.post('/api/upgrade', body)
      expect(upgradeReplySchema.parse(answer.body)).toMatchObject({ success: false, code })
      expect(await balance()).toBe(START)
      expect((await player.get('/api/fairness')).body.seeds.nonce).toBe(1)
    })

    it.each([
      ['seven items', { ids: Array.from({ length: 7 }, () => randomUUID()) }],
      ['a negative amount', { balance: -1 }],
      ['half a cent', { balance: 0.5 }],
      ['a missing side', { side: 'left' }],
      ['an extra field', { luck: 1 }],
    ])('refuses a request with %s before reading it', async (_, part) => {
      const target = await targetFrom(player, 300)
      const body = { ids: [], balance: 100, side: 'under', ...target, ...part }
      expect((await player.post('/api/upgrade', body)).status).toBe(400)
    })

    it("refuses another player's items, and counts a duplicate item once", async () => {
      const other = await site.newPlayer()
      const [theirs] = await win(other, 1)
      const [mine] = await win(player, 1)
      const target = await targetFrom(player, (mine?.price ?? 0) * 2)
      const steal = { ids: [mine?.id, theirs?.id], balance: 0, side: 'under', ...target }
      expect((await player.post('/api/upgrade', steal)).body).toMatchObject({ success: false, code: 'item-gone' })
      const twice = { ids: [mine?.id, mine?.id.toUpperCase()], balance: 0, side: 'under', ...target }
      expect((await player.post('/api/upgrade', twice)).body).toMatchObject({ success: true, stake: mine?.price })
    })

    it('returns the stored response for a repeated key', async () => {
      const target = await targetFrom(player, 300)
      const key = { 'idempotency-key': randomUUID() }
      const body = { ids: [], balance: 100, side: 'under', ...target }
      const first = await player.post('/api/upgrade', body, key)
      expect((await player.post('/api/upgrade', body, key)).body).toEqual(first.body)
      expect(await balance()).toBe(START - 100)
    })
  })

  describe('a contract', () => {
    it('gives one item of the displayed table, and ends the staked items', async () => {
      const put = await winForContract(player, 4)
      const ids = put.map(({ id }) => id)
      const preview = contractPreviewReplySchema.parse((await player.post('/api/contract/preview', { ids })).body)
      if (!preview.success) throw new Error(preview.message)
      const { table } = preview
      expect(table.sum).toBe(worth(put))
      expect(table.entries.at(-1)?.to).toBe(1_000_000)
      expect(table.returnToPlayer).toBeCloseTo(0.9, 3)
      const signed = contractReplySchema.parse(
        (await player.post('/api/contract', { ids, oddsHash: table.oddsHash })).body,
      )
      if (!signed.success) throw new Error(signed.message)
      const { drop } = signed
      const line = table.entries.find(({ from, to }) => drop.roll >= from && drop.roll <= to)
      expect(line).toMatchObject({ price: drop.price, item: { id: drop.item.id } })
      expect(await ownedIds()).toEqual([drop.id])
      const proof = (await player.get(`/api/fairness/roll/${drop.id}`)).body.roll
      expect(proof).toMatchObject({ game: 'contract', oddsHash: table.oddsHash, won: { price: drop.price } })
    })

    it('is refused for too few items, too little value, an item that is gone, or a table that was not displayed', async () => {
      const put = await winForContract(player, 3)
      const ids = put.map(({ id }) => id)
      const sign = async (chosen: unknown[], oddsHash = '0'.repeat(64)) =>
        (await player.post('/api/contract', { ids: chosen, oddsHash })).body
      expect(await sign(ids.slice(1))).toMatchObject({ success: false, code: 'contract-items' })
      expect(await sign([ids[0], ids[0], ids[1]])).toMatchObject({ success: false, code: 'contract-items' })
      expect(await sign([...ids, randomUUID()])).toMatchObject({ success: false, code: 'item-gone' })
      expect(await sign(ids)).toMatchObject({ success: false, code: 'odds-changed' })
      expect(await ownedIds()).toEqual(ids.toSorted())
      expect((await player.post('/api/contract', { ids, oddsHash: 'x' })).status).toBe(400)
      expect((await player.post('/api/contract/preview', { ids: Array(11).fill(randomUUID()) })).status).toBe(400)
    })
  })

  it('are closed during a time-out', async () => {
    const won = await win(player, 3)
    await player.post('/api/limits/self-exclude', { days: 1 })
    expect((await upgradeTwice(player, won)).body).toMatchObject({ success: false, code: 'excluded' })
    expect((await signContract(player, won)).body).toMatchObject({ success: false, code: 'excluded' })
    expect((await player.post('/api/case/first-step/open', { count: 1 })).body).toMatchObject({ code: 'excluded' })
    expect((await player.post('/api/case/first-step/open', { count: 1, demo: true })).body.success).toBe(true)
  })

  it(
    'have one winner when a hundred sales, upgrades and contracts race for the same items',
    async () => {
      const rounds = raceRounds(kind, ROUNDS)
      for (let round = 0; round < rounds; round++) {
        if (round % 10 === 0) player = await site.newPlayer()
        const put = await win(player, 3, 'stardust')
        const ids = put.map(({ id }) => id)
        const target = await targetFrom(player, worth(put) * 3)
        const { table } = (await player.post('/api/contract/preview', { ids })).body
        const oddsHash = table?.oddsHash ?? '0'.repeat(64)
        const before = await balance()
        const answers = await Promise.all(
          Array.from({ length: 100 }, (_, turn) => {
            if (turn % 3 === 0) return player.post('/api/user/items/sell', { ids, isAll: false })
            if (turn % 3 === 1) return player.post('/api/contract', { ids, oddsHash })
            return player.post('/api/upgrade', { ids, balance: 0, side: 'over', ...target })
          }),
        )
        const winners = answers.filter(({ body }) => body.success === true)
        expect(winners).toHaveLength(1)
        const { sum = 0, sold } = winners[0]?.body ?? {}
        expect(await balance()).toBe(before + (sold === undefined ? 0 : sum))
        const ends = await queryRows(
          site.db.queries,
          `select count(*)::int as ends from item_ends where item_id in (${ids.map((id) => `'${id}'`).join(',')})`,
        )
        expect(ends).toEqual([{ ends: 3 }])
      }
    },
    TIMEOUT_MS,
  )
})
