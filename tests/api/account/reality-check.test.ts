// The reality check: the player sets its interval, and its result is the effect of games on balance and items.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { REALITY_MINUTES, realityReplySchema, visitReplySchema } from '../../../src/protocol/limits.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { signContract, spinUntil, spinWheel, upgradeTwice, win, winForContract } from '../../support/players/games.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const HOUR_MS = 3_600_000

describe.each(SUITE_KINDS)('the reminder on %s', (kind) => {
  let site: TestSite
  /** How far the site's clock is ahead of the one that ids use. */
  let aheadMs = 0

  beforeAll(async () => {
    site = await openTestSite(kind, {
      environment: { SOCIAL_TELEGRAM: 'https://t.me/spacedrop' },
      now: () => Date.now() + aheadMs,
    })
  })

  afterAll(() => site.close())

  const intervalOf = async (player: Browser) => (await player.get('/api/user/get')).body.user.realityMinutes
  const visit = async (player: Browser, lasted = HOUR_MS) =>
    visitReplySchema.parse((await player.get(`/api/limits/visit?lasted=${lasted}`)).body)

  /** Balance and all owned items, in cents. */
  async function allOf({ playerId }: Browser): Promise<number> {
    const [row] = await site.db.run<{ sum: string }>(
      {
        name: 'all-of-player',
        text: `select (select balance from accounts where id = $1)
          + (select coalesce(sum(price), 0) from items where player_id = $1 and state = 'owned') as sum`,
      },
      [playerId],
    )
    return Number(row?.sum)
  }

  it('is off by default, and uses the interval that the player sets', async () => {
    const player = await site.newPlayer()
    expect(await intervalOf(player)).toBeNull()
    for (const minutes of [...REALITY_MINUTES, null]) {
      const { body } = await player.post('/api/limits/reality', { minutes })
      expect(realityReplySchema.parse(body)).toMatchObject({ success: true, minutes })
      expect(await intervalOf(player)).toBe(minutes)
    }
    const other = await site.newPlayer()
    await other.post('/api/limits/reality', { minutes: 15 })
    expect(await intervalOf(player)).toBeNull()
  })

  it.each(LANGUAGES)('confirms in %s that it is on or off', async (language) => {
    const player = await site.newPlayer()
    const t = textFor(language, 'replies')
    const said = async (minutes: number | null): Promise<string> =>
      (await player.post('/api/limits/reality', { minutes }, { 'accept-language': language })).body.message
    expect(await said(60)).toBe(t('realityKept'))
    expect(await said(null)).toBe(t('realityOff'))
  })

  it.each([{ minutes: 0 }, { minutes: 20 }, { minutes: '15' }, {}, { minutes: 15, player: 1 }, null])(
    'is not changed by %j',
    async (body) => {
      const player = await site.newPlayer()
      await player.post('/api/limits/reality', { minutes: 120 })
      expect((await player.post('/api/limits/reality', body)).status).toBe(400)
      expect(await intervalOf(player)).toBe(120)
    },
  )

  it.each(['', '?lasted=-1', '?lasted=x', '?lasted=1e300', '?lasted=1.5', '?lasted=1&player=1000'])(
    'refuses the result query %j',
    async (query) => {
      const player = await site.newPlayer()
      expect((await player.get(`/api/limits/visit${query}`)).status).toBe(400)
    },
  )

  it('is for players only', async () => {
    const guest = site.guest()
    await guest.get('/api/settings')
    expect((await guest.get('/api/limits/visit?lasted=1')).status).toBe(401)
    expect((await guest.post('/api/limits/reality', { minutes: 15 })).status).toBe(401)
  })

  it('has no result for a visit without a game: play money and bonuses are not winnings', async () => {
    const player = await site.newPlayer()
    expect((await player.post('/api/bonuses/social', { opened: ['telegram'] })).body.success).toBe(true)
    expect(await visit(player)).toEqual({ success: true, paid: 0, won: 0, result: 0 })
  })

  it('reports the cost and the outcome of a case, sold or kept', async () => {
    const player = await site.newPlayer()
    const { body } = await player.post('/api/case/orion/open', { count: 2 })
    const paid = 10_000 - body.balance
    const won = body.drops.reduce((sum: number, { price }: { price: number }) => sum + price, 0)
    expect(await visit(player)).toEqual({ success: true, paid, won, result: won - paid })
    await player.post('/api/user/items/sell', { ids: [body.drops[0].id], isAll: false })
    expect(await visit(player)).toEqual({ success: true, paid, won, result: won - paid })
  })

  it('sums all games’ changes of balance and items, to the cent', async () => {
    const player = await site.newPlayer()
    const before = await allOf(player)
    for (const balance of [0, 150, 300]) {
      const items = await win(player, 2, 'orion')
      expect((await upgradeTwice(player, items, balance)).body.success).toBe(true)
    }
    expect((await upgradeTwice(player, [], 200)).body.success).toBe(true)
    expect((await signContract(player, await winForContract(player, 3))).body.success).toBe(true)
    const { paid, won, result } = await visit(player)
    expect(result).toBe((await allOf(player)) - before)
    expect(result).toBe(won - paid)
    expect(paid).toBeGreaterThan(0)
    await player.post('/api/user/items/sell', { ids: [], isAll: true })
    expect((await visit(player)).result).toBe((await allOf(player)) - before)
  })

  it('includes spins of the wheel, free and paid, with money, items or no prize', async () => {
    const player = await site.newPlayer()
    const before = await allOf(player)
    expect((await spinWheel(player, true)).body.success).toBe(true)
    expect(await visit(player)).toMatchObject({ paid: 0, result: (await allOf(player)) - before })
    for (const prize of ['balance', 'nothing'] as const) await spinUntil(player, prize)
    const { paid, won, result } = await visit(player)
    expect(paid).toBeGreaterThanOrEqual(2 * (await player.get('/api/wheel')).body.price)
    expect(won).toBeGreaterThan(0)
    expect(result).toBe((await allOf(player)) - before)
  })

  it('counts only games of its period, and none of other players', async () => {
    const player = await site.newPlayer()
    await win(player, 1)
    await win(await site.newPlayer(), 1)
    const mine = await visit(player)
    aheadMs = HOUR_MS
    expect(await visit(player, HOUR_MS - 60_000)).toEqual({ success: true, paid: 0, won: 0, result: 0 })
    expect(await visit(player, HOUR_MS + 60_000)).toEqual(mine)
    aheadMs = 0
    await win(player, 1)
    expect((await visit(player)).paid).toBe(mine.paid * 2)
  })
})
