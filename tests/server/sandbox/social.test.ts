// The sandbox's stand-ins for social accounts: linked from the settings and the bonus, a page each, absent in live mode.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { SOCIAL_NETWORKS } from '../../../src/game/base/social.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { expectOwnStyles } from '../../support/browsers/own-styles.ts'
import { LIVE_ENVIRONMENT, openTestSite, type TestSite } from '../../support/sites/site.ts'

/** An empty value counts as not set. */
const UNSET = { SOCIAL_INSTAGRAM: '', SOCIAL_TIKTOK: '', SOCIAL_TELEGRAM: '', SOCIAL_X: '' }

let site: TestSite
let live: TestSite

beforeAll(async () => {
  site = await openTestSite('pglite', { environment: UNSET })
  live = await openTestSite('pglite', { environment: { ...LIVE_ENVIRONMENT, ...UNSET } })
})

afterAll(async () => {
  await site.close()
  await live.close()
})

async function links(of: TestSite): Promise<Record<string, string>> {
  return (await of.guest().get('/api/settings')).body.social
}

describe('a network without an account', () => {
  it('has a stand-in in the settings of a sandbox, and in its social bonus', async () => {
    const social = await links(site)
    expect(Object.keys(social)).toEqual([...SOCIAL_NETWORKS])
    const player = await site.newPlayer()
    const { body } = await player.get('/api/bonuses')
    expect(body.social.links).toEqual(SOCIAL_NETWORKS.map((network) => ({ network, url: social[network] })))
    const paid = await player.post('/api/bonuses/social', { opened: [...SOCIAL_NETWORKS] })
    expect(paid.body).toMatchObject({ success: true })
  })

  it.each(LANGUAGES)('opens a page without a script, in %s', async (language) => {
    for (const [network, url] of Object.entries(await links(site))) {
      const page = await site.guest().get(url, { cookie: `lang=${language}` })
      expect(page.status).toBe(200)
      expect(page.headers).toMatchObject({ 'cache-control': 'no-store' })
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
      expectOwnStyles(page.headers['content-security-policy'], page.body)
      expect(page.body).toContain(`<html lang="${language}">`)
      const name = textFor(language, 'shell')(`social.${network as 'x'}`)
      expect(page.body).toContain(textFor(language, 'sandbox')('social.intro', { network: name }))
      expect(page.body).toContain('href="/bonuses"')
      expect(page.body).not.toMatch(/<script|<form|\son\w+=/i)
    }
  })

  it('has no link and no page in live mode', async () => {
    expect(await links(live)).toEqual({ instagram: '', tiktok: '', telegram: '', x: '' })
    for (const url of Object.values(await links(site))) expect((await live.guest().get(url)).status).toBe(404)
  })
})

it('another name below the stand-ins is not found', async () => {
  for (const name of ['myspace', 'X', 'toString']) {
    expect((await site.guest().get(`/sandbox/social/${name}`)).status).toBe(404)
  }
})

it('a network that is off has no link, and the others keep theirs', async () => {
  const other = await openTestSite('pglite', {
    environment: { ...UNSET, SOCIAL_X: 'off', SOCIAL_TELEGRAM: 'https://t.me/shop' },
  })
  expect(await links(other)).toEqual({ ...(await links(site)), telegram: 'https://t.me/shop', x: '' })
  await other.close()
})
