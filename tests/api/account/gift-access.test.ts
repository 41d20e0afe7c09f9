// Gifts without a deposit: what they ask of a Steam account, one player among related ones, and what any deposit lifts.

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SteamAccount } from '../../../src/game/base/steam-account.ts'
import { players } from '../../../src/server/db/schema.ts'
import { steamAccounts } from '../../../src/server/db/schema-withdrawals.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { createGiftAccess } from '../../../src/server/services/account/gift-access.ts'
import {
  recordCard,
  recordForeignTradeUrl,
  recordTraces,
} from '../../../src/server/services/account/related-players.ts'
import { readSteamAccountOf, storedSteamAccount } from '../../../src/server/services/account/steam-account.ts'
import { SteamAccountUnknown } from '../../../src/server/steam/account.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { disputed, TestProvider } from '../../support/outside/payment-provider.ts'
import { knowSteamAccount, OLD_ACCOUNT } from '../../support/outside/steam-account.ts'
import { spinWheel, win } from '../../support/players/games.ts'
import { depositPaid } from '../../support/players/gifts.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const DAY_MS = 86_400_000
const LINKS = { SOCIAL_X: 'https://x.example/shop' }

describe.each(SUITE_KINDS)('gifts without a deposit on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    const payments = { providers: [new TestProvider()], standIn: undefined }
    site = await openTestSite(kind, { payments, environment: LINKS })
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    expect(site.retries.filter((code) => code === '40P01')).toEqual([])
    await site.close()
  })

  async function playerWith(account: Partial<SteamAccount>, level = 10): Promise<Browser> {
    const player = await site.newPlayer()
    await knowSteamAccount(site.db, player.playerId, { ...OLD_ACCOUNT, ...account })
    await site.db.queries.update(players).set({ steamLevel: level }).where(eq(players.id, player.playerId))
    return player
  }

  const claimDay = async (player: Browser): Promise<Answer['body']> => {
    const { today } = (await player.get('/api/calendar')).body
    return (await player.post('/api/calendar/claim', { day: today })).body
  }

  /** The refusals of every gift that needs no deposit; null where it is given. */
  async function refusals(player: Browser): Promise<(string | null)[]> {
    await win(player, 10)
    const { periods } = (await player.get('/api/missions')).body
    const answers = [
      (await spinWheel(player, true)).body,
      await claimDay(player),
      (await player.post('/api/missions/open-10/claim', { period: periods.daily.day })).body,
      (await player.post('/api/bonuses/social', { opened: ['x'] })).body,
    ]
    return answers.map(({ success, code }) => (success ? null : code))
  }

  const GIVEN = [null, null, null, null]

  /** What the screens say, and how much of it the badges count. */
  async function shown(player: Browser): Promise<unknown[]> {
    const replies = ['/api/wheel', '/api/calendar', '/api/missions', '/api/bonuses'].map((path) => player.get(path))
    const said = new Set((await Promise.all(replies)).map(({ body }) => body.giftRefusal))
    const { wheel, calendar, social } = (await player.get('/api/rewards')).body.marks
    return [...said, wheel + calendar + social]
  }

  it('are given for an old Steam account that may trade', async () => {
    const player = await site.newPlayer()
    expect(await shown(player)).toEqual([null, 3])
    expect(await refusals(player)).toEqual(GIVEN)
  })

  it.each([
    ['is below the level', {}, 4, /Steam level 5.*Any deposit lifts this/],
    ['is too new', { createdMs: Date.now() - 179 * DAY_MS }, 10, /at least 180 days old.*Any deposit lifts this/],
    ['hides its age', { createdMs: null, isPrivate: true }, 10, /public Steam profile.*Any deposit lifts this/],
    ['may not trade', { isTradeBanned: true }, 10, /without a trade ban.*Any deposit lifts this/],
  ] as const)('are refused for a Steam account that %s, until a deposit', async (_, account, level, words) => {
    const player = await playerWith(account, level)
    expect(await refusals(player)).toEqual(['gift-steam', 'gift-steam', 'gift-steam', 'gift-steam'])
    expect(await shown(player)).toEqual([expect.stringMatching(words), 0])
    expect((await spinWheel(player, false)).body).toMatchObject({ success: true, free: false })
    const order = await depositPaid(site, player, 5)
    expect(await shown(player)).toEqual([null, 3])
    expect(await claimDay(player)).toMatchObject({ success: true })
    // A deposit that is disputed or was given back lifts nothing.
    const dispute = { id: `dp_${order}`, minor: 500 }
    await site.services.settlement.apply(order, disputed('open', dispute))
    expect((await spinWheel(player, true)).body).toMatchObject({ success: false, code: 'gift-steam' })
    await site.services.settlement.apply(order, disputed('won', { ...dispute, atMs: 2_000 }))
    expect(await shown(player)).toEqual([null, 2])
    await site.services.settlement.apply(order, { kind: 'refunded' })
    expect((await spinWheel(player, true)).body).toMatchObject({ success: false, code: 'gift-steam' })
  })

  it('ask Steam once, and keep what it said while it does not answer', async () => {
    const player = await site.newPlayer()
    const { playerId } = player
    await site.db.queries.delete(steamAccounts).where(eq(steamAccounts.playerId, playerId))
    let now = Date.now()
    let asked = 0
    let answer: SteamAccount | null = null
    const access = () =>
      createGiftAccess({
        db: site.db,
        gifts: () => site.catalogue.current.rewards.gifts,
        now: () => now,
        log: site.components.log,
        steamAccountOf: async () => {
          asked += 1
          if (answer === null) throw new SteamAccountUnknown('off')
          return answer
        },
      })
    const silent = access()
    expect((await silent.refusalOf(playerId))?.facts.context).toBe('unknown')
    await silent.refusalOf(playerId)
    expect(asked).toBe(1)
    answer = { ...OLD_ACCOUNT, createdMs: null, isPrivate: true }
    expect((await access().refusalOf(playerId))?.facts.context).toBe('hidden')
    answer = OLD_ACCOUNT
    expect((await access().refusalOf(playerId))?.facts.context).toBe('hidden')
    now += 11 * 60_000
    expect(await access().refusalOf(playerId)).toBeNull()
    answer = null
    now += DAY_MS
    expect(await access().refusalOf(playerId)).toBeNull()
    expect(asked).toBe(4)
  })

  it('keep the age and the limit of an account that hides them later', async () => {
    const { playerId } = await site.newPlayer()
    await site.db.queries.delete(steamAccounts).where(eq(steamAccounts.playerId, playerId))
    let at = new Date()
    const told = (account: SteamAccount) => {
      at = new Date(at.getTime() + 2 * DAY_MS)
      const parts = { log: site.components.log, steamAccountOf: async () => account }
      return readSteamAccountOf(parts, site.db.queries, playerId, at)
    }
    const limited = { ...OLD_ACCOUNT, isLimited: true }
    expect(await told(limited)).toEqual(limited)
    const hidden = { ...OLD_ACCOUNT, createdMs: null, isPrivate: true, isLimited: false }
    const kept = { ...hidden, createdMs: OLD_ACCOUNT.createdMs, isLimited: true }
    expect(await told(hidden)).toEqual(kept)
    expect((await storedSteamAccount(site.db.queries, playerId))?.account).toEqual(kept)
    expect(await told(OLD_ACCOUNT)).toEqual(OLD_ACCOUNT)
  })

  describe('among related players', () => {
    const share = (player: Browser, device: string, subnet: string): Promise<void> =>
      recordTraces(site.db.queries, { playerId: player.playerId, device, subnet, atMs: Date.now() })

    it('go to the first who claims one, and to the others after a deposit', async () => {
      const [one, two] = [await site.newPlayer(), await site.newPlayer()]
      await share(one, 'shared-phone', '192.0.2.0/24')
      await share(two, 'shared-phone', '198.51.100.0/24')
      expect([await shown(one), await shown(two)]).toEqual([
        [null, 3],
        [null, 3],
      ])
      expect(await refusals(two)).toEqual(GIVEN)
      expect(await refusals(one)).toEqual(['gift-related', 'gift-related', 'gift-related', 'gift-related'])
      expect(await shown(one)).toEqual([
        expect.stringMatching(/^Another account with your device or card already gets/),
        0,
      ])
      await depositPaid(site, one, 5)
      expect(await claimDay(one)).toMatchObject({ success: true })
    })

    it('are given to a player again whose related player has deposited', async () => {
      const [one, two] = [await site.newPlayer(), await site.newPlayer()]
      await share(one, 'family-tablet', '192.0.2.0/24')
      await share(two, 'family-tablet', '192.0.2.0/24')
      expect(await claimDay(one)).toMatchObject({ success: true })
      expect(await claimDay(two)).toMatchObject({ code: 'gift-related' })
      await depositPaid(site, one, 5)
      expect(await claimDay(two)).toMatchObject({ success: true })
    })

    it('go to one of those who share a card, and to each of whom one entered the trade URL of the other', async () => {
      const [one, two, three] = [await site.newPlayer(), await site.newPlayer(), await site.newPlayer()]
      for (const { playerId } of [one, two]) {
        await recordCard(site.db.queries, { playerId, card: 'shared-card', at: new Date() })
      }
      const [{ steamid } = { steamid: '' }] = await site.db.queries
        .select({ steamid: players.steamid })
        .from(players)
        .where(eq(players.id, one.playerId))
      await recordForeignTradeUrl(site.db.queries, { playerId: three.playerId, steamid, atMs: Date.now() })
      expect(await claimDay(one)).toMatchObject({ success: true })
      expect(await claimDay(two)).toMatchObject({ code: 'gift-related' })
      expect(await claimDay(three)).toMatchObject({ success: true })
    })

    it('go to each who shares an address only', async () => {
      const [one, two] = [await site.newPlayer(), await site.newPlayer()]
      for (const player of [one, two]) await share(player, `own-${player.playerId}`, '203.0.113.0/24')
      expect([await refusals(one), await refusals(two)]).toEqual([GIVEN, GIVEN])
    })

    it('go to one of them when all claim at the same moment', async () => {
      const ring = await Promise.all(Array.from({ length: 8 }, () => site.newPlayer()))
      for (const player of ring) await share(player, 'ring-device', '192.0.2.0/24')
      const claims = await Promise.all(ring.map((player) => claimDay(player)))
      expect(claims.filter(({ success }) => success)).toHaveLength(1)
      expect(claims.filter(({ code }) => code === 'gift-related')).toHaveLength(7)
    })
  })
})
