// A site with a push service on loopback for the tests of a file, and browsers that subscribe to it.
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { PushKind } from '../../../src/protocol/push.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { cookieJar } from '../../../src/server/http/cookies.ts'
import type { DatabaseKind } from '../../support/databases/databases.ts'
import { TestProvider } from '../../support/outside/payment-provider.ts'
import { openPushService, type PushService, type SubscribedBrowser } from '../../support/outside/push-service.ts'
import { depositPaid } from '../../support/players/gifts.ts'
import { offerCheapPrizes, playForRaffle } from '../../support/players/raffles.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const HOUR_MS = 3_600_000

/** Opens a site and a push service before the tests of a file; after each test, the service has seen no fault. */
export function openPushFixture(kind: DatabaseKind) {
  const fixture = {
    site: undefined as unknown as TestSite,
    service: undefined as unknown as PushService,
    /** The public key of the site, which browsers subscribe with. */
    key: '',
    nowMs: Date.now(),

    deliver: (): Promise<void> => fixture.site.jobs.pushes.runOnce(),

    isOn: async (player: Browser): Promise<boolean> => (await player.get('/api/push')).body.on,

    waiting: () =>
      queryRows<{ kind: PushKind; attempts: number; later: boolean }>(
        fixture.site.db.queries,
        sql`select kind, attempts, next_at > now() as later from pushes`,
      ),

    subscriptionsOf: async ({ playerId }: Browser): Promise<number> => {
      const [row] = await queryRows<{ count: string }>(
        fixture.site.db.queries,
        sql`select count(*) as count from push_subscriptions where player_id = ${playerId}`,
      )
      return Number(row?.count)
    },

    /** Makes all waiting messages due. */
    elapse: () => fixture.site.db.queries.execute(sql`update pushes set next_at = now()`),

    turnOn: async (player: Browser, language = 'en'): Promise<SubscribedBrowser> => {
      const browser = await fixture.service.subscribe(fixture.key)
      const { body } = await player.post('/api/push/subscribe', browser.body, { 'accept-language': language })
      expect(body).toEqual({ success: true })
      return browser
    },

    newDevice: async (language = 'en'): Promise<{ player: Browser; browser: SubscribedBrowser }> => {
      const player = await fixture.site.newPlayer()
      return { player, browser: await fixture.turnOn(player, language) }
    },

    /** Signs the player in at another browser. */
    secondDevice: async (player: Browser): Promise<Browser> => {
      const device = fixture.site.guest()
      device.playerId = player.playerId
      await device.get('/api/settings')
      const { code, browser: half } = await fixture.site.services.sessions.makeCode(player.playerId)
      device.cookies.set(cookieJar('sandbox').signIn, half)
      device.cookies.set('token', (await device.post('/api/auth/token', { code })).body.token)
      return device
    },

    /** Deposits $5. */
    deposit: async (player: Browser): Promise<void> => void (await depositPaid(fixture.site, player, 5)),

    /** Lets a player deposit, play and join an hourly raffle alone; it is drawn by `draw`. */
    joinRaffle: async (player: Browser): Promise<void> => {
      fixture.nowMs = Math.ceil(fixture.nowMs / HOUR_MS) * HOUR_MS + HOUR_MS / 2
      await fixture.site.jobs.raffles.runOnce()
      await fixture.deposit(player)
      await playForRaffle(player)
      const { raffles } = (await player.get('/api/raffle')).body
      const hourly = raffles.find((raffle: { kind: string }) => raffle.kind === 'hourly')
      expect((await player.post(`/api/raffle/${hourly.open.id}/join`)).body).toMatchObject({ success: true })
    },

    draw: async (): Promise<void> => {
      fixture.nowMs = Math.ceil((fixture.nowMs + 1) / HOUR_MS) * HOUR_MS
      await fixture.site.jobs.raffles.runOnce()
    },

    kinds: ({ messages }: SubscribedBrowser): PushKind[] => messages.map((message) => message.kind),
  }

  beforeAll(async () => {
    fixture.service = await openPushService()
    fixture.site = await openTestSite(kind, {
      now: () => fixture.nowMs,
      payments: { providers: [new TestProvider()], standIn: undefined },
      environment: { PUSH_SERVICES: `${fixture.service.host},fcm.googleapis.com` },
    })
    offerCheapPrizes(fixture.site)
    fixture.key = (await (await fixture.site.newPlayer()).get('/api/push')).body.key
  })

  afterEach(() => {
    expect(fixture.service.faults).toEqual([])
  })

  afterAll(async () => {
    await fixture.site.close()
    await fixture.service.close()
  })

  return fixture
}
