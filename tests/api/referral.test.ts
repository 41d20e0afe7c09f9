// The code that a player brings others by, through the whole app: drawn, and chosen once.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { chooseReplySchema, referralReplySchema } from '../../src/contract/referral.ts'
import { createReferral } from '../../src/server/services/referral.ts'
import { DATABASE_KINDS } from '../support/databases.ts'
import { type Browser, SITE_URL } from '../support/site.ts'
import { expectRefused, openReferralDesk } from './referral-desk.ts'

describe.each(DATABASE_KINDS)('the own code of a player on %s', (kind) => {
  const { desk, own, codeOf, enter, choose, arrivals } = openReferralDesk(kind)

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
      offered: null,
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
    const first = (await referral.standingOf(one?.playerId ?? 0, null)).own?.code
    const second = (await referral.standingOf(other?.playerId ?? 0, null)).own?.code
    expect([first, second]).toEqual(['F3333333', 'H3333333'])
  })

  it('shows guests the tiers and nothing else', async () => {
    expect(referralReplySchema.parse((await desk.site.guest().get('/api/referral')).body)).toEqual({
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
