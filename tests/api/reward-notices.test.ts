// What rewards tell a player: kept once in the transaction of what they tell, told to his open pages, and nothing that is no news.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Notification } from '../../src/contract/notification.ts'
import { ORDERS_OPEN_MOST } from '../../src/game/economy.ts'
import { LANGUAGES } from '../../src/game/language.ts'
import { textFor } from '../../src/i18n/text.ts'
import { createEvents } from '../../src/server/events.ts'
import { createMissionNoticesJob } from '../../src/server/jobs/mission-notices.ts'
import type { PaymentState } from '../../src/server/payments/provider.ts'
import type { Notice } from '../../src/server/services/notifications.ts'
import { REVEAL_MS } from '../../src/server/services/reveal.ts'
import { createServices } from '../../src/server/services/services.ts'
import { DATABASE_KINDS } from '../support/databases.ts'
import { signContract, spinUntil, win, winForContract } from '../support/games.ts'
import { type ClockedSite, openClockedSite } from '../support/nights.ts'
import type { Browser } from '../support/site.ts'

const REFUNDED: PaymentState = { kind: 'refunded' }

describe.each(DATABASE_KINDS)('notices of rewards on %s', (kind) => {
  let site: ClockedSite
  let player: Browser
  let told: { playerId: number; notice: Notice }[]

  beforeAll(async () => {
    // Rolls and transfers carry the time that it really is, and missions count them by it.
    site = await openClockedSite(kind, new Date().toISOString())
  })

  beforeEach(async () => {
    player = await site.newPlayer()
    told = []
    site.events.removeAllListeners('notice')
    site.events.on('notice', (one) => told.push(one))
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  afterAll(() => site.close())

  /** From now on what is put off waits for `vi.advanceTimersByTime`. */
  const holdTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  const list = async (who = player, language = 'en'): Promise<Notification[]> =>
    (await who.get('/api/notification/get', { 'accept-language': language })).body

  /** What a player was told beside the welcome, the newest first. */
  const news = async (who = player, language = 'en'): Promise<Notification[]> =>
    (await list(who, language)).filter(
      ({ title }) => title !== textFor(language as 'en', 'replies')('notice.welcome.title'),
    )

  const look = (who = player): Promise<number> => site.services.missionNotices.look(who.playerId)

  describe('a mission that is done', () => {
    const TITLE = 'Mission complete'

    it('is told once, with the way to its reward', async () => {
      await win(player, 9)
      expect(await look()).toBe(0)
      await win(player, 1)
      expect(await look()).toBe(1)
      const done = (await news()).filter(({ title }) => title === TITLE)
      expect(done).toMatchObject([{ content: 'Cases opened: 10. The reward is waiting for you.', link: '/missions' }])
      expect(told).toMatchObject([{ playerId: player.playerId, notice: { kind: 'missionCases' } }])
      await win(player, 5)
      expect(await look()).toBe(0)
    })

    it('is told once by 100 looks at once of two processes', async () => {
      const beside = await createServices({ ...site.components, events: createEvents() })
      await win(player, 10)
      const looks = Array.from({ length: 100 }, (_, place) =>
        place % 2 === 0 ? look() : beside.missionNotices.look(player.playerId),
      )
      const counts = await Promise.all(looks)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
      expect((await news()).filter(({ title }) => title === TITLE)).toHaveLength(1)
    })

    it('is no news once it was claimed, nor to who cannot claim it', async () => {
      await win(player, 10)
      const { periods } = (await player.get('/api/missions')).body
      const claimed = await player.post('/api/missions/open-10/claim', { period: periods.daily.day })
      expect(claimed.body.success).toBe(true)
      expect(await look()).toBe(0)
      const excluded = await site.newPlayer()
      await win(excluded, 10)
      await excluded.post('/api/limits/self-exclude', { days: 1 })
      expect(await look(excluded)).toBe(0)
    })

    it.each(LANGUAGES)('is told in %s, each by what it asked for', async (language) => {
      await signContract(player, await winForContract(player, 3))
      await look()
      const words = (await news(player, language)).map(({ content }) => content)
      expect(words.join()).toContain(
        { en: 'Contracts signed: 1.', ru: 'Подписано контрактов: 1.', uk: 'Підписано контрактів: 1.' }[language],
      )
      expect(words.join()).not.toContain('{{')
    })

    it('is looked for after what was played', async () => {
      const job = createMissionNoticesJob({
        notices: site.services.missionNotices,
        events: site.events,
        log: site.components.log,
      })
      job.start()
      holdTimers()
      await win(player, 10)
      vi.advanceTimersByTime(REVEAL_MS)
      await expect.poll(() => told.length).toBe(1)
      await job.stop()
    })
  })

  describe('a free case', () => {
    const unlocked = async (who = player): Promise<string[]> =>
      (await news(who)).filter(({ link }) => link === '/free_case').map(({ content }) => content)

    it('is told by the deposit that unlocks it, the highest alone, and no other', async () => {
      await site.deposit(player, 4)
      expect(await unlocked()).toEqual([])
      await site.deposit(player, 1)
      expect(await unlocked()).toMatchObject([expect.stringContaining('$5.00')])
      await site.deposit(player, 1)
      expect(await unlocked()).toHaveLength(1)
      await site.deposit(player, 100)
      expect(await unlocked()).toMatchObject([expect.stringContaining('$100.00'), expect.stringContaining('$5.00')])
      expect(told.filter(({ notice }) => notice.kind === 'freeCase')).toHaveLength(2)
    })

    it('is told once when as many deposits arrive at once as a player may have open', async () => {
      const each = 100 / ORDERS_OPEN_MOST
      await Promise.all(Array.from({ length: ORDERS_OPEN_MOST }, () => site.deposit(player, each)))
      const amounts = told.flatMap(({ notice }) => (notice.kind === 'freeCase' ? [notice.amounts.amount ?? 0] : []))
      expect(amounts.toSorted((one, other) => one - other)).toEqual([500, 2500, 10_000])
    })

    it('that was opened is not told again when a deposit went back and came anew', async () => {
      const id = await site.deposit(player, 5)
      await player.post('/api/free_case/spark/open', {})
      await site.services.settlement.apply(id, REFUNDED)
      await site.deposit(player, 5)
      expect(await unlocked()).toHaveLength(1)
    })
  })

  describe('the wheel', () => {
    it('tells of an item at once in the list, and on the page when it has stopped', async () => {
      holdTimers()
      const { body } = await spinUntil(player, 'item')
      const [newest] = (await news()).filter(({ title }) => title === 'The wheel stopped on an item')
      expect(newest).toMatchObject({ link: '/dashboard' })
      const wheel = (): unknown[] => told.filter(({ notice }) => notice.kind === 'wheelItem')
      vi.advanceTimersByTime(REVEAL_MS - 1)
      expect(wheel()).toEqual([])
      vi.advanceTimersByTime(1)
      expect(wheel()).toMatchObject([{ notice: { amounts: { amount: body.drop.price } } }])
    })

    it('tells nothing of money and of nothing', async () => {
      await spinUntil(player, 'balance')
      await spinUntil(player, 'nothing')
      const items = (await player.get('/api/user/items')).body.total.count
      expect((await news()).filter(({ title }) => title === 'The wheel stopped on an item')).toHaveLength(items)
    })
  })
})
