// The link that redirects home and refers the next player who signs in; any other path below /r/ does nothing.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { players } from '../../../src/server/db/schema.ts'
import { bans } from '../../../src/server/db/schema-operations.ts'
import { referralVisits } from '../../../src/server/db/schema-rewards.ts'
import { countVisit } from '../../../src/server/services/referral/visits.ts'
import { cookieLine } from '../../support/browsers/set-cookie.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { PAID } from '../../support/outside/payment-provider.ts'
import { type Browser, LIVE_ENVIRONMENT, openTestSite } from '../../support/sites/site.ts'
import { openReferralFixture } from './referral-fixture.ts'

const HOME = { status: 302, headers: { location: '/' } }

describe.each(SUITE_KINDS)('the referral link on %s', (kind) => {
  const { payments, own, codeOf, choose, enter, referrerOf, newPlayers } = openReferralFixture(kind)

  /** Signs a new player in with the browser of a guest, who may have used a link. */
  async function signInAt(guest: Browser, language = 'en'): Promise<Browser> {
    const other = await payments.site.newPlayer()
    await guest.get('/api/settings')
    const { code, browser } = await payments.site.services.sessions.makeCode(other.playerId)
    guest.cookies.set('sign_in', browser)
    const answer = await guest.post('/api/auth/token', { code }, { 'accept-language': language })
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    guest.cookies.set('token', answer.body.token)
    guest.playerId = other.playerId
    return guest
  }

  it('redirects home and sets a cookie for thirty days', async () => {
    const answer = await payments.site.guest().get('/r/orion7')
    expect(answer).toMatchObject(HOME)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(cookieLine(answer, 'ref')).toBe('ref=ORION7; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax')
  })

  it('is Secure in live mode', async () => {
    const live = await openTestSite(kind, { environment: LIVE_ENVIRONMENT })
    expect(cookieLine(await live.guest().get('/r/ORION7'), '__Host-ref')).toContain('Secure')
    await live.close()
  })

  it.each([
    'unknown99',
    'x',
    '',
    'a/b/c',
    '//evil.example',
    '%2F%2Fevil.example',
    'https://evil.example',
    '%0d%0aSet-Cookie:%20a=b',
    '%',
    '%zz',
    '%F0%9F%9A%80',
    '<script>',
    'a'.repeat(2_000),
  ])('redirects home with %j too, and puts only a valid code into a header', async (code) => {
    const answer = await payments.site.guest().get(`/r/${code}`)
    expect(answer).toMatchObject(HOME)
    const set = String(answer.headers['set-cookie'] ?? '')
    expect(set === '' || /^ref=[A-Z0-9]{4,16};/.test(set)).toBe(true)
    expect(JSON.stringify(answer.headers)).not.toContain('evil')
  })

  it('refers the next player who signs in, once, and says so', async () => {
    const [friend] = await newPlayers(1)
    const code = await codeOf(friend as Browser)
    const guest = payments.site.guest()
    await guest.get(`/r/${code.toLowerCase()}`)
    expect(guest.cookies.get('ref')).toBe(code)
    const player = await signInAt(guest)
    expect(guest.cookies.has('ref')).toBe(false)
    expect(await referrerOf(player.playerId)).toBe(friend?.playerId)
    const [notice] = (await player.get('/api/notification/get')).body
    expect(notice).toMatchObject({ title: 'A friend invited you', link: '/bonuses' })
    expect(notice.content).toContain('5%')
    expect((await own(player)).mayEnter).toBe(false)
  })

  it('counts a browser once by day and code, and moves the visits to a code of one’s own', async () => {
    const [friend] = (await newPlayers(1)) as [Browser]
    const code = await codeOf(friend)
    const visits = async () => (await own(friend)).visits
    const guests = [payments.site.guest(), payments.site.guest(), payments.site.guest()]
    await Promise.all(guests.flatMap((guest) => [guest.get(`/r/${code}`)]))
    await expect.poll(visits).toBe(3)
    await guests[0]?.get(`/r/${code}`)
    await payments.site.guest().get(`/r/${code}`)
    await expect.poll(visits).toBe(4)
    await choose(friend, `MINE${friend.playerId}`)
    expect(await visits()).toBe(4)
    await payments.site.guest().get(`/r/${code}`)
    await payments.site.guest().get(`/r/MINE${friend.playerId}`)
    await expect.poll(visits).toBe(5)
  })

  it('counts nothing for an unknown code, the owner, a banned owner, and a bot', async () => {
    const [friend, banned, bot] = (await newPlayers(3)) as [Browser, Browser, Browser]
    const { db, services } = payments.site
    const codes = [await codeOf(friend), await codeOf(banned), await codeOf(bot)]
    await db.queries.insert(bans).values({ playerId: banned.playerId, reason: 'a test' })
    await db.queries.update(players).set({ house: true }).where(eq(players.id, bot.playerId))
    const before = await db.queries.$count(referralVisits)
    for (const code of [...codes.slice(1), 'NOBODY99']) await services.referral.countVisit(code, null)
    await services.referral.countVisit(codes[0] ?? '', friend.playerId)
    await friend.get(`/r/${codes[0]}`)
    expect(await db.queries.$count(referralVisits)).toBe(before)
    const at = { code: codes[0] ?? '', playerId: null, atMs: Date.now(), timeZone: 'UTC' }
    await Promise.all(Array.from({ length: 20 }, () => countVisit(db.queries, at)))
    expect((await own(friend)).visits).toBe(20)
  })

  it('offers its code to a player who was signed in, until they have one', async () => {
    const [friend, player, other] = (await newPlayers(3)) as [Browser, Browser, Browser]
    const code = await codeOf(friend)
    for (const who of [player, friend]) await who.get(`/r/${code}`)
    expect(await own(player)).toMatchObject({ mayEnter: true, offered: code })
    expect((await own(friend)).offered).toBeNull()
    expect((await enter(player, code)).body.success).toBe(true)
    expect(player.cookies.has('ref')).toBe(false)
    await player.get(`/r/${await codeOf(other)}`)
    expect(await own(player)).toMatchObject({ mayEnter: false, offered: null })
  })

  it.each(['x', ';;', '\u0001'])('offers nothing for %j', async (cookie) => {
    const [player] = (await newPlayers(1)) as [Browser]
    player.cookies.set('ref', encodeURIComponent(cookie))
    expect((await own(player)).offered).toBeNull()
  })

  it.each(['NOBODY99', 'x', ';;', '\u0001'])('signs a visitor in without a message for %j', async (cookie) => {
    const guest = payments.site.guest()
    guest.cookies.set('ref', encodeURIComponent(cookie))
    const player = await signInAt(guest)
    expect(guest.cookies.has('ref')).toBe(false)
    expect(await referrerOf(player.playerId)).toBeNull()
    expect((await player.get('/api/notification/get')).body).toHaveLength(1)
  })

  it('changes nothing for players who have a referrer, have deposited, are self-excluded, or own the code', async () => {
    const [friend, other] = (await newPlayers(2)) as [Browser, Browser]
    const code = await codeOf(friend)
    const { referral } = payments.site.services
    const [brought, depositor, excluded] = (await newPlayers(3)) as [Browser, Browser, Browser]
    await enter(brought, await codeOf(other))
    await payments.sendState(await payments.created({}, depositor), PAID)
    await excluded.post('/api/limits/self-exclude', { days: 1 })
    for (const who of [brought, depositor, excluded, friend]) {
      const before = await referrerOf(who.playerId)
      expect(await referral.enterFromLink(who.playerId, code)).toBe(false)
      expect(await referrerOf(who.playerId)).toBe(before)
    }
  })

  it('does not block a sign-in when the database fails', async () => {
    const guest = payments.site.guest()
    guest.cookies.set('ref', 'ORION7')
    const { referral } = payments.site.services
    const before = referral.enterFromLink
    Object.assign(referral, { enterFromLink: () => Promise.reject(new Error('stumbled')) })
    await signInAt(guest)
    Object.assign(referral, { enterFromLink: before })
    expect(guest.cookies.get('ref')).toBe('ORION7')
    expect(payments.log.join()).toContain('stumbled')
  })
})
