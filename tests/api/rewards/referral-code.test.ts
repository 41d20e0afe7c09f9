// Entering a referral code: accepted once, and every rule that refuses it. Commissions are in referral-share.test.ts.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { FIRST_DEPOSIT_PERCENT } from '../../../src/game/base/economy.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { enterReplySchema } from '../../../src/protocol/referral.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { CROWD, REPEATS, raceRounds, SUITE_KINDS } from '../../support/databases/databases.ts'
import { PAID } from '../../support/outside/payment-provider.ts'
import type { Browser } from '../../support/sites/site.ts'
import { TIMEOUT_MS } from '../payments/payment-fixture.ts'
import { CODE, expectRefused, OWN, openReferralFixture } from './referral-fixture.ts'

describe.each(SUITE_KINDS)('the referral code of another player on %s', (kind) => {
  const { payments, own, codeOf, enter, referrerOf, newPlayers } = openReferralFixture(kind)

  const forget = (...ids: number[]): Promise<unknown> =>
    payments.site.db.queries.execute(
      `update players set referrer_id = null, referred_at = null where id in (${ids.join(', ')})`,
    )

  it('is entered once: the player sees the referrer, in their language, and their first deposit has a bonus', async () => {
    for (const language of LANGUAGES) {
      const [friend, player] = (await newPlayers(2)) as [Browser, Browser]
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

  it('does not show the name of a hidden player', async () => {
    const [friend, player] = (await newPlayers(2)) as [Browser, Browser]
    const code = await codeOf(friend)
    await friend.post('/api/user/privacy', { hidden: true })
    expect((await enter(player, code)).body.entered).toEqual({ username: null })
    expect((await own(player)).entered).toEqual({ username: null })
    await player.post('/api/user/privacy', { hidden: true })
    const { players: brought } = (await friend.get('/api/referral/players')).body
    expect(brought).toMatchObject([{ username: null, deposited: 0, earned: 0 }])
    expect(brought[0].id).toMatch(/^hidden\./)
  })

  it.each(['', 'x', 'NOBODY99', 'O'.repeat(200), 'a\nb', '\u0000\u0000\u0000\u0000', '%_%_'])(
    'cannot be %j',
    async (code) => {
      await expectRefused(await enter(payments.player, code), 'referral-unknown')
      expect(await referrerOf(payments.player.playerId)).toBeNull()
    },
  )

  it.each([{ code: 7 }, {}, { code: 'ABCD', more: 1 }, { code: 'x'.repeat(201) }, null])(
    'is refused in another body: %j',
    async (body) => {
      for (const path of [CODE, OWN]) expect((await payments.player.post(path, body)).status).toBe(400)
    },
  )

  it('cannot be the player’s own', async () => {
    await expectRefused(await enter(payments.player, await codeOf(payments.player)), 'referral-own')
  })

  it('cannot be a bot’s', async () => {
    const [house] = await newPlayers(1)
    const code = await codeOf(house as Browser)
    await payments.site.db.queries.execute(`update players set house = true where id = ${house?.playerId}`)
    await expectRefused(await enter(payments.player, code), 'referral-unknown')
  })

  it('is refused after a deposit, also after a refunded one; an open order does not matter', async () => {
    const [friend] = await newPlayers(1)
    const code = await codeOf(friend as Browser)
    await payments.created()
    expect((await own(payments.player)).mayEnter).toBe(true)
    const order = await payments.created()
    await payments.sendState(order, PAID)
    await expectRefused(await enter(payments.player, code), 'referral-late')
    expect((await own(payments.player)).mayEnter).toBe(false)
    await payments.sendState(order, { kind: 'refunded' })
    await expectRefused(await enter(payments.player, code), 'referral-late')
  })

  it.each([2, 3, 20])('refuses a cycle of %i', async (size) => {
    const ring = await newPlayers(size)
    const codes = await Promise.all(ring.map(codeOf))
    for (const [place, who] of ring.entries()) {
      const answer = await enter(who, codes[(place + 1) % size] ?? '')
      if (place < size - 1) expect(answer.body.success, `player ${place}`).toBe(true)
      else await expectRefused(answer, 'referral-circle')
    }
  })

  it(
    'refuses a cycle of 2, 3 or 20 players who enter at the same moment',
    async () => {
      for (const [size, times] of [
        [2, raceRounds(kind, 1_000)],
        [3, raceRounds(kind, 100)],
        [20, raceRounds(kind, 20)],
      ] as const) {
        const ring = await newPlayers(size)
        const ids = ring.map(({ playerId }) => playerId)
        const codes = await Promise.all(ring.map(codeOf))
        const { referral } = payments.site.services
        for (let round = 0; round < times; round++) {
          const taken = await Promise.all(
            ids.map((id, place) => referral.enterFromLink(id, codes[(place + 1) % size] ?? '')),
          )
          expect(taken.filter(Boolean), `round ${round}`).toHaveLength(size - 1)
          await forget(...ids)
        }
      }
    },
    TIMEOUT_MS,
  )

  it('is entered once when it is sent many times in parallel, and one of two wins a race', async () => {
    const [friend, other] = (await newPlayers(2)) as [Browser, Browser]
    const codes = [await codeOf(friend), await codeOf(other)]
    const answers = await Promise.all(
      Array.from({ length: CROWD }, (_, place) => enter(payments.player, codes[place % 2] ?? '')),
    )
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'referral-entered')).toHaveLength(CROWD - 1)
    expect([friend.playerId, other.playerId]).toContain(await referrerOf(payments.player.playerId))
  })

  it('answers one key that is sent many times in parallel with one response', async () => {
    const [friend] = await newPlayers(1)
    const code = await codeOf(friend as Browser)
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: REPEATS }, () => enter(payments.player, code, key)))
    const done = answers.filter(({ status }) => status === 200)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await enter(payments.player, code, key)).body).toMatchObject({ success: true })
    expect((await enter(payments.player, 'ELSE', key)).status).toBe(422)
  })

  it('is entered either before the payment or too late, never in between', async () => {
    const [friend] = await newPlayers(1)
    const code = await codeOf(friend as Browser)
    const processes = [
      payments.site.services,
      await createServices({ ...payments.site.components, events: createEvents() }),
    ]
    const rounds = raceRounds(kind, 20)
    for (let round = 0; round < rounds; round++) {
      const player = await payments.site.newPlayer()
      const order = await payments.created({}, player)
      const [taken] = await Promise.all([
        processes[round % 2]?.referral.enterFromLink(player.playerId, code),
        payments.sendState(order, PAID),
      ])
      const rows = await queryRows<{ referrer_id: number | null }>(
        payments.site.db.queries,
        `select referrer_id from orders where id = '${order}'`,
      )
      expect(rows[0]?.referrer_id ?? null).toBe(taken ? friend?.playerId : null)
    }
  })
})
