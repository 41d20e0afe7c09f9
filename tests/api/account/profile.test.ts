// What everyone may see of a player, what only the player sees, levels, and hidden players.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountReplySchema, type Profile, profileReplySchema } from '../../../src/protocol/account.ts'
import { type LiveDrop, liveReplySchema } from '../../../src/protocol/live.ts'
import type { SiteEvents } from '../../../src/server/base/events.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { signContract, upgradeTwice, type Won, win, winForContract } from '../../support/players/games.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const STRANGE_IDS = [
  '0',
  '00',
  '1e3',
  '-1',
  '1.5',
  'abc',
  '999',
  '2147483647',
  '2147483648',
  '99999999999',
  '%20',
  '1000;',
]

/** Collects the events of an action. */
async function eventsOf(
  events: SiteEvents,
  work: () => Promise<unknown>,
): Promise<{ drops: LiveDrop[]; all: unknown[] }> {
  const drops: LiveDrop[] = []
  const all: unknown[] = []
  const onDrops = (list: readonly LiveDrop[]): void => void drops.push(...list)
  const onBalance = (change: object): void => void all.push({ balance: change })
  const onNotice = (told: object): void => void all.push({ notice: told })
  events.on('drops', onDrops).on('balance', onBalance).on('notification', onNotice)
  try {
    await work()
  } finally {
    events.off('drops', onDrops).off('balance', onBalance).off('notification', onNotice)
  }
  return { drops, all }
}

