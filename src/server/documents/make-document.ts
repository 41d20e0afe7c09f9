// Makes a document of a rendered page: fills in what the page does not know, adds headers, compresses it.
import type { Language } from '../../game/base/language.ts'
import { LANGUAGE_VARY } from '../http/response-headers.ts'
import { cacheFile } from './cached-file.ts'
import type { FileResponse } from './cached-response.ts'
import type { HasPage } from './known-pages.ts'
import type { LinkPicture } from './link-pictures.ts'
import type { RenderPage } from './page-renderer.ts'
import { securityPolicy } from './security-policy.ts'

/** Properties of the site that a page needs before its first call. */
export interface SiteAttributes {
  /** Pages of a sandbox say that it is one. */
  readonly mode: 'sandbox' | 'live'
  /** Port of the sockets; null for the default. */
  readonly realtimePort: number | null
  /** Whether pages register the service worker. */
  readonly serviceWorker: boolean
  /** Whether the site sends push messages. */
  readonly push: boolean
}

export interface DocumentOptions extends SiteAttributes {
  readonly render: RenderPage
  /** The languages that pages are offered in; those of the shop in force where it is left out. */
  readonly languages?: () => readonly Language[]
  /** Looks up whether a path has a page, so that the others are not rendered. */
  readonly hasPage: HasPage
  /** Where players reach the site: search engines need absolute URLs. */
  readonly siteUrl: string
  /** Chooses the picture that is shown for links to a page. */
  readonly linkPicture?: LinkPicture
  /** Origins of the realtime server for the content security policy. */
  readonly realtimeOrigins: readonly string[]
  /** Origins whose pages may show it in a frame; none where it is left out. */
  readonly frames?: readonly string[]
}

export interface Document extends FileResponse {
  /** False when it shows the shop's texts alone, so that nothing but other texts makes it stale. */
  readonly showsCatalogue: boolean
  /** True when its content changes at any time, so that it is cached for seconds only. */
  readonly isVolatile: boolean
}

/** Returns a page with the mode and the port of its site as attributes of its root element. */
export function setSiteAttributes(html: string, { mode, realtimePort, serviceWorker, push }: SiteAttributes): string {
  const port = realtimePort === null ? '' : ` data-realtime-port="${realtimePort}"`
  const worker = serviceWorker ? ` data-worker="${push ? 'push' : 'on'}"` : ''
  return html.replace('<html ', `<html data-mode="${mode}"${port}${worker} `)
}

/** Beginnings of the links that name a page or its picture to search engines and in link previews. */
const OWN_LINKS = /(<link rel="(?:canonical|alternate)"[^>]*? href="|<meta property="og:(?:url|image)" content=")\//g

/** The address of a page's preview picture. */
const LINK_PICTURE = /(<meta property="og:image" content=")([^"]*)/

const HTML = 'text/html; charset=utf-8'

/** Parts of a page about the sandbox, between comments that components/content/Questions.astro writes: a live site does not have them. */
const SANDBOX_PARTS = /<!--sandbox-->.*?<!--\/sandbox-->/gs

/** Scripts and styles that Astro writes after the end of the document, where HTML allows nothing. */
const AFTER_THE_END = /(<\/body>\s*<\/html>)\s*((?:<(?:script|link|style)\b.*)?)$/s

/** Makes links absolute, replaces the preview picture of a case that is out of date, and puts everything before the end of the body. */
function complete(html: string, language: Language, { linkPicture, mode, siteUrl }: DocumentOptions): string {
  return html
    .replace(SANDBOX_PARTS, (part) => (mode === 'live' ? '' : part))
    .replace(LINK_PICTURE, (_whole, before: string, address: string) => {
      return before + (linkPicture?.(address, language) ?? address)
    })
    .replace(OWN_LINKS, `$1${siteUrl}/`)
    .replace(AFTER_THE_END, '$2$1')
}

/**
 * Makes the document of a path in a language; null where there is no page.
 *
 * @param query of the address, with its `?`; empty for none
 */
export async function makeDocument(
  language: Language,
  path: string,
  options: DocumentOptions,
  query = '',
): Promise<Document | null> {
  const rendered = await options.render(`/${language}${path === '/' ? '' : path}${query}`)
  if (rendered === null || rendered.status === 404) return null
  const html = setSiteAttributes(complete(rendered.html, language, options), options)
  const headers = {
    'content-language': language,
    'content-security-policy': securityPolicy(html, options.realtimeOrigins, options.mode === 'live', options.frames),
    vary: LANGUAGE_VARY,
  }
  const { status, showsCatalogue, isVolatile = false } = rendered
  // What only other texts change is compressed once in weeks.
  const compression = showsCatalogue || isVolatile ? 'fast' : 'small'
  const file = await cacheFile(Buffer.from(html), {
    type: HTML,
    cacheControl: 'private, no-cache',
    headers,
    compression,
  })
  return { file, status, showsCatalogue, isVolatile }
}
