// What search engines ask for: which pages there are in which languages, and where they shall not go.
import type { FastifyInstance } from 'fastify'
import { LANGUAGES } from '../../game/language.ts'
import type { CatalogueHolder } from '../catalogue/catalogue-holder.ts'
import { sendKept } from './kept-answer.ts'
import { type KeptFile, keepFile } from './kept-file.ts'

/** The screens that anyone may find; cases come from the catalogue. What is left out is about one player, or leads nowhere. */
export const SCREENS = [
  '/',
  '/free_case',
  '/contracts',
  '/upgrade',
  '/bonuses',
  '/wheel',
  '/raffle',
  '/missions',
  '/calendar',
  '/referral',
  '/cooperation',
  '/deposit',
  '/fairness',
  '/protection',
  '/faq',
  '/contacts',
  '/terms-of-use',
  '/privacy',
] as const

/** Calls, pages that hold nothing without a player, and links that only set a cookie: `/r/` with its slash, for there is `/raffle`. */
const CLOSED = ['/api', '/auth', '/dashboard', '/lang', '/r/']

const HOURLY = 'public, max-age=3600'

/** Names that only reach the machine itself: no search engine comes there. */
const OWN_MACHINE = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/** Addresses of the site hold no letter that XML would read otherwise: letters, digits, `-`, `_` and `/`. */
function entry(siteUrl: string, path: string): string {
  const at = (language: string): string => `${siteUrl}/${language}${path === '/' ? '' : path}`
  const sisters = [...LANGUAGES.map((language) => [language, at(language)]), ['x-default', at('en')]]
    .map(([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`)
    .join('')
  return LANGUAGES.map((language) => `<url><loc>${at(language)}</loc>${sisters}</url>`).join('\n')
}

/**
 * The site map: every public page once in each language, with its sisters.
 *
 * @param siteUrl where players reach the site, without a slash at its end
 * @param cases urls of the cases
 */
export function siteMap(siteUrl: string, cases: Iterable<string>): string {
  const paths = [...SCREENS, ...[...cases].map((url) => `/case/${url}`)]
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${paths.map((path) => entry(siteUrl, path)).join('\n')}
</urlset>
`
}

/**
 * What robots may read. A sandbox under a public name is nobody's shop, and searches shall not lead players to it. On its own
 * machine it says what a live site says: no robot comes there but those that judge how the live site would do.
 */
export function robots(mode: 'sandbox' | 'live', siteUrl: string): string {
  if (mode === 'sandbox' && !OWN_MACHINE.test(new URL(siteUrl).hostname)) return 'User-agent: *\nDisallow: /\n'
  const closed = CLOSED.map((path) => `Disallow: ${path}\n`).join('')
  return `User-agent: *\nAllow: /\n${closed}\nSitemap: ${siteUrl}/sitemap.xml\n`
}

export interface SearchOptions {
  readonly mode: 'sandbox' | 'live'
  readonly siteUrl: string
  readonly catalogue: CatalogueHolder
}

/** `/sitemap.xml` of the catalogue in force, and `/robots.txt`. */
export function searchRoutes(app: FastifyInstance, { mode, siteUrl, catalogue }: SearchOptions): void {
  const rules = keepFile(Buffer.from(robots(mode, siteUrl)), {
    type: 'text/plain; charset=utf-8',
    cacheControl: HOURLY,
  })
  app.get('/robots.txt', async (request, reply) => sendKept(request, reply, await rules))

  let map: Promise<KeptFile> | undefined
  catalogue.onChange(() => {
    map = undefined
  })
  app.get('/sitemap.xml', async (request, reply) => {
    map ??= keepFile(Buffer.from(siteMap(siteUrl, catalogue.current.catalogue.cases.keys())), {
      type: 'application/xml; charset=utf-8',
      cacheControl: HOURLY,
    })
    return sendKept(request, reply, await map)
  })
}
