// Notifications of rewards: stored once in the transaction of the event, pushed to the player's open pages, never
// repeated.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ORDERS_OPEN_MOST } from '../../../src/game/base/economy.ts'
import { REVEAL_DELAY_MS } from '../../../src/game/base/economy-everywhere.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import type { Mission } from '../../../src/game/rewards/rewards.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { Notification } from '../../../src/protocol/notification.ts'
import { createEvents, type SiteEventMap } from '../../../src/server/base/events.ts'
import { createMissionNotificationsJob } from '../../../src/server/jobs/mission-notifications.ts'
import type { PaymentState } from '../../../src/server/payments/provider.ts'
import { createMissionNotifications } from '../../../src/server/services/missions/notifications.ts'
import { notificationToast } from '../../../src/server/services/notices/notifications.ts'
import { prizeView } from '../../../src/server/services/rolls/prize-view.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { signContract, spinUntil, win, winForContract } from '../../support/players/games.ts'
import { type ClockedSite, openClockedSite } from '../../support/sites/clock-site.ts'
import type { Browser } from '../../support/sites/site.ts'

const REFUNDED: PaymentState = { kind: 'refunded' }

describe.each(SUITE_KINDS)('notifications of rewards on %s', (kind) => {
  let site: ClockedSite
  let player: Browser
  let told: SiteEventMap['notification'][0][]

  beforeAll(async () => {
    // Rolls and transfers use the real time, by which missions count them.
    site = await openClockedSite(kind, new Date().toISOString())
  })

  beforeEach(async () => {
    player = await site.newPlayer()
    told = []
    site.events.removeAllListeners('notification')
    site.events.on('notification', (one) => told.push(one))
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  afterAll(() => site.close())

  /** Delayed work waits for `vi.advanceTimersByTime` from now on. */
  const holdTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  const list = async (who = player, language = 'en'): Promise<Notification[]> =>
    (await who.get('/api/notification/get', { 'accept-language': language })).body

  /** Returns a player's notifications except the welcome, the newest first. */
  const news = async (who = player, language = 'en'): Promise<Notification[]> =>
    (await list(who, language)).filter(
      ({ title }) => title !== textFor(language as 'en', 'replies')('notice.welcome.title'),
    )

  const look = (who = player): Promise<number> => site.services.missionNotifications.notifyDone(who.playerId)

  describe('a completed mission', () => {
    const TITLE = 'Mission complete'

    it('is announced once, with a link to its reward', async () => {
      await win(player, 9)
      expect(await look()).toBe(0)
      await win(player, 1)
      expect(await look()).toBe(1)
      const done = (await news()).filter(({ title }) => title === TITLE)
      expect(done).toMatchObject([{ content: 'Cases opened: 10. The reward is waiting for you.', link: '/missions' }])
      expect(told).toMatchObject([{ playerId: player.playerId, notification: { kind: 'missionCases' } }])
      await win(player, 5)
      expect(await look()).toBe(0)
    })

    it('is announced once by 100 parallel checks of two processes', async () => {
      const beside = await createServices({ ...site.components, events: createEvents() })
      await win(player, 10)
      const looks = Array.from({ length: 100 }, (_, place) =>
        place % 2 === 0 ? look() : beside.missionNotifications.notifyDone(player.playerId),
      )
      const counts = await Promise.all(looks)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
      expect((await news()).filter(({ title }) => title === TITLE)).toHaveLength(1)
    })

    it('is not announced after it was claimed, or to players who cannot claim it', async () => {
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

    it.each(LANGUAGES)('is announced in %s, each with its goal', async (language) => {
      await signContract(player, await winForContract(player, 3))
      await look()
      const words = (await news(player, language)).map(({ content }) => content)
      expect(words.join()).toContain(
        { en: 'Contracts signed: 1.', ru: 'Подписано контрактов: 1.', uk: 'Підписано контрактів: 1.' }[language],
      )
      expect(words.join()).not.toContain('{{')
    })

    it('comes to open pages as a scene with its reward, in their language', async () => {
      await signContract(player, await winForContract(player, 3))
      await look()
      const done = told.filter(({ notification }) => notification.kind === 'missionContracts')
      const daily = done.find(({ notification }) => notification.amounts.done === 1)
      if (daily === undefined) throw new Error('The mission was not announced')
      const missions = site.components.catalogue.current.rewards.missions.filter(({ goal }) => goal === 'contracts')
      expect(missions.map(({ reward }) => prizeView(reward))).toContainEqual(daily.reward)
      for (const language of LANGUAGES) {
        const { scene } = notificationToast(
          daily.notification,
          language,
          site.services.decisionTimes.latest(),
          daily.reward,
        )
        expect(scene?.kind).toBe('mission')
        expect(scene?.mark).not.toBe('')
        expect(`${scene?.title}. ${scene?.text}`).not.toContain('{{')
      }
    })

    it('is announced beside another one that differs in a threshold only', async () => {
      const { db, events, now, timeZone } = site.components
      const loaded = site.components.catalogue.current
      const mission = loaded.rewards.missions.find(({ id }) => id === 'open-10')
      if (mission === undefined) throw new Error('There is no mission open-10')
      const notifierOf = (...missions: Mission[]) => {
        const catalogue = () => ({ ...loaded, rewards: { ...loaded.rewards, missions } })
        return createMissionNotifications({ db, catalogue, events, now, timeZone })
      }
      await win(player, 10)
      expect(await notifierOf(mission).notifyDone(player.playerId)).toBe(1)
      const dearer: Mission & { least: number } = { ...mission, id: 'open-10-dear', least: 500 }
      const both = notifierOf(mission, dearer)
      expect(await both.notifyDone(player.playerId)).toBe(1)
      expect(await both.notifyDone(player.playerId)).toBe(0)
      expect((await news()).filter(({ title }) => title === TITLE)).toHaveLength(2)
    })

    it('is checked after a game', async () => {
      const job = createMissionNotificationsJob({
        notifications: site.services.missionNotifications,
        events: site.events,
        log: site.components.log,
      })
      job.start()
      holdTimers()
      await win(player, 10)
      vi.advanceTimersByTime(REVEAL_DELAY_MS)
      await expect.poll(() => told.length).toBe(1)
      await job.stop()
    })
  })

  describe('a free case', () => {
    const unlocked = async (who = player): Promise<string[]> =>
      (await news(who)).filter(({ link }) => link === '/free_case').map(({ content }) => content)

    it('is announced by the deposit that unlocks it, only the highest one', async () => {
      await site.deposit(player, 4)
      expect(await unlocked()).toEqual([])
      await site.deposit(player, 1)
      expect(await unlocked()).toMatchObject([expect.stringContaining('$5.00')])
      await site.deposit(player, 1)
      expect(await unlocked()).toHaveLength(1)
      await site.deposit(player, 100)
      expect(await unlocked()).toMatchObject([expect.stringContaining('$100.00'), expect.stringContaining('$5.00')])
      expect(told.filter(({ notification }) => notification.kind === 'freeCase')).toHaveLength(2)
    })

    it('is announced once when the maximum of open deposits arrives in parallel', async () => {
      const each = 100 / ORDERS_OPEN_MOST
      await Promise.all(Array.from({ length: ORDERS_OPEN_MOST }, () => site.deposit(player, each)))
      const amounts = told.flatMap(({ notification }) =>
        notification.kind === 'freeCase' ? [notification.amounts.amount ?? 0] : [],
      )
      expect(amounts.toSorted((one, other) => one - other)).toEqual([500, 2500, 10_000])
    })

    it('that was opened is not announced again after a refund and a new deposit', async () => {
      const id = await site.deposit(player, 5)
      await player.post('/api/free_case/spark/open', {})
      await site.services.settlement.apply(id, REFUNDED)
      await site.deposit(player, 5)
      expect(await unlocked()).toHaveLength(1)
    })
  })

  describe('the wheel', () => {
    it('announces an item immediately in the list, and on the page after it has stopped', async () => {
      holdTimers()
      const { body } = await spinUntil(player, 'item')
      const [newest] = (await news()).filter(({ title }) => title === 'You won on the wheel')
      expect(newest).toMatchObject({ link: '/dashboard' })
      const wheel = (): unknown[] => told.filter(({ notification }) => notification.kind === 'wheelItem')
      vi.advanceTimersByTime(REVEAL_DELAY_MS - 1)
      expect(wheel()).toEqual([])
      vi.advanceTimersByTime(1)
      expect(wheel()).toMatchObject([{ notification: { amounts: { amount: body.drop.price } } }])
    })

    it('announces neither money nor an empty sector', async () => {
      await spinUntil(player, 'balance')
      await spinUntil(player, 'nothing')
      const items = (await player.get('/api/user/items')).body.total.count
      expect((await news()).filter(({ title }) => title === 'You won on the wheel')).toHaveLength(items)
    })
  })
})