describe.each(SUITE_KINDS)('a profile on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  afterAll(() => site.close())

  async function profileOf(playerId: number): Promise<Profile> {
    return profileReplySchema.parse((await site.guest().get(`/api/user/${playerId}`)).body).profile
  }

  const accountOf = async (player: Browser) => accountReplySchema.parse((await player.get('/api/user/account')).body)

  it('of a new player is empty', async () => {
    const { playerId } = await site.newPlayer()
    expect(await profileOf(playerId)).toMatchObject({
      id: playerId,
      username: expect.stringMatching(/^Player/),
      lvl: 0,
      best: null,
      recent: [],
      totals: [
        { game: 'case', played: 0 },
        { game: 'upgrade', played: 0 },
        { game: 'contract', played: 0 },
      ],
    })
  })

  it.each(STRANGE_IDS)('of %j is unknown', async (id) => {
    expect(await site.guest().get(`/api/user/${id}`)).toMatchObject({ status: 404, body: { success: false } })
  })

  it('does not shadow routes with names of their own', async () => {
    for (const path of ['get', 'account', 'history', 'history.csv', 'rolls', 'devices', 'items']) {
      expect((await site.guest().get(`/api/user/${path}`)).status, path).toBe(401)
    }
  })

  it('counts games and winnings, and the account counts owned items', async () => {
    const player = await site.newPlayer()
    const won: Won[] = await win(player, 4)
    expect((await player.post('/api/user/items/sell', { ids: [won[0]?.id], isAll: false })).body.success).toBe(true)
    const { body: upgraded } = await upgradeTwice(player, won.slice(1, 2), 10)
    if (upgraded.won) won.push(upgraded.drop)
    const many = await winForContract(player, 3)
    const { body: signed } = await signContract(player, many)
    const { profile, items, spent, hidden } = await accountOf(player)
    expect(await profileOf(player.playerId)).toEqual(profile)
    expect(hidden).toBe(false)
    expect(profile.totals.map(({ played }) => played)).toEqual([expect.any(Number), 1, 1])
    expect(profile.recent[0]).toMatchObject({ id: signed.drop.id, type: 'contract', user: { id: player.playerId } })
    expect(profile.recent.map(({ id }) => id)).toEqual(
      profile.recent
        .map(({ id }) => id)
        .toSorted()
        .reverse(),
    )
    const owned = (await player.get('/api/user/items')).body
    expect(owned.total).toEqual({ count: items.count, sum: items.worth })
    expect(items).toEqual({
      count: owned.items.length,
      worth: owned.items.reduce((sum: number, { price }: Won) => sum + price, 0),
    })
    expect(spent).toBe((await player.get('/api/user/get')).body.user.exp)
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })

  it('shows the most expensive item ever won, and twenty of the newest', async () => {
    const player = await site.newPlayer()
    const won = [...(await win(player, 10)), ...(await win(player, 10)), ...(await win(player, 1))]
    await player.post('/api/user/items/sell', { ids: [], isAll: true })
    const { best, recent } = await profileOf(player.playerId)
    expect(best?.price).toBe(Math.max(...won.map(({ price }) => price)))
    expect(won.map(({ id }) => id)).toContain(best?.id)
    expect(recent.map(({ id }) => id)).toEqual(
      won
        .map(({ id }) => id)
        .toSorted()
        .reverse()
        .slice(0, 20),
    )
    expect((await accountOf(player)).won).toBe(won.reduce((sum, { price }) => sum + price, 0))
  })

  describe('with a level', () => {
    it('announces a level that an opening reaches, once', async () => {
      const player = await site.newPlayer()
      const before = await eventsOf(site.events, () => win(player, 10))
      expect(before.all).toEqual([{ balance: { playerId: player.playerId, balance: 9500, exp: 500 } }])
      expect(before.drops.map(({ user }) => user.lvl)).toEqual(Array.from({ length: 10 }, () => 0))
      const after = await eventsOf(site.events, () => win(player, 10))
      const notice = { kind: 'level', amounts: { level: 1 }, link: '/dashboard' }
      expect(after.all).toEqual([
        { balance: { playerId: player.playerId, balance: 9000, exp: 1000 } },
        { notice: { playerId: player.playerId, notification: notice } },
      ])
      expect(after.drops[0]?.user).toMatchObject({ id: player.playerId, lvl: 1 })
      expect((await eventsOf(site.events, () => win(player, 1))).all).toHaveLength(1)
      const notices = (await player.get('/api/notification/get', { 'accept-language': 'uk' })).body
      expect(notices).toMatchObject([{ content: 'Ви досягли рівня 1.', link: '/dashboard', read: false }, {}])
      expect((await profileOf(player.playerId)).lvl).toBe(1)
      expect((await player.get('/api/user/get')).body.user).toMatchObject({ lvl: 1, exp: 1050 })
    })

    it('announces a level that the balance stake of an upgrade reaches', async () => {
      const player = await site.newPlayer()
      const { all } = await eventsOf(site.events, () => upgradeTwice(player, [], 3000))
      expect(all).toMatchObject([{ balance: { exp: 3000 } }, { notice: { notification: { amounts: { level: 2 } } } }])
      expect((await player.get('/api/notification/get')).body[0].content).toBe('You’ve reached level 2.')
    })
  })

  describe('of a hidden player', () => {
    async function hiddenPlayer(): Promise<{ player: Browser; won: Won[] }> {
      const player = await site.newPlayer()
      const won = await win(player, 2)
      expect((await player.post('/api/user/privacy', { hidden: true })).body).toMatchObject({
        success: true,
        hidden: true,
      })
      await player.supplyClientSeed()
      return { player, won }
    }

    const nameless = (playerId: number) => ({ id: playerId, username: null, avatar: null, lvl: 0 })

    it('contains only id and level for others, and everything for the player', async () => {
      const { player } = await hiddenPlayer()
      expect(await profileOf(player.playerId)).toEqual({
        ...nameless(player.playerId),
        badges: [],
        joined_at: null,
        best: null,
        totals: [],
        recent: [],
      })
      const { hidden, profile } = await accountOf(player)
      expect(hidden).toBe(true)
      expect(profile).toMatchObject({ id: player.playerId, username: expect.any(String), recent: [{}, {}] })
      expect(profile.recent[0]?.user.username).toBe(profile.username)
    })

    it('names them in no drop, old or new, and in no proof', async () => {
      const { player, won } = await hiddenPlayer()
      const { drops } = await eventsOf(site.events, async () => {
        await win(player, 1)
        await signContract(player, await winForContract(player, 3))
      })
      expect(drops.length).toBeGreaterThan(1)
      for (const { user } of drops) expect(user).toMatchObject({ id: null, username: null, avatar: null })
      const feed = liveReplySchema.parse((await site.guest().get('/api/live')).body)
      const own = [...feed.all, ...feed.best].filter(({ id }) => drops.some((drop) => drop.id === id))
      expect(own.length).toBeGreaterThan(1)
      for (const { user } of own) expect(user).toMatchObject({ id: null, username: null, avatar: null })
      const { roll } = (await site.guest().get(`/api/fairness/roll/${won[0]?.id}`)).body
      expect(roll.player).toEqual({ id: null, username: null })
      const proof = (await player.get(`/api/fairness/roll/${won[0]?.id}`)).body
      expect(proof.roll.player).toEqual({ id: player.playerId, username: null })
    })

    it('is hidden in every process immediately, and shown again immediately', async () => {
      const beside = await openTestSite(kind, { beside: site })
      try {
        const player = await site.newPlayer()
        const opener = { id: player.playerId, username: 'Known', avatar: 'a.svg' }
        const open = async (): Promise<LiveDrop['user'] | undefined> => {
          const idempotencyKey = { playerId: player.playerId, key: crypto.randomUUID(), requestHash: 'x' }
          const wish = { url: 'first-step', count: 1, price: undefined, idempotencyKey }
          return (await eventsOf(beside.events, () => beside.services.opening.open(opener, wish))).drops[0]?.user
        }
        expect(await open()).toMatchObject({ username: 'Known' })
        await player.post('/api/user/privacy', { hidden: true })
        await player.supplyClientSeed()
        expect(await open()).toEqual({ ...nameless(player.playerId), id: null })
        await player.post('/api/user/privacy', { hidden: false })
        expect(await open()).toMatchObject({ username: 'Known', avatar: 'a.svg' })
        expect(await profileOf(player.playerId)).toMatchObject({ username: expect.any(String) })
      } finally {
        await beside.close()
      }
    })
  })
})
