// Where links of the static pages may lead: pages of the site, anchors that are there, https and mail.
import { LANGUAGES } from '../../src/game/language.ts'
import type { IsRoute } from './routes.ts'

export interface Places {
  readonly isRoute: IsRoute
  /** The ids of a static page in the language of the link; undefined where the path is no static page. */
  anchorsOf(path: string): ReadonlySet<string> | undefined
}

const MAIL = /^mailto:[^@\s]+@[^@\s]+\.[^@\s]+$/

/**
 * What is wrong with a link; undefined when nothing is.
 *
 * @param from path of the page that holds it
 */
export function linkFault(href: string, from: string, places: Places): string | undefined {
  if (href === '') return 'a link leads nowhere'
  if (href.startsWith('https://')) return URL.canParse(href) ? undefined : `"${href}" is no address`
  if (href.startsWith('mailto:')) return MAIL.test(href) ? undefined : `"${href}" is no mail address`
  if (!href.startsWith('/') && !href.startsWith('#')) {
    return `link "${href}": write "/page" for a page of this site, "https://…" for another one, or "mailto:…"`
  }
  const [address = '', anchor] = href.split('#')
  const path = address === '' ? from : address
  if (LANGUAGES.some((language) => path === `/${language}` || path.startsWith(`/${language}/`))) {
    return `link "${href}" names a language: leave it out, and readers stay in theirs`
  }
  const anchors = places.anchorsOf(path)
  if (anchors === undefined && !places.isRoute(path)) return `link "${href}" is dead: the site has no page ${path}`
  if (anchor === undefined) return undefined
  if (anchors?.has(anchor) === true) return undefined
  return anchors === undefined
    ? `link "${href}": only static pages have anchors to link to`
    : `link "${href}" is dead: ${path} has no heading {#${anchor}}`
}
