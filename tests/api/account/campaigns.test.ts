// The campaign of an advertisement's link: kept with the first sign-in of a player; odd links and cookies change nothing.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { queryRows } from '../../../src/server/db/database.ts'
import { STAND_IN_PLAYERS } from '../../../src/server/steam/stand-in-players.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'
import { choose, finish, told } from './steam-sign-in.ts'

describe.each(SUITE_KINDS)('the campaign of a link on %s', (kind) => {
  let site: TestSite
  let browser: Browser

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  // The stand-in has six players: each is a newcomer again.
  beforeEach(async () => {
    browser = site.guest()
    await site.db.queries.execute(`update players set steamid = steamid || '-' || id`)
  })

  afterAll(() => site.close())

  const campaigns = (playerId: number) =>
    queryRows<Record<string, string>>(
      site.db.queries,
      `select source, medium, campaign, content, term from player_campaigns where player_id = ${playerId}`,
    )

  /** Follows links, then signs in; returns the player's number. */
  async function signInBy(...links: readonly string[]): Promise<number> {
    for (const link of links) await browser.get(link)
    const { code } = told(await browser.get(await choose(browser, STAND_IN_PLAYERS[0]?.steamid ?? '')))
    expect((await finish(browser, code ?? '')).body.success).toBe(true)
    expect(browser.cookies.has('utm')).toBe(false)
    return (await browser.get('/api/user/get')).body.user.id
  }

  it('keeps the campaign of the first link, cleaned, with the account of a newcomer', async () => {
    const id = await signInBy(
      '/case/orion?utm_source=YouTube&utm_medium=video&utm_campaign=%20Spring%20%20sale&utm_content=a@b.c&utm_term=%00',
      '/?utm_source=second',
    )
    expect(await campaigns(id)).toEqual([
      { source: 'youtube', medium: 'video', campaign: 'spring sale', content: '', term: '' },
    ])
    await browser.get('/?utm_source=later')
    expect(browser.cookies.has('utm')).toBe(false)
  })

  it('keeps the campaign of a referral link', async () => {
    expect(await campaigns(await signInBy('/r/NOBODY99?utm_source=partner'))).toMatchObject([{ source: 'partner' }])
  })

  it('keeps no campaign of a player who was known before', async () => {
    const id = await signInBy()
    browser = site.guest()
    expect(await signInBy('/?utm_source=again')).toBe(id)
    expect(await campaigns(id)).toEqual([])
  })

  it.each(['?utm_source=', '?utm_source=%00&utm_medium=<b>', `?utm_campaign=${'x'.repeat(65)}`, '?utm_id=7'])(
    'remembers nothing of %j',
    async (query) => {
      expect((await browser.get(`/${query}`)).status).toBe(200)
      expect(browser.cookies.has('utm')).toBe(false)
    },
  )

  it.each(['x', '\u0001', 'a\nb', '\n\n\n\n', `${'y'.repeat(65)}\n\n\n\n`])(
    'signs a visitor in who made a cookie of %j',
    async (cookie) => {
      browser.cookies.set('utm', encodeURIComponent(cookie))
      expect(await campaigns(await signInBy())).toEqual([])
    },
  )

  it('shows the same page with a campaign as without it', async () => {
    const [plain, by] = [await site.guest().get('/faq'), await site.guest().get('/faq?utm_source=x')]
    expect(by.headers.etag).toBe(plain.headers.etag)
    expect(by.body).toBe(plain.body)
  })
})
