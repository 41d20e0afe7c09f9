// The player's own referral code, through the whole app: drawn, and chosen once.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { chooseReplySchema, referralReplySchema } from '../../../src/protocol/referral.ts'
import { createReferral } from '../../../src/server/services/referral/referral.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type Browser, SITE_URL } from '../../support/sites/site.ts'
import { expectRefused, openReferralFixture } from './referral-fixture.ts'

describe.each(SUITE_KINDS)('the player’s own referral code on %s', (kind) => {
  const { payments, own, codeOf, enter, choose, newPlayers } = openReferralFixture(kind)

  it('is created at the first request and stays, with its link', async () => {
    const first = await own(payments.player)
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
    expect(await own(payments.player)).toEqual(first)
  })

  it('is created once for parallel requests', async () => {
    const looks = await Promise.all(Array.from({ length: 50 }, () => codeOf(payments.player)))
    expect(new Set(looks).size).toBe(1)
  })

  it('is drawn again while another player has it', async () => {
    const [one, other] = await newPlayers(2)
    const bits = [7, 7, 7, 8]
    const parts = {
      ...payments.site.components,
      catalogue: () => payments.site.catalogue.current,
      ...payments.site.services,
    }
    const referral = createReferral({
      ...parts,
      idempotency: { run: (_click, work) => work() },
      siteUrl: SITE_URL,
      randomBits: () => bits.shift() ?? 9,
    })
    const first = (await referral.overview(one?.playerId ?? 0, null)).own?.code
    const second = (await referral.overview(other?.playerId ?? 0, null)).own?.code
    expect([first, second]).toEqual(['F3333333', 'H3333333'])
  })

  it('shows guests only the tiers', async () => {
    expect(referralReplySchema.parse((await payments.site.guest().get('/api/referral')).body)).toEqual({
      success: true,
      tiers: [
        { name: 'silver', from: 0, percent: 10 },
        { name: 'gold', from: 50_000, percent: 15 },
        { name: 'platinum', from: 500_000, percent: 20 },
      ],
      own: null,
    })
    expect((await payments.site.guest().get('/api/referral/players')).status).toBe(401)
  })

  it('can be chosen once, and the previous one no longer refers anyone', async () => {
    const before = await codeOf(payments.player)
    const name = `me${payments.player.playerId}`
    const answer = await choose(payments.player, ` ${name} `)
    expect(chooseReplySchema.parse(answer.body)).toMatchObject({
      success: true,
      code: name.toUpperCase(),
      link: `${SITE_URL}/r/${name.toUpperCase()}`,
    })
    expect(await own(payments.player)).toMatchObject({ code: name.toUpperCase(), chosen: true })
    await expectRefused(await choose(payments.player, 'ANOTHER'), 'referral-chosen')
    const [friend] = await newPlayers(1)
    await expectRefused(await enter(friend as Browser, before), 'referral-unknown')
    expect((await enter(friend as Browser, name)).body.success).toBe(true)
  })

  it.each(['abc', 'A'.repeat(17), 'two words', 'ОРИОН', 'a-b-c-d', ''])('cannot be %j', async (code) => {
    await expectRefused(await choose(payments.player, code), 'referral-form')
  })

  it('is unique, drawn or chosen', async () => {
    const [other] = await newPlayers(1)
    await expectRefused(await choose(payments.player, await codeOf(other as Browser)), 'referral-taken')
    const name = `OWN${payments.player.playerId}`
    await choose(other as Browser, name)
    await expectRefused(await choose(payments.player, name), 'referral-taken')
    expect((await own(payments.player)).chosen).toBe(false)
  })

  it('is granted to one of fifty players who choose the same in parallel, and its key returns the stored response', async () => {
    const many = await newPlayers(10)
    const name = `RACE${payments.player.playerId}`
    const answers = await Promise.all(many.flatMap((who) => [1, 2, 3, 4, 5].map(() => choose(who, name))))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    const key = { 'idempotency-key': randomUUID() }
    const first = await choose(payments.player, `X${name}`.slice(0, 16), key)
    expect(first.body.success).toBe(true)
    expect((await choose(payments.player, `X${name}`.slice(0, 16), key)).body).toEqual(first.body)
    expect((await choose(payments.player, 'ELSE', key)).status).toBe(422)
  })
})
