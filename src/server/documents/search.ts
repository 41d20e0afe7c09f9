// Files for search engines: the site map in all languages, and the disallowed paths.
import type { FastifyInstance } from 'fastify'
import type { TextsSource } from '../../content/shop-texts.ts'
import type { Language } from '../../game/base/language.ts'
import type { Catalogue } from '../../game/catalogue/catalogue.ts'
import { defaultLanguage } from '../../i18n/language.ts'
import type { ActiveCatalogue } from '../catalogue/loaded-catalogue.ts'
import { type CachedFile, cacheFile } from './cached-file.ts'
import { sendCached } from './cached-response.ts'

/** The pages that search engines list, besides cases and other pages of the shop's texts. Those about one player and redirects are left out. */
export const INDEXED_PAGES = [
  '/',
  '/free_case',
  '/battles',
  '/battles/new',
  '/contracts',
  '/upgrade',
  '/bonuses',
  '/wheel',
  '/raffle',
  '/leaderboard',
  '/missions',
  '/calendar',
  '/referral',
  '/cooperation',
  '/deposit',
  '/fairness',
  '/transparency',
  '/protection',
  '/faq',
  '/contacts',
  '/terms-of-use',
  '/privacy',
] as const

/** Calls, pages that are empty without a player, and links that only set a cookie: `/r/` with its slash because of `/raffle`. */
const DISALLOWED = ['/api', '/auth', '/dashboard', '/lang', '/r/']

const HOURLY = 'public, max-age=3600'

/** Hosts that no search engine can reach. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/** Whose map it is. */
export interface MapOf {
  /** Where players reach the site, without a slash at its end. */
  readonly siteUrl: string
  /** The languages that it offers. */
  readonly languages: readonly Language[]
}

/** Returns the entries of a path. Nothing is escaped: paths consist of letters, digits, `-`, `_` and `/`. */
function entry({ siteUrl, languages }: MapOf, path: string): string {
  const at = (language: string): string => `${siteUrl}/${language}${path === '/' ? '' : path}`
  const alternates = [
    ...languages.map((language) => [language, at(language)]),
    ['x-default', at(defaultLanguage(languages))],
  ]
    .map(([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`)
    .join('')
  return languages.map((language) => `<url><loc>${at(language)}</loc>${alternates}</url>`).join('\n')
}

/** Returns the addresses of the cases that are or were sold. */
function shownCases({ cases }: Catalogue): string[] {
  return [...cases.values()].flatMap(({ url, isComing }) => (isComing === true ? [] : [url]))
}

/**
 * Returns the site map: every public page once in each language, with its alternates.
 *
 * @param cases urls of the cases
 * @param pages names of the pages of the shop's texts
 */
export function siteMap(of: MapOf, cases: Iterable<string>, pages: Iterable<string>): string {
  const fixed = new Set<string>([...INDEXED_PAGES, ...[...pages].map((name) => `/${name}`)])
  const paths = [...fixed, ...[...cases].map((url) => `/case/${url}`)]
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${paths.map((path) => entry(of, path)).join('\n')}
</urlset>
`
}

/**
 * Returns robots.txt. A sandbox under a public name disallows everything: it is no shop that searches should find. On loopback it
 * says what a live site says, because the only robots there are tools that judge how the live site would do.
 */
export function robots(mode: 'sandbox' | 'live', siteUrl: string): string {
  if (mode === 'sandbox' && !LOOPBACK.test(new URL(siteUrl).hostname)) return 'User-agent: *\nDisallow: /\n'
  const disallowed = DISALLOWED.map((path) => `Disallow: ${path}\n`).join('')
  return `User-agent: *\nAllow: /\n${disallowed}\nSitemap: ${siteUrl}/sitemap.xml\n`
}

export interface SearchOptions {
  readonly mode: 'sandbox' | 'live'
  readonly siteUrl: string
  readonly catalogue: ActiveCatalogue
  readonly texts: TextsSource
}

/** Adds `/sitemap.xml` of the current catalogue and texts, and `/robots.txt`. */
export function searchRoutes(app: FastifyInstance, { mode, siteUrl, catalogue, texts }: SearchOptions): void {
  const rules = cacheFile(Buffer.from(robots(mode, siteUrl)), {
    type: 'text/plain; charset=utf-8',
    cacheControl: HOURLY,
  })
  app.get('/robots.txt', async (request, reply) => sendCached(request, reply, await rules))

  let map: Promise<CachedFile> | undefined
  const drop = (): void => {
    map = undefined
  }
  catalogue.onChange(drop)
  app.addHook('onClose', texts.onChange(drop))
  app.get('/sitemap.xml', async (request, reply) => {
    const { brand, pageNames } = texts.current
    const of = { siteUrl, languages: brand.languages }
    map ??= cacheFile(Buffer.from(siteMap(of, shownCases(catalogue.current.catalogue), pageNames)), {
      type: 'application/xml; charset=utf-8',
      cacheControl: HOURLY,
    })
    return sendCached(request, reply, await map)
  })
}
