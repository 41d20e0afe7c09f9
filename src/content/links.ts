// Checks links of the static pages: they lead to pages of the site, to existing headings, to https or to mail addresses.
import { LANGUAGES } from '../game/base/language.ts'
import { isSiteRoute } from './routes.ts'

/** Returns the heading ids of a static page in the language of the link; undefined where the path is no static page. */
export type AnchorsOf = (path: string) => ReadonlySet<string> | undefined

const MAIL = /^mailto:[^@\s]+@[^@\s]+\.[^@\s]+$/

/**
 * Returns what is wrong with a link; undefined where nothing is.
 *
 * @param from path of the page with the link
 */
export function linkFault(href: string, from: string, anchorsOf: AnchorsOf): string | undefined {
  if (href === '') return 'a link leads nowhere'
  if (href.startsWith('https://')) return URL.canParse(href) ? undefined : `"${href}" is no address`
  if (href.startsWith('mailto:')) return MAIL.test(href) ? undefined : `"${href}" is no mail address`
  if (!href.startsWith('/') && !href.startsWith('#')) {
    return `link "${href}": write "/page" for a page of this site, "https://…" for another one, or "mailto:…"`
  }
  const [address = '', anchor] = href.split('#')
  // A query is read by the page itself, such as the tab of the dashboard.
  const path = address === '' ? from : (address.split('?')[0] ?? '')
  if (LANGUAGES.some((language) => path === `/${language}` || path.startsWith(`/${language}/`))) {
    return `link "${href}" names a language: leave it out, and readers stay in theirs`
  }
  const anchors = anchorsOf(path)
  if (anchors === undefined && !isSiteRoute(path)) return `link "${href}" is dead: the site has no page ${path}`
  if (anchor === undefined) return undefined
  if (anchors?.has(anchor) === true) return undefined
  return anchors === undefined
    ? `link "${href}": only static pages have anchors to link to`
    : `link "${href}" is dead: ${path} has no heading {#${anchor}}`
}
