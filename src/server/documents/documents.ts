// Documents: the same for all readers of a language, so each is rendered and compressed once and cached in memory.
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { readFindQuery, writeFindQuery } from '../../game/case-find.ts'
import { LANGUAGES, type Language } from '../../game/language.ts'
import { LANGUAGE_COOKIE, languageCookieValue, parseLanguage } from '../../i18n/language.ts'
import { type Networks, networksOf } from '../base/networks.ts'
import { languageFrom, languageOf } from '../http/identity.ts'
import type { Enforce } from '../http/limits.ts'
import { safeReturnPath } from '../steam/state.ts'
import { createBoundedQueue } from './bounded-queue.ts'
import { sendCached } from './cached-response.ts'
import { type FindCached, pathOf, queryOf } from './cached-server.ts'
import { createLoopThrottle } from './loop-throttle.ts'
import { type Document, type DocumentOptions, makeDocument } from './make-document.ts'

const MAX_DOCUMENTS = 600
const MAX_PATH = 300

/** Lifetime of a page whose content changes at any time: simultaneous requests share it, and it is never stale for long. */
const VOLATILE_MS = 5_000
/** There are as many volatile pages as players: a cache of their own keeps them from evicting other documents. */
const MAX_VOLATILE = 200

/** There is no limit to the texts that can be looked for: the last ones stay for a minute, and take 70 KB each. */
const SEARCHED = { max: 100, ttl: 60_000 } as const

/**
 * A page takes 20 to 40 ms of the processor that all calls share. A full queue takes two seconds; an address waits for as many pages as
 * a restored browser window opens.
 */
const RENDERS = { running: 2, waiting: 64, ofAddress: 16, ofWider: 24 } as const

/** What a reader without scripts looks for takes as long, and anyone can look for anything: it waits for itself, not before pages. */
const SEARCHES = { running: 1, waiting: 8, ofAddress: 2, ofWider: 3 } as const

/** A player is looked up in the database that all calls share. */
const LOOKUPS = { running: 2, waiting: 1_000, ofAddress: 250, ofWider: 500 } as const

/** Answers to missing paths are cheap, but there is no limit to such paths: in a flood of them calls get their turns too. */
const MISSING_PER_TURN = 2

const YEAR_SECONDS = 31_536_000

export interface PageLimits {
  /** Counts the request for a page. */
  readonly pages: Enforce
  /** Counts the request for a page with what a reader looks for, too. */
  readonly searches: Enforce
}

export interface Documents {
  /** Answers with the page of a path in the visitor's language, or with the 404 page. */
  answer(request: FastifyRequest, reply: FastifyReply, limits: PageLimits): Promise<FastifyReply>
  /** Finds the page of a path in the visitor's language if it is cached. */
  find: FindCached
  /**
   * Drops what was rendered from the catalogue. With a path only that page, in every language and with every query: each is shown until
   * its next version is rendered.
   */
  dropRendered(path?: string): void
}

/** Splits off the language: `/ru/faq` names it, `/faq` leaves it to the visitor's preference. */
export function splitPath(pathname: string): { language: Language | undefined; path: string } {
  const match = /^\/([a-z]{2})(\/.*)?$/.exec(pathname)
  const language = LANGUAGES.find((known) => known === match?.[1])
  return language === undefined ? { language, path: pathname } : { language, path: match?.[2] ?? '/' }
}

