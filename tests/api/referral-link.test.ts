// The link that leads home and brings whoever signs in next; whatever else stands behind /r/ does nothing.
import { describe, expect, it } from 'vitest'
import { DATABASE_KINDS } from '../support/databases.ts'
import { PAID } from '../support/payment-provider.ts'
import { cookieLine } from '../support/set-cookie.ts'
import { type Browser, LIVE_ENVIRONMENT, openTestSite } from '../support/site.ts'
import { openReferralDesk } from './referral-desk.ts'

const HOME = { status: 302, headers: { location: '/' } }

describe.each(DATABASE_KINDS)('the link of a code on %s', (kind) => {
  const { desk, own, codeOf, enter, referrerOf, arrivals } = openReferralDesk(kind)

  /** Signs a new player in by the browser of a guest, who may have come by a link. */
  async function signInAt(guest: Browser, language = 'en'): Promise<Browser> {
    const other = await desk.site.newPlayer()
    await guest.get('/api/settings')
    const { code, browser } = await desk.site.services.sessions.makeCode(other.playerId)
    guest.cookies.set('sign_in', browser)
    const answer = await guest.post('/api/auth/token', { code }, { 'accept-language': language })
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    guest.cookies.set('token', answer.body.token)
    guest.playerId = other.playerId
    return guest
  }

  it('leads home and sets a cookie for thirty days', async () => {
    const answer = await desk.site.guest().get('/r/orion7')
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
  ])('leads home with %j all the same, and nothing of it in a header but a code', async (code) => {
    const answer = await desk.site.guest().get(`/r/${code}`)
    expect(answer).toMatchObject(HOME)
    const set = String(answer.headers['set-cookie'] ?? '')
    expect(set === '' || /^ref=[A-Z0-9]{4,16};/.test(set)).toBe(true)
    expect(JSON.stringify(answer.headers)).not.toContain('evil')
  })

  it('brings whoever signs in next, once, and says so', async () => {
    const [friend] = await arrivals(1)
    const code = await codeOf(friend as Browser)
    const guest = desk.site.guest()
    await guest.get(`/r/${code.toLowerCase()}`)
    expect(guest.cookies.get('ref')).toBe(code)
    const player = await signInAt(guest)
    expect(guest.cookies.has('ref')).toBe(false)
    expect(await referrerOf(player.playerId)).toBe(friend?.playerId)
    const [notice] = (await player.get('/api/notification/get')).body
    expect(notice).toMatchObject({ title: 'A friend has brought you', link: '/bonuses' })
    expect(notice.content).toContain('5%')
    expect((await own(player)).mayEnter).toBe(false)
  })

  it('offers its code to whoever was signed in when he came, until he has taken one', async () => {
    const [friend, player, other] = (await arrivals(3)) as [Browser, Browser, Browser]
    const code = await codeOf(friend)
    for (const who of [player, friend]) await who.get(`/r/${code}`)
    expect(await own(player)).toMatchObject({ mayEnter: true, offered: code })
    expect((await own(friend)).offered).toBeNull()
    expect((await enter(player, code)).body.success).toBe(true)
    expect(player.cookies.has('ref')).toBe(false)
    await player.get(`/r/${await codeOf(other)}`)
    expect(await own(player)).toMatchObject({ mayEnter: false, offered: null })
  })

  it.each(['x', ';;', '\u0001'])('offers nothing of %j', async (cookie) => {
    const [player] = (await arrivals(1)) as [Browser]
    player.cookies.set('ref', encodeURIComponent(cookie))
    expect((await own(player)).offered).toBeNull()
  })

  it.each(['NOBODY99', 'x', ';;', '\u0001'])('lets in silently whoever comes by %j', async (cookie) => {
    const guest = desk.site.guest()
    guest.cookies.set('ref', encodeURIComponent(cookie))
    const player = await signInAt(guest)
    expect(guest.cookies.has('ref')).toBe(false)
    expect(await referrerOf(player.playerId)).toBeNull()
    expect((await player.get('/api/notification/get')).body).toHaveLength(1)
  })

  it('changes nothing for whom another brought, who has deposited, who has excluded himself, or whose it is', async () => {
    const [friend, other] = (await arrivals(2)) as [Browser, Browser]
    const code = await codeOf(friend)
    const { referral } = desk.site.services
    const [brought, depositor, excluded] = (await arrivals(3)) as [Browser, Browser, Browser]
    await enter(brought, await codeOf(other))
    await desk.told(await desk.created({}, depositor), PAID)
    await excluded.post('/api/limits/self-exclude', { days: 1 })
    for (const who of [brought, depositor, excluded, friend]) {
      const before = await referrerOf(who.playerId)
      expect(await referral.arriveBy(who.playerId, code)).toBe(false)
      expect(await referrerOf(who.playerId)).toBe(before)
    }
  })

  it('does not stand in the way of a sign-in when the database stumbles', async () => {
    const guest = desk.site.guest()
    guest.cookies.set('ref', 'ORION7')
    const { referral } = desk.site.services
    const before = referral.arriveBy
    Object.assign(referral, { arriveBy: () => Promise.reject(new Error('stumbled')) })
    await signInAt(guest)
    Object.assign(referral, { arriveBy: before })
    expect(guest.cookies.get('ref')).toBe('ORION7')
    expect(desk.log.join()).toContain('stumbled')
  })
})
