// Settings of a player's account: the trade URL, and the devices with a session.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Device, devicesReplySchema } from '../../../src/protocol/account.ts'
import { cookieJar } from '../../../src/server/http/cookies.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const MINUTE_MS = 60_000

describe.each(SUITE_KINDS)('the account on %s', (kind) => {
  let site: TestSite
  let nowMs = Date.now()

  beforeAll(async () => {
    site = await openTestSite(kind, { now: () => nowMs })
  })

  afterAll(() => site.close())

  describe('takes a trade URL', () => {
    const linkOf = (steamid: string, token = 'AbC_-123'): string =>
      `https://steamcommunity.com/tradeoffer/new/?partner=${BigInt(steamid) - 76_561_197_960_265_728n}&token=${token}`

    const userOf = async (player: Browser): Promise<{ steamid: string; tradeLink: string | null }> =>
      (await player.get('/api/user/get')).body.user

    it('that belongs to the player, and removes it', async () => {
      const player = await site.newPlayer()
      const link = linkOf((await userOf(player)).steamid)
      const kept = await player.post('/api/user/trade-link', { tradeLink: ` ${link} ` })
      expect(kept.body).toMatchObject({ success: true, tradeLink: link })
      expect((await userOf(player)).tradeLink).toBe(link)
      for (const text of [
        `Trade URL: <${link.replace('https', 'http').replace('&', '&amp;')}&l=russian>`,
        `https://steamcommunity.com/linkfilter/?u=${encodeURIComponent(link)}`,
        `${link}\n${link}\nCreate New URL`,
      ]) {
        await player.post('/api/user/trade-link', { tradeLink: '' })
        expect((await player.post('/api/user/trade-link', { tradeLink: text })).body).toMatchObject({ tradeLink: link })
        expect((await userOf(player)).tradeLink).toBe(link)
      }
      const gone = await player.post('/api/user/trade-link', { tradeLink: '' })
      expect(gone.body).toMatchObject({ success: true, tradeLink: null })
      expect(gone.body.message).not.toBe(kept.body.message)
      expect((await userOf(player)).tradeLink).toBeNull()
    })

    it('only if it belongs to the player and is valid', async () => {
      const [player, other] = [await site.newPlayer(), await site.newPlayer()]
      const own = linkOf((await userOf(player)).steamid)
      await player.post('/api/user/trade-link', { tradeLink: own })
      const foreign = await player.post('/api/user/trade-link', { tradeLink: linkOf((await userOf(other)).steamid) })
      expect(foreign).toMatchObject({ status: 200, body: { success: false, code: 'trade-link-foreign' } })
      const none = await player.post('/api/user/trade-link', { tradeLink: 'https://steamcommunity.com/' })
      expect(none).toMatchObject({ status: 200, body: { success: false, code: 'trade-link-form' } })
      expect((await userOf(player)).tradeLink).toBe(own)
    })
  })

  describe('lists devices', () => {
    /** Another browser of a player. */
    async function secondBrowser(playerId: number): Promise<Browser> {
      const browser = site.guest()
      browser.playerId = playerId
      await browser.get('/api/settings')
      const { code, browser: half } = await site.services.sessions.makeCode(playerId)
      browser.cookies.set(cookieJar('sandbox').signIn, half)
      const { body } = await browser.post('/api/auth/token', { code }, { 'user-agent': FIREFOX })
      browser.cookies.set('token', body.token)
      return browser
    }

    const devicesOf = async (browser: Browser): Promise<Device[]> =>
      devicesReplySchema.parse((await browser.get('/api/user/devices')).body).devices

    it('with browser and system, the current one first', async () => {
      const here = await site.newPlayer()
      const there = await secondBrowser(here.playerId)
      const [mine, other, ...more] = await devicesOf(here)
      expect(more).toEqual([])
      expect(mine).toMatchObject({ current: true, browser: null, system: null })
      expect(other).toMatchObject({ current: false, browser: 'Firefox', system: 'Linux' })
      expect((await devicesOf(there)).map(({ id }) => id)).toEqual([other?.id, mine?.id])
    })

    it('and ends one: its calls are refused at once and its sockets are notified', async () => {
      const here = await site.newPlayer()
      const there = await secondBrowser(here.playerId)
      const id = (await devicesOf(here)).find(({ current }) => !current)?.id
      const ended: object[] = []
      const onEnd = (session: object): void => void ended.push(session)
      site.events.on('signedOut', onEnd)
      expect((await here.post('/api/user/devices/end', { id })).body.success).toBe(true)
      site.events.off('signedOut', onEnd)
      expect(ended).toEqual([{ sessionId: id, playerId: here.playerId }])
      expect((await there.get('/api/user/get')).status).toBe(401)
      expect((await devicesOf(here)).map(({ current }) => current)).toEqual([true])
      const again = await here.post('/api/user/devices/end', { id })
      expect(again).toMatchObject({ status: 200, body: { success: false, code: 'device-unknown' } })
    })

    it("but cannot end another player's", async () => {
      const [here, stranger] = [await site.newPlayer(), await site.newPlayer()]
      const id = (await devicesOf(here))[0]?.id
      const answer = await stranger.post('/api/user/devices/end', { id })
      expect(answer.body).toMatchObject({ success: false, code: 'device-unknown' })
      expect((await here.get('/api/user/get')).status).toBe(200)
    })

    it('with the time when they were last seen', async () => {
      const here = await site.newPlayer()
      const [before] = await devicesOf(here)
      nowMs += 30 * MINUTE_MS
      // A second process does not have this sign-in cached, because it has never seen it.
      const beside = await openTestSite(kind, { beside: site, now: () => nowMs })
      try {
        const { companion } = cookieJar('sandbox')
        await beside.services.sessions.identify(here.cookies.get('token'), here.cookies.get(companion))
      } finally {
        await beside.close()
      }
      const [after] = await devicesOf(here)
      expect((after?.seen_at ?? 0) - (before?.seen_at ?? 0)).toBeGreaterThan(20 * MINUTE_MS)
      expect(after?.created_at).toBe(before?.created_at)
    })
  })
})
