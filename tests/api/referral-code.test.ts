// The code of another, entered: taken once, and every rule that it is refused by. What it earns: referral-share.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { enterReplySchema } from '../../src/contract/referral.ts'
import { FIRST_DEPOSIT_PERCENT } from '../../src/game/economy.ts'
import { LANGUAGES } from '../../src/game/language.ts'
import { createEvents } from '../../src/server/events.ts'
import { createServices } from '../../src/server/services/services.ts'
import { DATABASE_KINDS } from '../support/databases.ts'
import { PAID } from '../support/payment-provider.ts'
import type { Browser } from '../support/site.ts'
import { TIMEOUT_MS } from './payment-desk.ts'
import { CODE, expectRefused, OWN, openReferralDesk } from './referral-desk.ts'

describe.each(DATABASE_KINDS)('the code of another on %s', (kind) => {
  const { desk, own, codeOf, enter, referrerOf, arrivals } = openReferralDesk(kind)
  /** Races are longer where there is more than one connection to lose them on. */
  const rounds = kind === 'postgres' ? 1_000 : 20

  const forget = (...ids: number[]): Promise<unknown> =>
    desk.site.db.queries.execute(
      `update players set referrer_id = null, referred_at = null where id in (${ids.join(', ')})`,
    )

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
