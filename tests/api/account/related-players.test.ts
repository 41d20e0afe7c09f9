// Related players: accounts that sign in on one device, pay with one card, sign in from one subnet within a month, or enter each
// other's trade URLs.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryRows } from '../../../src/server/db/database.ts'
import { createStripe } from '../../../src/server/payments/stripe/stripe.ts'
import { erasePlayer } from '../../../src/server/services/account/erasure.ts'
import { relatedPlayers, sharedKinds, sharesDevice } from '../../../src/server/services/account/related-players.ts'
import { hashOf } from '../../../src/server/services/account/sign-in-codes.ts'
import { setCookies } from '../../support/browsers/set-cookie.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { openStripe, STRIPE_KEYS, type StripeStandIn } from '../../support/outside/payment-stand-ins/stripe.ts'
import { runOps } from '../../support/runner/command.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const DAY_MS = 86_400_000

describe.each(SUITE_KINDS)('related players on %s', (kind) => {
  let site: TestSite
  let stripe: StripeStandIn
  let nowMs = Date.UTC(2026, 10, 23, 12)
  let made = 0

  beforeAll(async () => {
    stripe = await openStripe(() => nowMs)
    const provider = await createStripe({ ...STRIPE_KEYS, apiUrl: stripe.server.address, now: () => nowMs })
    const payments = { providers: [provider], standIn: undefined }
    site = await openTestSite(kind, { now: () => nowMs, payments, environment: { TRUST_PROXY: 'on' } })
  })

  afterAll(async () => {
    await site.close()
    await stripe.close()
  })

  async function newPlayer(): Promise<number> {
    const consent = { termsVersion: 'test', adult: true, address: '192.0.2.1', at: new Date(nowMs) }
    const steamid = `7656119830000${String(++made).padStart(4, '0')}`
    return site.services.players.upsertPlayer({ steamid, name: `P${made}`, avatar: '/x.svg', level: 1 }, consent)
  }

  /** Signs a player in, with the cookies of a browser and from an address. */
  async function signIn(browser: Browser, playerId: number, address: string): Promise<Answer> {
    for (const name of ['token', 'companion', 'XSRF-TOKEN']) browser.cookies.delete(name)
    await browser.get('/api/settings')
    const { code, browser: half } = await site.services.sessions.makeCode(playerId)
    browser.cookies.set('sign_in', half)
    const answer = await browser.post('/api/auth/token', { code }, { 'x-forwarded-for': address })
    expect(answer.status).toBe(200)
    browser.cookies.set('token', answer.body.token)
    return answer
  }

  const reasonsOf = async (playerId: number) =>
    (await relatedPlayers(site.db.queries, playerId, 100)).map(({ playerId: other, reason }) => [other, reason])

  let networks = 0
  /** An address of a subnet that nobody has used. */
  const elsewhere = (): string => `10.${++networks >> 8}.${networks & 255}.7`

  it('share a device: a cookie that scripts cannot read, for a year, the same at every sign-in', async () => {
    const [one, two, other] = [await newPlayer(), await newPlayer(), await newPlayer()]
    const browser = site.guest()
    const first = setCookies(await signIn(browser, one, elsewhere())).find((cookie) => cookie.startsWith('device='))
    expect(first).toMatch(/^device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    const device = browser.cookies.get('device')
    await signIn(browser, two, elsewhere())
    expect(browser.cookies.get('device')).toBe(device)
    await signIn(site.guest(), other, elsewhere())
    expect(await reasonsOf(one)).toEqual([[two, 'device']])
    expect(await reasonsOf(two)).toEqual([[one, 'device']])
    expect(await reasonsOf(other)).toEqual([])
  })

  it('are told by their own device only: a cookie of another form is replaced', async () => {
    const [one, two] = [await newPlayer(), await newPlayer()]
    for (const playerId of [one, two]) {
      const browser = site.guest()
      browser.cookies.set('device', 'x')
      await signIn(browser, playerId, elsewhere())
      expect(browser.cookies.get('device')).toMatch(/^[\w-]{43}$/)
    }
    expect(await reasonsOf(one)).toEqual([])
  })

  it.each([
    ['a /24', '203.0.113.5', '203.0.113.250', '203.0.114.5'],
    ['an IPv6 /48', '2001:db8:7:1::1', '2001:db8:7:ffff::1', '2001:db8:8:1::1'],
  ])('share %s within 30 days', async (_what, address, near, far) => {
    const [one, two, neighbour, late] = [await newPlayer(), await newPlayer(), await newPlayer(), await newPlayer()]
    await signIn(site.guest(), one, address)
    await signIn(site.guest(), neighbour, far)
    nowMs += 30 * DAY_MS
    await signIn(site.guest(), two, near)
    nowMs += DAY_MS
    await signIn(site.guest(), late, near)
    expect(await reasonsOf(one)).toEqual([[two, 'address']])
    expect(await reasonsOf(two)).toEqual(
      expect.arrayContaining([
        [one, 'address'],
        [late, 'address'],
      ]),
    )
    expect(await reasonsOf(neighbour)).toEqual([])
  })

  /** Deposits at Stripe by a card, with the event of its charge before that of its session. */
  async function payBy(browser: Browser, fingerprint: string): Promise<void> {
    const body = { method_name: 'stripe', sum: 5, promocode: '', user_id: browser.playerId }
    const { order } = (await browser.post('/api/payment/create/stripe?currency=USD', body)).body
    const session = stripe.pay(String(order.url).split('/').at(-1) ?? '', fingerprint)
    const { payment_intent: payment } = session
    for (const [type, object] of [
      ['charge.succeeded', payment?.latest_charge],
      ['checkout.session.completed', { ...session, payment_intent: payment?.id }],
    ] as const) {
      const event = stripe.event(type, object)
      const headers = { 'stripe-signature': stripe.sign(event), 'content-type': 'application/json' }
      expect((await site.guest().call('POST', '/api/payment/webhook/stripe', event, headers)).status).toBe(200)
    }
  }

  const tracesOf = (playerId: number, of: string) =>
    queryRows<{ value: string }>(
      site.db.queries,
      sql`select value from account_traces where player_id = ${playerId} and kind = ${of}`,
    )

  it('share a card, which is stored as a hash with the secret of the site', async () => {
    const [one, two, other] = [await site.newPlayer(), await site.newPlayer(), await site.newPlayer()]
    await payBy(one, 'J9eTvsiEPmoRkLBN')
    await payBy(two, 'J9eTvsiEPmoRkLBN')
    await payBy(two, 'J9eTvsiEPmoRkLBN')
    await payBy(other, 'uKOwUEEUJhL6b4c0')
    expect(await reasonsOf(one.playerId)).toContainEqual([two.playerId, 'card'])
    expect(await reasonsOf(two.playerId)).toContainEqual([one.playerId, 'card'])
    expect(await reasonsOf(other.playerId)).not.toContainEqual([one.playerId, 'card'])
    expect(await sharedKinds(site.db.queries, two.playerId)).toContain('card')
    expect(await sharedKinds(site.db.queries, other.playerId)).not.toContain('card')
    const traces = await tracesOf(two.playerId, 'card')
    expect(traces).toEqual([{ value: expect.stringMatching(/^[\w-]{43}$/) }])
    const plain = ['J9eTvsiEPmoRkLBN', 'stripe:J9eTvsiEPmoRkLBN', 'card:stripe:J9eTvsiEPmoRkLBN'].map(hashOf)
    expect(plain).not.toContain(traces[0]?.value)
  })

  it('are told by a charge that comes before its payment, and not after an erasure', async () => {
    const player = await site.newPlayer()
    const body = { method_name: 'stripe', sum: 5, promocode: '', user_id: player.playerId }
    const { order } = (await player.post('/api/payment/create/stripe?currency=USD', body)).body
    const charge = (card: string) => site.services.settlement.apply(order.id, { kind: 'charged', card })
    await charge('first')
    expect(await tracesOf(player.playerId, 'card')).toHaveLength(1)
    await site.services.settlement.apply(order.id, { kind: 'expired' })
    expect(await erasePlayer(site.db, player.playerId, new Date(nowMs), OPERATOR)).toBe('erased')
    await charge('second')
    expect(await tracesOf(player.playerId, 'card')).toEqual([])
  })

  it('enter the trade URL of another, which is refused and costs the other nothing', async () => {
    const [one, two, three, far] = [
      await site.newPlayer(),
      await site.newPlayer(),
      await site.newPlayer(),
      await newPlayer(),
    ]
    const enter = async (who: Browser, partner: bigint) => {
      const tradeLink = `https://steamcommunity.com/tradeoffer/new/?partner=${partner}&token=AbC_-123`
      return (await who.post('/api/user/trade-link', { tradeLink })).body
    }
    const partnerOf = async (who: Browser): Promise<bigint> =>
      BigInt((await who.get('/api/user/get')).body.user.steamid) - 76_561_197_960_265_728n
    expect(await enter(two, await partnerOf(two))).toMatchObject({ success: true })
    expect(await tracesOf(two.playerId, 'trade')).toEqual([])
    const foreign = { success: false, code: 'trade-link-foreign' }
    expect(await enter(one, await partnerOf(two))).toMatchObject(foreign)
    expect(await enter(three, await partnerOf(two))).toMatchObject(foreign)
    const tradesOf = async (playerId: number) =>
      (await reasonsOf(playerId))
        .filter(([, reason]) => reason === 'trade')
        .map(([id]) => id)
        .sort()
    expect(await tradesOf(one.playerId)).toEqual([two.playerId, three.playerId].sort())
    expect(await tradesOf(two.playerId)).toEqual([one.playerId, three.playerId].sort())
    expect(await tradesOf(far)).toEqual([])
    expect(await sharedKinds(site.db.queries, one.playerId)).toContain('trade')
    expect(await sharedKinds(site.db.queries, two.playerId)).not.toContain('trade')
    const closely = sql`select ${sharesDevice(sql`${one.playerId}`, sql`${two.playerId}`)} as shares`
    expect(await queryRows(site.db.queries, closely)).toEqual([{ shares: false }])
    // A player cannot fill the table with guesses.
    for (let partner = 1n; partner <= 12n; partner++) await enter(one, partner)
    expect(await tracesOf(one.playerId, 'trade')).toHaveLength(10)
  })

  it('are shown to operators with each reason, and stay free to play', async () => {
    const [one, two] = [await newPlayer(), await newPlayer()]
    const browser = site.guest()
    const address = elsewhere()
    await signIn(browser, one, address)
    await signIn(browser, two, address)
    const { code, out } = await runOps(['players', 'related', String(one)], { DATA_DIR: randomUUID() }, site.db)
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`\\b${two} .*P\\d+.*a device`))
    expect(out).toMatch(new RegExp(`\\b${two} .*a shared subnet`))
    expect((await browser.get('/api/user/get')).status).toBe(200)
    const alone = await runOps(['players', 'related', String(await newPlayer())], { DATA_DIR: randomUUID() }, site.db)
    expect(alone).toMatchObject({ code: 0, out: expect.stringContaining('No other player') })
  })
})
