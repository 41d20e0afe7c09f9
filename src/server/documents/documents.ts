// Documents: the same for everyone who reads a language, so each is rendered and compressed once and kept in memory.
import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { LANGUAGES, type Language } from '../../game/language.ts'
import { LANGUAGE_COOKIE, languageCookieValue, negotiateLanguage, parseLanguage } from '../../i18n/language.ts'
import { languageOf } from '../http/identity.ts'
import { safeBack } from '../steam/state.ts'
import { type FindKept, pathOf } from './ahead.ts'
import { type Kept, sendKept } from './kept-answer.ts'
import { keepFile } from './kept-file.ts'
import type { LinkPicture } from './link-pictures.ts'
import type { RenderPage } from './page-renderer.ts'
import { securityPolicy } from './security-policy.ts'

const MAX_DOCUMENTS = 600
const MAX_PATH = 300

/** How long a page is kept that shows what changes at any time: many who ask at once share it, and nobody reads old news. */
const PASSING_MS = 5_000
/** There may be as many of them as there are players: they have a shelf of their own, so that they push nothing else out. */
const MAX_PASSING = 200

const YEAR_SECONDS = 31_536_000

export interface DocumentOptions extends SiteMarks {
  readonly render: RenderPage
  /** Where players reach the site: search engines want whole addresses, and the build does not know it. */
  readonly siteUrl: string
  /** Chooses the picture that is shown for links to a page. */
  readonly linkPicture?: LinkPicture
  /** Origins of the realtime server for the content security policy. */
  readonly realtimeOrigins: readonly string[]
}

interface Document extends Kept {
  readonly onDemand: boolean
  readonly passing: boolean
}

/** A document that is being made, and the document once it is. */
interface Making {
  readonly promise: Promise<Document>
  document?: Document
}

export interface Documents {
  /** Answers with the page of a path in the visitor's language, or with the 404 page. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** The page of a path in the visitor's language, if it is kept. */
  find: FindKept
  /** Forgets what was rendered from the catalogue. */
  dropRendered(): void
}

/** What a build cannot know of the site, and a page needs before it has asked for anything. */
export interface SiteMarks {
  /** The sandbox says that it is one. */
  readonly mode: 'sandbox' | 'live'
  /** Where its sockets go; null for the port that they take unasked. */
  readonly realtimePort: number | null
}

/** Writes down in a document what site it is of. */
export function markSite(html: string, { mode, realtimePort }: SiteMarks): string {
  const port = realtimePort === null ? '' : ` data-realtime-port="${realtimePort}"`
  return html.replace('<html ', `<html data-mode="${mode}"${port} `)
}

/** `/ru/faq` names its language; `/faq` leaves it to the visitor. */
export function splitPath(pathname: string): { language: Language | undefined; path: string } {
  const match = /^\/([a-z]{2})(\/.*)?$/.exec(pathname)
  const language = LANGUAGES.find((known) => known === match?.[1])
  return language === undefined ? { language, path: pathname } : { language, path: match?.[2] ?? '/' }
}

/** The language that the visitor behind a request reads, as `languageOf` tells it inside the app. */
function languageFrom({ cookie, 'accept-language': wishes }: IncomingHttpHeaders): Language {
  return negotiateLanguage(cookie === undefined ? undefined : parseCookie(cookie)[LANGUAGE_COOKIE], wishes)
}

/** Beginnings of the addresses that name a page, or its picture, to search engines and to who shares a link. */
const OWN_LINKS = /(<link rel="(?:canonical|alternate)"[^>]*? href="|<meta property="og:(?:url|image)" content=")\//g

/** The address of a page's picture. */
const LINK_PICTURE = /(<meta property="og:image" content=")([^"]*)/

