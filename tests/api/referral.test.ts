// Who brought whom, through the whole app: codes, the link, and every rule that a code is refused by. What it earns: referral-share.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { chooseReplySchema, enterReplySchema, referralReplySchema } from '../../src/contract/referral.ts'
import { FIRST_DEPOSIT_PERCENT } from '../../src/game/economy.ts'
import { LANGUAGES } from '../../src/game/language.ts'
import { players } from '../../src/server/db/schema.ts'
import { createEvents } from '../../src/server/events.ts'
import { createReferral } from '../../src/server/services/referral.ts'
import { createServices } from '../../src/server/services/services.ts'
import { DATABASE_KINDS } from '../support/databases.ts'
import { PAID } from '../support/payment-provider.ts'
import { cookieLine } from '../support/set-cookie.ts'
import { type Answer, type Browser, LIVE_ENVIRONMENT, openTestSite, SITE_URL } from '../support/site.ts'
import { openDesk, TIMEOUT_MS } from './payment-desk.ts'

const CODE = '/api/referral/code'
const OWN = '/api/referral/own'

describe.each(DATABASE_KINDS)('referrals on %s', (kind) => {
  const desk = openDesk(kind)
  /** Races are longer where there is more than one connection to lose them on. */
  const rounds = kind === 'postgres' ? 1_000 : 20

  const standing = async (who: Browser) => referralReplySchema.parse((await who.get('/api/referral')).body)

  async function own(who: Browser) {
    const found = (await standing(who)).own
    if (found === null) throw new Error('A player has no standing')
    return found
  }

  const codeOf = async (who: Browser): Promise<string> => (await own(who)).code

  const enter = (who: Browser, code: string, headers?: Record<string, string>): Promise<Answer> =>
    who.post(CODE, { code }, headers)

  const choose = (who: Browser, code: string, headers?: Record<string, string>): Promise<Answer> =>
    who.post(OWN, { code }, headers)

  async function expectRefused(answer: Answer, code: string): Promise<void> {
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ success: false, code })
    expect(answer.body.message.length).toBeGreaterThan(10)
  }

  const referrerOf = async (id: number): Promise<number | null | undefined> => {
    const [row] = await desk.site.db.queries
      .select({ referrerId: players.referrerId })
      .from(players)
      .where(eq(players.id, id))
    return row?.referrerId
  }

  const forget = (...ids: number[]): Promise<unknown> =>
    desk.site.db.queries.execute(
      `update players set referrer_id = null, referred_at = null where id in (${ids.join(', ')})`,
    )

  const arrivals = async (count: number): Promise<Browser[]> => {
    const made: Browser[] = []
    for (let place = 0; place < count; place++) made.push(await desk.site.newPlayer())
    return made
  }

  describe('the own code', () => {
    it('is made at the first look and stays, with its link', async () => {
      const first = await own(desk.player)
      expect(first).toMatchObject({
        chosen: false,
        link: `${SITE_URL}/r/${first.code}`,
        players: 0,
        depositors: 0,
        deposited: 0,
        earned: 0,
        entered: null,
        mayEnter: true,
      })
      expect(first.code).toMatch(/^[34679CDFHJKMPRTX]{8}$/)
      expect(await own(desk.player)).toEqual(first)
    })

    it('is one, however many look at once', async () => {
      const looks = await Promise.all(Array.from({ length: 50 }, () => codeOf(desk.player)))
      expect(new Set(looks).size).toBe(1)
    })

    it('is drawn anew while it is somebody else’s', async () => {
      const [one, other] = await arrivals(2)
      const bits = [7, 7, 7, 8]
      const parts = { ...desk.site.components, catalogue: () => desk.site.catalogue.current, ...desk.site.services }
      const referral = createReferral({
        ...parts,
        once: { run: (_click, work) => work() },
        siteUrl: SITE_URL,
        randomBits: () => bits.shift() ?? 9,
      })
      const first = (await referral.standingOf(one?.playerId ?? 0)).own?.code
      const second = (await referral.standingOf(other?.playerId ?? 0)).own?.code
      expect([first, second]).toEqual(['F3333333', 'H3333333'])
    })

    it('shows guests the tiers and nothing else', async () => {
      expect(await standing(desk.site.guest())).toEqual({
        success: true,
        tiers: [
          { name: 'silver', from: 0, percent: 3 },
          { name: 'gold', from: 50_000, percent: 5 },
          { name: 'platinum', from: 500_000, percent: 7 },
        ],
        own: null,
      })
      expect((await desk.site.guest().get('/api/referral/players')).status).toBe(401)
    })

    it('can be chosen once, and the one before it brings nobody any more', async () => {
      const before = await codeOf(desk.player)
      const name = `me${desk.player.playerId}`
      const answer = await choose(desk.player, ` ${name} `)
      expect(chooseReplySchema.parse(answer.body)).toMatchObject({
        success: true,
        code: name.toUpperCase(),
        link: `${SITE_URL}/r/${name.toUpperCase()}`,
      })
      expect(await own(desk.player)).toMatchObject({ code: name.toUpperCase(), chosen: true })
      await expectRefused(await choose(desk.player, 'ANOTHER'), 'referral-chosen')
      const [friend] = await arrivals(1)
      await expectRefused(await enter(friend as Browser, before), 'referral-unknown')
      expect((await enter(friend as Browser, name)).body.success).toBe(true)
    })

    it.each(['abc', 'A'.repeat(17), 'two words', 'ОРИОН', 'a-b-c-d', ''])('cannot be %j', async (code) => {
      await expectRefused(await choose(desk.player, code), 'referral-form')
    })

    it('is nobody else’s, whether drawn or chosen', async () => {
      const [other] = await arrivals(1)
      await expectRefused(await choose(desk.player, await codeOf(other as Browser)), 'referral-taken')
      const name = `OWN${desk.player.playerId}`
      await choose(other as Browser, name)
      await expectRefused(await choose(desk.player, name), 'referral-taken')
      expect((await own(desk.player)).chosen).toBe(false)
    })

    it('goes to one of fifty who choose the same at once, and answers its click again', async () => {
      const many = await arrivals(10)
      const name = `RACE${desk.player.playerId}`
      const answers = await Promise.all(many.flatMap((who) => [1, 2, 3, 4, 5].map(() => choose(who, name))))
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
      const key = { 'idempotency-key': randomUUID() }
      const first = await choose(desk.player, `X${name}`.slice(0, 16), key)
      expect(first.body.success).toBe(true)
      expect((await choose(desk.player, `X${name}`.slice(0, 16), key)).body).toEqual(first.body)
      expect((await choose(desk.player, 'ELSE', key)).status).toBe(422)
    })
  })

  describe('the code of another', () => {
    it('is entered once: the player knows by whom, in his language, and his first deposit brings more', async () => {
      for (const language of LANGUAGES) {
        const [friend, player] = (await arrivals(2)) as [Browser, Browser]
        const code = await codeOf(friend)
        expect((await player.get('/api/bonuses')).body.firstDeposit.state).toBe('code')
        const answer = await enter(player, ` ${code.toLowerCase()}`, { 'accept-language': language })
        expect(enterReplySchema.parse(answer.body)).toMatchObject({ success: true, entered: { username: /./ } })
        expect(answer.body.message).toContain(`${FIRST_DEPOSIT_PERCENT}%`)
        expect(await own(player)).toMatchObject({ mayEnter: false, entered: answer.body.entered })
        expect((await player.get('/api/bonuses')).body.firstDeposit).toEqual({ percent: 5, state: 'open' })
        await expectRefused(await enter(player, code), 'referral-entered')
        expect(await own(friend)).toMatchObject({ players: 1, depositors: 0, entered: null })
      }
    })

    it('says no name of a player who hides', async () => {
      const [friend, player] = (await arrivals(2)) as [Browser, Browser]
      const code = await codeOf(friend)
      await friend.post('/api/user/privacy', { hidden: true })
      expect((await enter(player, code)).body.entered).toEqual({ username: null })
      expect((await own(player)).entered).toEqual({ username: null })
      await player.post('/api/user/privacy', { hidden: true })
      const { players: brought } = (await friend.get('/api/referral/players')).body
      expect(brought).toMatchObject([{ username: null, deposited: 0, earned: 0 }])
    })

    it.each(['', 'x', 'NOBODY99', 'O'.repeat(200), 'a\nb', '\u0000\u0000\u0000\u0000', '%_%_'])(
      'is not %j',
      async (code) => {
        await expectRefused(await enter(desk.player, code), 'referral-unknown')
        expect(await referrerOf(desk.player.playerId)).toBeNull()
      },
    )

    it.each([{ code: 7 }, {}, { code: 'ABCD', more: 1 }, { code: 'x'.repeat(201) }, null])(
      'comes in no other body: %j',
      async (body) => {
        for (const path of [CODE, OWN]) expect((await desk.player.post(path, body)).status).toBe(400)
      },
    )

    it('is not the own one', async () => {
      await expectRefused(await enter(desk.player, await codeOf(desk.player)), 'referral-own')
    })

    it('is not a program’s', async () => {
      const [house] = await arrivals(1)
      const code = await codeOf(house as Browser)
      await desk.site.db.queries.execute(`update players set house = true where id = ${house?.playerId}`)
      await expectRefused(await enter(desk.player, code), 'referral-unknown')
    })

    it('comes too late after a deposit, also after one that was paid back; an open order does not matter', async () => {
      const [friend] = await arrivals(1)
      const code = await codeOf(friend as Browser)
      await desk.created()
      expect((await own(desk.player)).mayEnter).toBe(true)
      const order = await desk.created()
      await desk.told(order, PAID)
      await expectRefused(await enter(desk.player, code), 'referral-late')
      expect((await own(desk.player)).mayEnter).toBe(false)
      await desk.told(order, { kind: 'refunded' })
      await expectRefused(await enter(desk.player, code), 'referral-late')
    })

    it.each([2, 3, 20])('closes no circle of %i', async (size) => {
      const ring = await arrivals(size)
      const codes = await Promise.all(ring.map(codeOf))
      for (const [place, who] of ring.entries()) {
        const answer = await enter(who, codes[(place + 1) % size] ?? '')
        if (place < size - 1) expect(answer.body.success, `player ${place}`).toBe(true)
        else await expectRefused(answer, 'referral-circle')
      }
    })

    it(
      'closes no circle of 2, 3 or 20 who enter at the same moment',
      async () => {
        for (const [size, times] of [
          [2, rounds],
          [3, rounds / 10],
          [20, rounds / 50],
        ] as const) {
          const ring = await arrivals(size)
          const ids = ring.map(({ playerId }) => playerId)
          const codes = await Promise.all(ring.map(codeOf))
          const { referral } = desk.site.services
          for (let round = 0; round < times; round++) {
            const taken = await Promise.all(
              ids.map((id, place) => referral.arriveBy(id, codes[(place + 1) % size] ?? '')),
            )
            expect(taken.filter(Boolean), `round ${round}`).toHaveLength(size - 1)
            await forget(...ids)
          }
        }
      },
      TIMEOUT_MS,
    )

    it('is taken once when it is sent 100 times at once, and one of two when they race', async () => {
      const [friend, other] = (await arrivals(2)) as [Browser, Browser]
      const codes = [await codeOf(friend), await codeOf(other)]
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, place) => enter(desk.player, codes[place % 2] ?? '')),
      )
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
      expect(answers.filter(({ body }) => body.code === 'referral-entered')).toHaveLength(99)
      expect([friend.playerId, other.playerId]).toContain(await referrerOf(desk.player.playerId))
    })

    it('answers one key that is sent 200 times at once with one answer', async () => {
      const [friend] = await arrivals(1)
      const code = await codeOf(friend as Browser)
      const key = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all(Array.from({ length: 200 }, () => enter(desk.player, code, key)))
      const done = answers.filter(({ status }) => status === 200)
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
      expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect((await enter(desk.player, code, key)).body).toMatchObject({ success: true })
      expect((await enter(desk.player, 'ELSE', key)).status).toBe(422)
    })

    it('is entered before the payment or too late, never in between', async () => {
      const [friend] = await arrivals(1)
      const code = await codeOf(friend as Browser)
      const processes = [desk.site.services, await createServices({ ...desk.site.components, events: createEvents() })]
      for (let round = 0; round < Math.max(5, rounds / 50); round++) {
        const player = await desk.site.newPlayer()
        const order = await desk.created({}, player)
        const [taken] = await Promise.all([
          processes[round % 2]?.referral.arriveBy(player.playerId, code),
          desk.told(order, PAID),
        ])
        const { rows } = (await desk.site.db.queries.execute(
          `select referrer_id, commission from orders where id = '${order}'`,
        )) as unknown as { rows: { referrer_id: number | null; commission: string | number }[] }
        expect(rows[0]?.referrer_id ?? null).toBe(taken ? friend?.playerId : null)
        expect(Number(rows[0]?.commission)).toBe(taken ? 15 : 0)
      }
    })
  })

  describe('the link', () => {
    const HOME = { status: 302, headers: { location: '/' } }

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
      expect(cookieLine(await live.guest().get('/r/ORION7'), 'ref')).toContain('Secure')
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
})
