// Makes a document: a page as it was rendered, with what a build cannot know, its headers, and its compressed forms.
import type { Language } from '../../game/language.ts'
import type { Kept } from './kept-answer.ts'
import { keepFile } from './kept-file.ts'
import type { LinkPicture } from './link-pictures.ts'
import type { RenderPage } from './page-renderer.ts'
import { securityPolicy } from './security-policy.ts'

/** What a build cannot know of the site, and a page needs before it has asked for anything. */
export interface SiteMarks {
  /** The sandbox says that it is one. */
  readonly mode: 'sandbox' | 'live'
  /** Where its sockets go; null for the port that they take unasked. */
  readonly realtimePort: number | null
}

export interface DocumentOptions extends SiteMarks {
  readonly render: RenderPage
  /** Where players reach the site: search engines want whole addresses, and the build does not know it. */
  readonly siteUrl: string
  /** Chooses the picture that is shown for links to a page. */
  readonly linkPicture?: LinkPicture
  /** Origins of the realtime server for the content security policy. */
  readonly realtimeOrigins: readonly string[]
}

export interface Document extends Kept {
  /** True when the catalogue is in it, so that it goes stale with it. */
  readonly onDemand: boolean
  /** True when it shows what changes at any time, so that it is good for a moment only. */
  readonly passing: boolean
}

/** Writes down in a document what site it is of. */
export function markSite(html: string, { mode, realtimePort }: SiteMarks): string {
  const port = realtimePort === null ? '' : ` data-realtime-port="${realtimePort}"`
  return html.replace('<html ', `<html data-mode="${mode}"${port} `)
}

/** Beginnings of the addresses that name a page, or its picture, to search engines and to who shares a link. */
const OWN_LINKS = /(<link rel="(?:canonical|alternate)"[^>]*? href="|<meta property="og:(?:url|image)" content=")\//g

/** The address of a page's picture. */
const LINK_PICTURE = /(<meta property="og:image" content=")([^"]*)/

const HTML = 'text/html; charset=utf-8'

/** Fills in where the site is, and whether the picture of a case is still right. */
function complete(html: string, language: Language, { linkPicture, siteUrl }: DocumentOptions): string {
  return html
    .replace(LINK_PICTURE, (_whole, before: string, address: string) => {
      return before + (linkPicture?.(address, language) ?? address)
    })
    .replace(OWN_LINKS, `$1${siteUrl}/`)
}

/** The document of a path in a language; null where there is no page. */
export async function makeDocument(
  language: Language,
  path: string,
  options: DocumentOptions,
): Promise<Document | null> {
  const rendered = await options.render(`/${language}${path === '/' ? '' : path}`)
  if (rendered === null || rendered.status === 404) return null
  const html = markSite(complete(rendered.html, language, options), options)
  const headers = {
    'content-language': language,
    'content-security-policy': securityPolicy(html, options.realtimeOrigins, options.mode === 'live'),
    vary: 'Cookie, Accept-Language',
  }
  const about = { type: HTML, cacheControl: 'private, no-cache', headers, hurried: rendered.onDemand }
  const { status, onDemand, passing = false } = rendered
  return { file: await keepFile(Buffer.from(html), about), status, onDemand, passing }
}