/** A path that a page can have: plain segments, nothing encoded, nothing that climbs. */
const PLAIN_PATH = /^\/(?:[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*)?$/

const HTML = 'text/html; charset=utf-8'

/** The documents of a site. */
export function createDocuments(options: DocumentOptions): Documents {
  const kept = new LRUCache<string, Making>({ max: MAX_DOCUMENTS })
  const passing = new LRUCache<string, Making>({ max: MAX_PASSING, ttl: PASSING_MS })
  const find = (key: string): Making | undefined => kept.get(key) ?? passing.get(key)
  const secure = options.mode === 'live'

  /** What a build cannot know: where the site is, and whether the picture of a case is still right. */
  function complete(html: string, language: Language): string {
    return html
      .replace(LINK_PICTURE, (_whole, before: string, address: string) => {
        return before + (options.linkPicture?.(address, language) ?? address)
      })
      .replace(OWN_LINKS, `$1${options.siteUrl}/`)
  }

  async function make(language: Language, path: string): Promise<Document | null> {
    const rendered = await options.render(`/${language}${path === '/' ? '' : path}`)
    if (rendered === null || rendered.status === 404) return null
    const html = markSite(complete(rendered.html, language), options)
    const headers = {
      'content-language': language,
      'content-security-policy': securityPolicy(html, options.realtimeOrigins, secure),
      vary: 'Cookie, Accept-Language',
    }
    const about = { type: HTML, cacheControl: 'private, no-cache', headers, hurried: rendered.onDemand }
    const { status, onDemand, passing = false } = rendered
    return { file: await keepFile(Buffer.from(html), about), status, onDemand, passing }
  }

  async function notFound(language: Language): Promise<Document> {
    const document = await make(language, '/404')
    if (document === null) throw new Error('The build has no 404 page')
    return { ...document, status: 404 }
  }

  async function pageAt(language: Language, path: string, key: string): Promise<Document> {
    const document = await make(language, path)
    if (document !== null) return document
    // Not kept under its own name: there is no end of addresses that are not there.
    kept.delete(key)
    return documentAt(language, '/404')
  }

  function documentAt(language: Language, path: string): Promise<Document> {
    const nowhere = `${language}/404`
    const key = PLAIN_PATH.test(path) && path.length <= MAX_PATH ? `${language}${path}` : nowhere
    const known = find(key)
    if (known !== undefined) return known.promise
    const promise = key === nowhere ? notFound(language) : pageAt(language, path, key)
    const making: Making = { promise }
    kept.set(key, making)
    promise.then(
      (document) => {
        making.document = document
        if (!document.passing) return
        kept.delete(key)
        passing.set(key, making)
      },
      () => kept.delete(key),
    )
    return promise
  }

  return {
    answer: async (request, reply) => {
      const pathname = pathOf(request.raw.url ?? '/')
      const { language, path } = splitPath(pathname)
      if (path.length > 1 && path.endsWith('/') && PLAIN_PATH.test(path.slice(0, -1))) {
        return reply.redirect(pathname.slice(0, -1), 301)
      }
      const document = await documentAt(language ?? languageOf(request), path)
      return sendKept(request, reply, document.file, document.status)
    },
    find: (pathname, headers) => {
      const { language, path } = splitPath(pathname)
      return find(`${language ?? languageFrom(headers)}${path}`)?.document
    },
    dropRendered: () => {
      for (const [key, making] of kept.entries()) {
        making.promise.then(
          (document) => {
            if (document.onDemand && kept.peek(key) === making) kept.delete(key)
          },
          () => undefined,
        )
      }
    },
  }
}

/** Language links that work without scripts: they set the cookie and go back. */
export function languageRoute(app: FastifyInstance, secure: boolean): void {
  app.get<{ Params: { code: string }; Querystring: { back?: string | string[] } }>(
    '/lang/:code',
    async (request, reply) => {
      const language = parseLanguage(request.params.code)
      if (language !== undefined) {
        reply.setCookie(LANGUAGE_COOKIE, languageCookieValue(language), {
          path: '/',
          sameSite: 'lax',
          secure,
          maxAge: YEAR_SECONDS,
        })
      }
      const { back } = request.query
      return reply.redirect(safeBack(typeof back === 'string' ? back : undefined), 303)
    },
  )
}
