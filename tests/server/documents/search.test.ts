// What search engines are told: the site map of the catalogue in force, and what robots may read.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/language.ts'
import { robots, SCREENS, siteMap } from '../../../src/server/documents/search.ts'
import { readDrawing } from '../../art/well-formed.ts'
import { LIVE_ENVIRONMENT, openTestSite, SITE_URL, type TestSite } from '../../support/site.ts'

describe('the site map', () => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite()
  })

  afterAll(() => site.close())

  it('names every screen and every case once in each language, by whole addresses', async () => {
    const answer = await site.guest().get('/sitemap.xml')
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
    const map: string = answer.body
    const named = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
    const cases = [...site.catalogue.current.catalogue.cases.keys()].map((url) => `/case/${url}`)
    const expected = LANGUAGES.flatMap((language) =>
      [...SCREENS, ...cases].map((path) => `${SITE_URL}/${language}${path === '/' ? '' : path}`),
    )
    expect(named.toSorted()).toEqual(expected.toSorted())
    expect(named.join()).not.toMatch(/dashboard|auth|404/)
  })

  it('names the sisters of a page with it, itself among them', () => {
    const [entry] = /<url>.*orion.*<\/url>/.exec(siteMap('https://shop.example', ['orion'])) ?? []
    expect(entry).toContain('<loc>https://shop.example/en/case/orion</loc>')
    for (const [language, folder] of [...LANGUAGES.map((language) => [language, language]), ['x-default', 'en']]) {
      expect(entry).toContain(`hreflang="${language}" href="https://shop.example/${folder}/case/orion"`)
    }
  })

  it('is well-formed XML', () => {
    const [, ...lines] = siteMap('https://shop.example', ['orion', 'lynx']).split('\n')
    const { elements } = readDrawing(lines.join('\n').replace(/<loc>[^<>&]+<\/loc>/g, '<loc></loc>'))
    expect(elements.filter((name) => name === 'url')).toHaveLength(LANGUAGES.length * (SCREENS.length + 2))
  })
})

describe('the rules for robots', () => {
  it('close what is one player’s, and name the site map', async () => {
    const site = await openTestSite('pglite', { environment: LIVE_ENVIRONMENT })
    const { body, headers } = await site.guest().get('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    for (const closed of ['/api', '/auth', '/dashboard', '/lang', '/r/'])
      expect(body).toContain(`\nDisallow: ${closed}\n`)
    expect(body).toContain('\nSitemap: https://shop.example/sitemap.xml\n')
    await site.close()
  })

  it('close all of a sandbox, but on its own machine', () => {
    for (const address of ['https://try.example', 'http://192.168.0.7:4321', 'http://localhost.example']) {
      expect(robots('sandbox', address)).toBe('User-agent: *\nDisallow: /\n')
    }
    for (const address of ['http://localhost:4321', 'http://127.0.0.1', 'http://[::1]:4321']) {
      expect(robots('sandbox', address)).toBe(robots('live', address))
    }
  })
})
