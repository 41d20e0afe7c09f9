// The calls of player protection: what players set and read, and that it belongs to them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import {
  EXCLUSION_DAYS,
  excludeReplySchema,
  limitsChangedSchema,
  limitsReplySchema,
} from '../../../src/protocol/limits.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { insertOrder, makePromo, refusalOf } from '../../support/players/deposits.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const DAY_MS = 86_400_000

describe.each(SUITE_KINDS)('the limits of a player on %s', (kind) => {
  let site: TestSite
  let player: Browser
  let clock = NOW

  beforeAll(async () => {
    site = await openTestSite(kind, { now: () => clock })
  })

  beforeEach(async () => {
    clock = NOW
    player = await site.newPlayer()
  })

  afterAll(() => site.close())

  const limits = async (of = player) => limitsReplySchema.parse((await of.get('/api/limits')).body)

  it('are none at first', async () => {
    expect(await limits()).toEqual({
      success: true,
      limits: ['day', 'week', 'month'].map((window) => ({ window, amount: null, used: 0, pending: null })),
      exclusion: null,
    })
  })

  it('are returned after a change, with their usage', async () => {
    const createdAt = new Date(NOW)
    await insertOrder(site.db.queries, { playerId: player.playerId, amount: 1250, createdAt })
    const { body } = await player.post('/api/limits', { day: 5000, month: 20_000 })
    const changed = limitsChangedSchema.parse(body)
    expect(changed).toMatchObject({
      success: true,
      message: 'Limits saved',
      limits: [
        { window: 'day', amount: 5000, used: 1250, pending: null },
        { window: 'week', amount: null, used: 1250, pending: null },
        { window: 'month', amount: 20_000, used: 1250, pending: null },
      ],
    })
    expect(await limits()).toMatchObject({ limits: body.limits })
  })

  it.each(LANGUAGES)('say in %s whether a change applies at once or later', async (language) => {
    const t = textFor(language, 'replies')
    const said = async (body: object): Promise<string> =>
      (await player.post('/api/limits', body, { 'accept-language': language })).body.message
    expect(await said({ day: 5000, week: 5000 })).toBe(t('limitsKept'))
    expect(await said({ day: 6000 })).toBe(t('limitsWaiting'))
    expect(await said({ week: 4000 })).toBe(t('limitsKept'))
    expect(await said({ week: null })).toBe(t('limitsWaiting'))
    expect(await said({})).toBe(t('limitsKept'))
    expect(await said({ day: 5000, week: 4000 })).toBe(t('limitsKept'))
  })

  it('show a pending raise, and apply it after a day', async () => {
    await player.post('/api/limits', { week: 5000 })
    await player.post('/api/limits', { week: null })
    const pending = { amount: null, at: NOW + DAY_MS }
    expect((await limits()).limits[1]).toEqual({ window: 'week', amount: 5000, used: 0, pending })
    clock += DAY_MS
    expect((await limits()).limits[1]).toEqual({ window: 'week', amount: null, used: 0, pending: null })
  })

  it.each([
    { day: 0 },
    { day: -1 },
    { day: 10.5 },
    { day: '5000' },
    { day: 1e300 },
    { year: 5000 },
    { player: 1001, day: 5000 },
    [],
    null,
  ])('are not changed by %j', async (body) => {
    expect(await player.post('/api/limits', body)).toMatchObject({ status: 400, body: { code: 'invalid' } })
    expect((await limits()).limits.every(({ amount }) => amount === null)).toBe(true)
  })

  it('belong to the player only', async () => {
    const other = await site.newPlayer()
    await other.post('/api/limits', { day: 100 })
    await other.post('/api/limits/self-exclude', { days: 7 })
    expect(await limits()).toMatchObject({ limits: [{ amount: null }, {}, {}], exclusion: null })
    const guest = site.guest()
    await guest.get('/api/settings')
    for (const answer of [
      await guest.get('/api/limits'),
      await guest.post('/api/limits', { day: 100 }),
      await guest.post('/api/limits/self-exclude', { days: 1 }),
    ]) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'signed-out' } })
    }
  })

  it.each([...EXCLUSION_DAYS, 'forever'] as const)('can exclude the player for %s days', async (days) => {
    const reply = excludeReplySchema.parse((await player.post('/api/limits/self-exclude', { days })).body)
    const kindOf = days === 1 || days === 7 || days === 30 ? 'time-out' : 'self-exclusion'
    const exclusion = { kind: kindOf, until: days === 'forever' ? null : NOW + days * DAY_MS, words: null }
    expect(reply).toEqual({ success: true, message: expect.stringContaining('closed for you'), exclusion })
    expect((await limits()).exclusion).toEqual(exclusion)
    expect(await site.services.protection.exclusionOf(player.playerId)).toEqual(exclusion)
  })

  it.each([{ days: 2 }, { days: 0 }, { days: -30 }, { days: '7' }, { days: 'never' }, {}, { days: 7, until: 0 }])(
    'refuse the exclusion %j',
    async (body) => {
      expect((await player.post('/api/limits/self-exclude', body)).status).toBe(400)
      expect((await limits()).exclusion).toBeNull()
    },
  )

  it('cannot be lifted early, by a shorter exclusion or by signing in again', async () => {
    await player.post('/api/limits/self-exclude', { days: 30 })
    const until = NOW + 30 * DAY_MS
    const { body } = await player.post('/api/limits/self-exclude', { days: 1 })
    expect(body).toMatchObject({ success: true, exclusion: { kind: 'time-out', until } })
    await player.post('/api/user/logout')
    clock = until - 1
    expect((await site.services.protection.limitsOf(player.playerId)).exclusion).not.toBeNull()
    clock = until
    expect((await site.services.protection.limitsOf(player.playerId)).exclusion).toBeNull()
  })

  it('refuse promo codes to an excluded player', async () => {
    await makePromo(site.db, { code: `closed-${kind}` })
    const approve = () => site.services.promo.approve(player.playerId, `closed-${kind}`)
    expect(await approve()).toMatchObject({ percent: 10 })
    await player.post('/api/limits/self-exclude', { days: 'forever' })
    expect((await refusalOf(approve()))?.code).toBe('excluded')
  })
})
