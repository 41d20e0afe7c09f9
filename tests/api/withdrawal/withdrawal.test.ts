// Withdrawals through the real API and the job, to every final state.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { TRADE_OFFER_DAYS, TRADE_PROTECTION_DAYS } from '../../../src/game/base/economy.ts'
import { DAY_MS } from '../../../src/game/payments/limits.ts'
import { type Withdrawal, withdrawalsReplySchema, withdrawReplySchema } from '../../../src/protocol/withdrawal.ts'
import { DEFAULT_KIND, raceRounds, SUITE_KINDS } from '../../support/databases/databases.ts'
import { signContract, targetFrom, upgradeTwice, win } from '../../support/players/games.ts'
import { choose, newTrader, setStock, withdraw, withdrawalsOf, withdrawNew } from '../../support/players/withdrawals.ts'
import { openTestSite } from '../../support/sites/site.ts'
import { openWithdrawalFixture } from './withdrawal-fixture.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Rounds of the race for items, three in each, in the long form. */
const ROUNDS = 10
const RACE_TIMEOUT_MS = 600_000

describe.each(SUITE_KINDS)('withdrawals on %s', (kind) => {
  const fixture = openWithdrawalFixture(kind)
  const { later } = fixture

  const owned = async () => (await fixture.player.get('/api/user/items')).body.items as { id: string; source: string }[]
  const notices = async () =>
    (await fixture.player.get('/api/notification/get')).body as { title: string; link?: string }[]

  /** A new item whose offer waits at the stand-in. */
  async function sent(): Promise<Withdrawal> {
    await withdrawNew(fixture.player)
    const withdrawal = await later(0)
    expect(withdrawal).toMatchObject({ state: 'sent', protected_until: null })
    return withdrawal
  }

  describe('when requested', () => {
    it('remove the items from the inventory at once, and report their state', async () => {
      const won = await win(fixture.player, 2)
      const reply = withdrawReplySchema.parse(
        (
          await withdraw(
            fixture.player,
            won.map(({ id }) => id),
          )
        ).body,
      )
      if (!reply.success) throw new Error(reply.message)
      expect(reply.message).toBe('Withdrawing 2 items')
      expect(reply.withdrawals.map(({ item_id, price, state }) => ({ item_id, price, state }))).toEqual(
        won
          .toSorted((one, other) => (one.id < other.id ? -1 : 1))
          .map(({ id, price }) => ({ item_id: id, price, state: 'requested' })),
      )
      expect(await owned()).toEqual([])
      const list = withdrawalsReplySchema.parse((await fixture.player.get('/api/user/withdrawals')).body)
      expect(list).toMatchObject({ cursor: null })
      expect(list.withdrawals.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual(reply.withdrawals)
      expect((await fixture.player.get('/api/user/account')).body).toMatchObject({ items: { count: 0, worth: 0 } })
    })

    it('are listed in pages of fifty, without a page after a last one that is full', async () => {
      const ids: string[] = []
      while (ids.length < 50) ids.push(...(await win(fixture.player, 10)).map(({ id }) => id))
      for (const part of [ids.slice(0, 20), ids.slice(20, 40), ids.slice(40)]) {
        expect((await withdraw(fixture.player, part)).body).toMatchObject({ success: true })
      }
      const read = async (query = '') =>
        withdrawalsReplySchema.parse((await fixture.player.get(`/api/user/withdrawals${query}`)).body)
      const full = await read()
      expect([full.withdrawals.length, full.cursor]).toEqual([50, null])
      await withdrawNew(fixture.player)
      const first = await read()
      const second = await read(`?cursor=${first.cursor}`)
      expect([first.withdrawals.length, second.withdrawals.length, second.cursor]).toEqual([50, 1, null])
      expect(new Set([...first.withdrawals, ...second.withdrawals].map(({ id }) => id)).size).toBe(51)
    })

    it('require a trade URL', async () => {
      const other = await fixture.site.newPlayer()
      const [item] = await win(other, 1)
      const { body } = await withdraw(other, [item?.id ?? ''])
      expect(body).toMatchObject({ success: false, code: 'trade-link-missing' })
      expect((await other.get('/api/user/items')).body.items).toHaveLength(1)
    })

    it("refuse another player's items, unknown ones, and none", async () => {
      const [mine] = await win(fixture.player, 1)
      const [theirs] = await win(await newTrader(fixture.site), 1)
      for (const ids of [[theirs?.id], [mine?.id, theirs?.id], [randomUUID()], [mine?.id, randomUUID()]]) {
        const { body } = await fixture.player.post('/api/user/items/withdraw', { ids })
        expect(body).toMatchObject({ success: false, code: 'item-gone' })
      }
      for (const ids of [[], ['x'], Array.from({ length: 21 }, () => randomUUID())]) {
        expect((await fixture.player.post('/api/user/items/withdraw', { ids })).status).toBe(400)
      }
      expect(await owned()).toHaveLength(1)
    })

    it('take an item once, for duplicates in the list and repeated requests', async () => {
      const [mine] = await win(fixture.player, 1)
      const body = { ids: [mine?.id, mine?.id.toUpperCase()] }
      const key = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => fixture.player.post('/api/user/items/withdraw', body, key)),
      )
      const first = answers.find(({ status }) => status === 200)?.body
      expect(first.withdrawals).toHaveLength(1)
      for (const { status, body: same } of answers) if (status === 200) expect(same).toEqual(first)
      expect(new Set(answers.map(({ status }) => status))).toContain(200)
      expect((await fixture.player.post('/api/user/items/withdraw', body, key)).body).toEqual(first)
      expect((await fixture.player.post('/api/user/items/withdraw', { ids: [randomUUID()] }, key)).status).toBe(422)
      expect(await withdrawalsOf(fixture.player)).toHaveLength(1)
    })

    it('are open to a self-excluded player', async () => {
      const [item] = await win(fixture.player, 1)
      await fixture.player.post('/api/limits/self-exclude', { days: 1 })
      expect((await withdraw(fixture.player, [item?.id ?? ''])).body).toMatchObject({ success: true })
      const [first] = await withdrawalsOf(fixture.player)
      expect((await later(0)).state).toBe('sent')
      expect(first?.state).toBe('requested')
    })

    it('hold the item: it cannot be sold, staked or withdrawn again', async () => {
      const won = await win(fixture.player, 3, 'stardust')
      await withdraw(
        fixture.player,
        won.map(({ id }) => id),
      )
      const [item] = won
      expect((await fixture.player.post('/api/user/items/sell', { ids: [item?.id], isAll: false })).body.code).toBe(
        'item-gone',
      )
      expect((await upgradeTwice(fixture.player, won.slice(0, 1))).body.code).toBe('item-gone')
      expect((await signContract(fixture.player, won)).body.code).toBe('item-gone')
      expect((await withdraw(fixture.player, [item?.id ?? ''])).body.code).toBe('item-gone')
    })

    it('are listed in pages', async () => {
      for (let made = 0; made < 60; made += 10) await withdrawNew(fixture.player, 10)
      const first = (await fixture.player.get('/api/user/withdrawals')).body
      expect(first.withdrawals).toHaveLength(50)
      const second = (await fixture.player.get(`/api/user/withdrawals?cursor=${first.cursor}`)).body
      expect(second).toMatchObject({ cursor: null })
      const ids = [...first.withdrawals, ...second.withdrawals].map(({ id }: Withdrawal) => id)
      expect(new Set(ids).size).toBe(60)
      expect(ids).toEqual(ids.toSorted().toReversed())
    })

    it('are visible only to their player', async () => {
      await withdrawNew(fixture.player)
      expect(await withdrawalsOf(await newTrader(fixture.site))).toEqual([])
      expect((await fixture.site.guest().get('/api/user/withdrawals')).status).toBe(401)
    })
  })

  describe('until the end', () => {
    it('are completed: offered, accepted, protected for seven days, and then the player’s', async () => {
      const offered = await sent()
      expect(offered.offer_url).toMatch(/^http:\/\/localhost:4321\/sandbox\/trade\?offer=sbt_/)
      expect(offered.offered_until).toBe(offered.changed_at + TRADE_OFFER_DAYS * DAY_MS)
      await choose(fixture.site, offered, 'accept')
      const accepted = await later(MINUTE_MS)
      expect(accepted).toMatchObject({
        state: 'protected',
        protected_until: fixture.nowMs - MINUTE_MS + TRADE_PROTECTION_DAYS * DAY_MS,
      })
      expect(await later(TRADE_PROTECTION_DAYS * DAY_MS - MINUTE_MS - 1)).toMatchObject({ state: 'protected' })
      expect(await later(1)).toMatchObject({ state: 'done', offer_url: null })
      expect(await owned()).toEqual([])
      expect((await notices()).map(({ title }) => title).slice(0, 3)).toEqual([
        'Withdrawal complete',
        'Item received',
        'Your item is waiting on Steam',
      ])
    })

    it('are completed at once when a visitor skips the seven days', async () => {
      const offered = await sent()
      await choose(fixture.site, offered, 'accept')
      await choose(fixture.site, offered, 'wait')
      expect(await later(MINUTE_MS)).toMatchObject({ state: 'done' })
      await choose(fixture.site, offered, 'reverse')
      expect(await later(8 * DAY_MS)).toMatchObject({ state: 'done' })
    })

    it('are accepted, and held by Steam until the items change hands', async () => {
      const offered = await sent()
      await choose(fixture.site, offered, 'hold')
      expect(await later(MINUTE_MS)).toMatchObject({ state: 'accepted', protected_until: null })
      expect(await later(10 * DAY_MS)).toMatchObject({ state: 'accepted' })
      await choose(fixture.site, offered, 'release')
      expect(await later(5 * MINUTE_MS)).toMatchObject({ state: 'protected' })
    })

    it.each([
      ['decline', 'declined'],
      ['expire', 'expired'],
    ])('are declined by "%s": the item is owned again, and can be sold', async (outcome, reason) => {
      const offered = await sent()
      await choose(fixture.site, offered, outcome)
      expect(await later(MINUTE_MS)).toMatchObject({ state: 'declined', reason, offer_url: null })
      expect((await owned()).map(({ id }) => id)).toEqual([offered.item_id])
      const sale = await fixture.player.post('/api/user/items/sell', { ids: [offered.item_id], isAll: false })
      expect(sale.body).toMatchObject({ success: true, sum: offered.price })
    })

    it('are declined after three days without an answer: the offer is cancelled', async () => {
      const offered = await sent()
      expect(await later(TRADE_OFFER_DAYS * DAY_MS - 1)).toMatchObject({ state: 'sent' })
      expect(await later(MINUTE_MS)).toMatchObject({ state: 'declined', reason: 'expired' })
      await choose(fixture.site, offered, 'accept')
      expect(await later(DAY_MS)).toMatchObject({ state: 'declined' })
      expect(await owned()).toHaveLength(1)
    })

    it('are declined when Steam does not let the player trade', async () => {
      await setStock(fixture.site, fixture.player, 'refused')
      await withdrawNew(fixture.player)
      expect(await later(0)).toMatchObject({ state: 'declined', reason: 'cannot-trade' })
      expect(await owned()).toHaveLength(1)
    })

    it('are reversed within the seven days: the item is owned again, and can be withdrawn again', async () => {
      const offered = await sent()
      await choose(fixture.site, offered, 'accept')
      expect(await later(MINUTE_MS)).toMatchObject({ state: 'protected' })
      await choose(fixture.site, offered, 'reverse')
      expect(await later(HOUR_MS)).toMatchObject({ state: 'reversed' })
      expect((await owned()).map(({ id }) => id)).toEqual([offered.item_id])
      expect((await withdraw(fixture.player, [offered.item_id])).body).toMatchObject({ success: true })
      expect(await later(0)).toMatchObject({ state: 'sent', item_id: offered.item_id })
      expect(await withdrawalsOf(fixture.player)).toHaveLength(2)
    })

    it('are unavailable, and cancelled', async () => {
      await setStock(fixture.site, fixture.player, 'none')
      const [asked] = await withdrawNew(fixture.player)
      expect(await later(0)).toMatchObject({ state: 'unavailable' })
      expect(await later(20 * DAY_MS)).toMatchObject({ state: 'unavailable' })
      const key = { 'idempotency-key': randomUUID() }
      const { body } = await fixture.player.post('/api/user/items/take-back', { id: asked?.item_id }, key)
      expect(body).toMatchObject({ success: true, withdrawal: { id: asked?.id, state: 'returned' } })
      expect((await fixture.player.post('/api/user/items/take-back', { id: asked?.item_id }, key)).body).toEqual(body)
      expect((await owned()).map(({ id }) => id)).toEqual([asked?.item_id])
    })

    it('wait while the provider does not answer, and continue when it does', async () => {
      await setStock(fixture.site, fixture.player, 'silent')
      await withdrawNew(fixture.player)
      expect(await later(0)).toMatchObject({ state: 'buying' })
      expect(await later(MINUTE_MS)).toMatchObject({ state: 'buying' })
      await setStock(fixture.site, fixture.player, 'there')
      expect(await later(HOUR_MS)).toMatchObject({ state: 'sent' })
    })

    it('notify only the pages of their player, at every step', async () => {
      const told: { playerId: number; state: string }[] = []
      const listen = ({ playerId, withdrawal }: { playerId: number; withdrawal: Withdrawal }): void =>
        void told.push({ playerId, state: withdrawal.state })
      fixture.site.events.on('withdrawal', listen)
      const offered = await sent()
      await choose(fixture.site, offered, 'accept')
      await choose(fixture.site, offered, 'wait')
      await later(MINUTE_MS)
      fixture.site.events.off('withdrawal', listen)
      const { playerId } = fixture.player
      expect(told).toEqual(['requested', 'buying', 'sent', 'protected', 'done'].map((state) => ({ playerId, state })))
    })
  })

  it(
    'have one winner when a hundred withdrawals, sales, upgrades and contracts race for the same items',
    async () => {
      const rounds = raceRounds(kind, ROUNDS)
      for (let turn = 0; turn < rounds; turn++) {
        if (turn % 10 === 9) fixture.player = await newTrader(fixture.site)
        const put = await win(fixture.player, 3, 'stardust')
        const ids = put.map(({ id }) => id)
        const target = await targetFrom(fixture.player, put.reduce((sum, { price }) => sum + price, 0) * 3)
        const { table } = (await fixture.player.post('/api/contract/preview', { ids })).body
        const oddsHash = table?.oddsHash ?? '0'.repeat(64)
        const answers = await Promise.all(
          Array.from({ length: 100 }, (_, place) => {
            if (place % 4 === 0) return withdraw(fixture.player, ids)
            if (place % 4 === 1) return fixture.player.post('/api/user/items/sell', { ids, isAll: false })
            if (place % 4 === 2) return fixture.player.post('/api/contract', { ids, oddsHash })
            return fixture.player.post('/api/upgrade', { ids, balance: 0, side: 'over', ...target })
          }),
        )
        expect(answers.filter(({ body }) => body.success === true)).toHaveLength(1)
        await fixture.player.post('/api/user/items/sell', { ids: [], isAll: true })
      }
      expect(fixture.site.retries.filter((code) => code === '40P01')).toEqual([])
    },
    RACE_TIMEOUT_MS,
  )
})

describe('a site without a trade provider', () => {
  it('refuses withdrawals, and says so', async () => {
    const site = await openTestSite(DEFAULT_KIND, { environment: { WITHDRAWALS: 'off' } })
    try {
      const player = await newTrader(site)
      const [item] = await win(player, 1)
      expect((await withdraw(player, [item?.id ?? ''])).body).toMatchObject({ success: false, code: 'withdrawal-off' })
      expect((await player.get('/api/user/items')).body.items).toHaveLength(1)
    } finally {
      await site.close()
    }
  })
})
