// Files for search engines: the site map of the active catalogue, and what robots may read.
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDefaultTexts } from '../../../src/content/default-texts.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { INDEXED_PAGES, robots, siteMap } from '../../../src/server/documents/search.ts'
import { readDrawing } from '../../art/well-formed.ts'
import { STATIC_PAGES } from '../../support/browsers/pages.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { LIVE_ENVIRONMENT, openTestSite, SITE_URL, type TestSite } from '../../support/sites/site.ts'

/** Pages that the site map leaves out, with the reason. */
const NOT_INDEXED: Readonly<Record<string, string>> = {
  '/404': 'the answer to unknown paths',
  '/[page]': 'stands for the pages of the texts',
  '/auth/callback': 'a step of the sign-in',
  '/battles/[id]': 'one for each battle, which is soon over',
  '/case-results': 'a part of the home page',
  '/case/[url]': 'stands for the cases, which the map lists',
  '/dashboard': 'empty without a player',
  '/offline': 'what the service worker shows without a network',
  '/overlay/[token]': 'for the streamer alone',
  '/user/[id]': 'players choose who sees them',
  '/win/[token]': 'for those who are given its link',
}

const SOURCES = new URL('../../../src/', import.meta.url)

/** Returns the paths of the pages that have a file. */
async function pagesOfFiles(): Promise<string[]> {
  const files = await readdir(new URL('pages/[lang]/', SOURCES), { recursive: true })
  const pages = files.filter((name) => name.endsWith('.astro'))
  return pages.map((name) => (name === 'index.astro' ? '/' : `/${name.replace(/\.astro$/, '')}`))
}

/** The paths of the pages of the default texts. */
const pagesOfContent = (): string[] => [...readDefaultTexts().pageNames].map((name) => `/${name}`)

describe('the site map', () => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite()
  })

  afterAll(() => site.close())

  it('lists every screen and every case once in each language, by absolute addresses', async () => {
    const answer = await site.guest().get('/sitemap.xml')
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
    const map: string = answer.body
    const named = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
    const cases = [...site.catalogue.current.catalogue.cases.keys()].map((url) => `/case/${url}`)
    const expected = LANGUAGES.flatMap((language) =>
      [...INDEXED_PAGES, ...cases].map((path) => `${SITE_URL}/${language}${path === '/' ? '' : path}`),
    )
    expect(named.toSorted()).toEqual(expected.toSorted())
    expect(named.join()).not.toMatch(/dashboard|auth|404/)
  })

  it('lists every page, except those that are left out for a reason', async () => {
    const pages = new Set([...(await pagesOfFiles()), ...pagesOfContent()])
    expect([...pages].toSorted()).toEqual([...INDEXED_PAGES, ...Object.keys(NOT_INDEXED)].toSorted())
    expect(pagesOfContent().toSorted()).toEqual(STATIC_PAGES.toSorted())
  })

  it('lists the translations of a page, itself among them', () => {
    const [entry] =
      /<url>.*orion.*<\/url>/.exec(
        siteMap({ siteUrl: 'https://shop.example', languages: LANGUAGES }, ['orion'], ['faq']),
      ) ?? []
    expect(entry).toContain('<loc>https://shop.example/en/case/orion</loc>')
    for (const [language, folder] of [...LANGUAGES.map((language) => [language, language]), ['x-default', 'en']]) {
      expect(entry).toContain(`hreflang="${language}" href="https://shop.example/${folder}/case/orion"`)
    }
  })

  it('is well-formed XML', () => {
    const [, ...lines] = siteMap(
      { siteUrl: 'https://shop.example', languages: LANGUAGES },
      ['orion', 'lynx'],
      ['faq'],
    ).split('\n')
    const { elements } = readDrawing(lines.join('\n').replace(/<loc>[^<>&]+<\/loc>/g, '<loc></loc>'))
    expect(elements.filter((name) => name === 'url')).toHaveLength(LANGUAGES.length * (INDEXED_PAGES.length + 2))
  })
})

describe('the rules for robots', () => {
  it('disallow a player’s own pages, and name the site map', async () => {
    const site = await openTestSite(DEFAULT_KIND, { environment: LIVE_ENVIRONMENT })
    const { body, headers } = await site.guest().get('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    for (const closed of ['/api', '/auth', '/dashboard', '/lang', '/r/'])
      expect(body).toContain(`\nDisallow: ${closed}\n`)
    expect(body).toContain('\nSitemap: https://shop.example/sitemap.xml\n')
    await site.close()
  })

  it('disallow a whole sandbox, except on its own machine', () => {
    for (const address of ['https://try.example', 'http://192.168.0.7:4321', 'http://localhost.example']) {
      expect(robots('sandbox', address)).toBe('User-agent: *\nDisallow: /\n')
    }
    for (const address of ['http://localhost:4321', 'http://127.0.0.1', 'http://[::1]:4321']) {
      expect(robots('sandbox', address)).toBe(robots('live', address))
    }
  })
})