/** A path that a page can have: plain segments, nothing encoded, no `..`. */
const PLAIN_PATH = /^\/(?:[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*)?$/

const HOME = '/'

/** Returns the query of a page that shows what a reader looks for, the same for all spacings; empty for every other page. */
function findOf(path: string, query: string): string {
  if (path !== HOME || query === '') return ''
  const fields = new URLSearchParams(query)
  const found = readFindQuery((name) => fields.get(name))
  return writeFindQuery({ ...found, text: found.text.normalize('NFC').replaceAll(/\s+/g, ' ') })
}

/** A page as it is looked up and rendered. */
interface Page {
  readonly language: Language
  readonly path: string
  /** What a reader looks for; empty for most. */
  readonly query: string
}

/** Who asks for a page, and where to say what goes wrong after the answer. */
interface Visit {
  readonly caller: Networks
  readonly log: FastifyBaseLogger
}

const keyOf = ({ language, path, query }: Page): string => `${language}${path}${query}`

/** A text can be anything; orders and price ranges are few. */
const hasText = ({ query }: Page): boolean => new URLSearchParams(query).has('q')

/** Creates the documents of a site. */
export function createDocuments(options: DocumentOptions): Documents {
  const lasting = new LRUCache<string, Document>({ max: MAX_DOCUMENTS })
  const volatile = new LRUCache<string, Document>({ max: MAX_VOLATILE, ttl: VOLATILE_MS })
  const searched = new LRUCache<string, Document>(SEARCHED)
  /** Those whose next version is to be rendered. */
  const outdated = new WeakSet<Document>()
  const pending = new Map<string, Promise<Document>>()
  const inRenders = createBoundedQueue(RENDERS)
  const inSearches = createBoundedQueue(SEARCHES)
  const inLookups = createBoundedQueue(LOOKUPS)
  const mayAnswerMissing = createLoopThrottle(MISSING_PER_TURN)
  const find = (key: string): Document | undefined => lasting.get(key) ?? volatile.get(key) ?? searched.get(key)

  async function notFound(language: Language): Promise<Document> {
    const document = await makeDocument(language, '/404', options)
    if (document === null) throw new Error('The build has no 404 page')
    return { ...document, status: 404 }
  }

  async function pageAt({ language, path, query }: Page, visit: Visit): Promise<Document> {
    if (await inLookups(visit.caller, async () => options.hasPage(path))) {
      const inTurn = query === '' ? inRenders : inSearches
      const document = await inTurn(visit.caller, () => makeDocument(language, path, options, query))
      if (document !== null) return document
    }
    await mayAnswerMissing()
    return documentAt({ language, path: '/404', query: '' }, visit)
  }

  function store(page: Page, document: Document): void {
    // Missing paths are not cached: their number is unlimited.
    if (document.status === 404 && page.path !== '/404') return
    const cache = hasText(page) ? searched : document.isVolatile ? volatile : lasting
    cache.set(keyOf(page), document)
  }

  /** Renders a page once for all who ask for it meanwhile. */
  async function renderOnce(page: Page, visit: Visit): Promise<Document> {
    const key = keyOf(page)
    const known = pending.get(key)
    if (known !== undefined) return known
    const promise = page.path === '/404' ? notFound(page.language) : pageAt(page, visit)
    pending.set(key, promise)
    // Another catalogue may have come meanwhile: then the document is stale already.
    const isCurrent = (): boolean => pending.get(key) === promise
    try {
      const document = await promise
      if (isCurrent()) store(page, document)
      return document
    } finally {
      if (isCurrent()) pending.delete(key)
    }
  }

  async function documentAt(asked: Page, visit: Visit): Promise<Document> {
    const isPlain = PLAIN_PATH.test(asked.path) && asked.path.length <= MAX_PATH
    const page = isPlain ? asked : { ...asked, path: '/404' }
    const known = find(keyOf(page))
    if (known !== undefined && !outdated.has(known)) return known
    const rendering = renderOnce(page, visit)
    if (known === undefined) return rendering
    // A full queue or a failure takes no page away: the next visit tries again.
    rendering.catch((err: unknown) => visit.log.warn({ err }, 'a page could not be rendered anew and stays as it was'))
    return known
  }

  return {
    answer: async (request, reply, limits) => {
      await limits.pages(request, reply)
      const address = request.raw.url ?? '/'
      const pathname = pathOf(address)
      const { language, path } = splitPath(pathname)
      if (path.length > 1 && path.endsWith('/') && PLAIN_PATH.test(path.slice(0, -1))) {
        return reply.redirect(pathname.slice(0, -1), 301)
      }
      const page = { language: language ?? languageOf(request), path, query: findOf(path, queryOf(address)) }
      if (page.query !== '') await limits.searches(request, reply)
      const document = await documentAt(page, { caller: networksOf(request.ip), log: request.log })
      return sendCached(request, reply, document.file, document.status)
    },
    find: (pathname, headers, asked) => {
      const { language, path } = splitPath(pathname)
      const query = findOf(path, asked)
      const document = find(keyOf({ language: language ?? languageFrom(headers), path, query }))
      return document === undefined || outdated.has(document) ? undefined : document
    },
    dropRendered: (path) => {
      const isDropped = (key: string): boolean =>
        path === undefined || LANGUAGES.some((language) => pathOf(key) === language + path)
      for (const key of pending.keys()) if (isDropped(key)) pending.delete(key)
      for (const cache of [lasting, searched]) {
        for (const [key, document] of cache.entries()) {
          if (!document.isOnDemand || !isDropped(key)) continue
          if (path === undefined) cache.delete(key)
          else outdated.add(document)
        }
      }
    },
  }
}

/** Adds the language links, which work without scripts: they set the cookie and redirect back. */
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
      return reply.redirect(safeReturnPath(typeof back === 'string' ? back : undefined), 303)
    },
  )
}
