// Documents: the same for all readers of a language, so each is rendered and compressed once and cached in memory.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { readFindQuery, writeFindQuery } from '../../game/case-find.ts'
import { LANGUAGES, type Language } from '../../game/language.ts'
import { LANGUAGE_COOKIE, languageCookieValue, parseLanguage } from '../../i18n/language.ts'
import { networksOf } from '../base/networks.ts'
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

/**
 * A page takes 20 to 40 ms of the processor that all calls share. A full queue takes two seconds; an address waits for as many pages as
 * a restored browser window opens.
 */
const RENDERS = { running: 2, waiting: 64, ofAddress: 16 } as const

/** A player is looked up in the database that all calls share. */
const LOOKUPS = { running: 2, waiting: 1_000, ofAddress: 1_000 } as const

/** Answers to missing paths are cheap, but there is no limit to such paths: in a flood of them calls get their turns too. */
const MISSING_PER_TURN = 2

const YEAR_SECONDS = 31_536_000

export interface Documents {
  /**
   * Answers with the page of a path in the visitor's language, or with the 404 page.
   *
   * @param limit counts the request
   */
  answer(request: FastifyRequest, reply: FastifyReply, limit: Enforce): Promise<FastifyReply>
  /** Finds the page of a path in the visitor's language if it is cached. */
  find: FindCached
  /** Drops what was rendered from the catalogue; with a path only that page, in every language. */
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

/** Returns the query of a page that shows what a reader looks for; empty for every other page. */
function findOf(path: string, query: string): string {
  if (path !== HOME || query === '') return ''
  const fields = new URLSearchParams(query)
  return writeFindQuery(readFindQuery((name) => fields.get(name)))
}

/** Creates the documents of a site. */
export function createDocuments(options: DocumentOptions): Documents {
  const lasting = new LRUCache<string, Document>({ max: MAX_DOCUMENTS })
  const volatile = new LRUCache<string, Document>({ max: MAX_VOLATILE, ttl: VOLATILE_MS })
  const pending = new Map<string, Promise<Document>>()
  const inRenders = createBoundedQueue(RENDERS)
  const inLookups = createBoundedQueue(LOOKUPS)
  const mayAnswerMissing = createLoopThrottle(MISSING_PER_TURN)
  const find = (key: string): Document | undefined => lasting.get(key) ?? volatile.get(key)

  async function notFound(language: Language): Promise<Document> {
    const document = await makeDocument(language, '/404', options)
    if (document === null) throw new Error('The build has no 404 page')
    return { ...document, status: 404 }
  }

  async function pageAt(language: Language, path: string, address: string): Promise<Document> {
    if (await inLookups(address, async () => options.hasPage(path))) {
      const document = await inRenders(address, () => makeDocument(language, path, options))
      if (document !== null) return document
    }
    return missing(language)
  }

  async function missing(language: Language): Promise<Document> {
    await mayAnswerMissing()
    return documentAt(language, '/404', '')
  }

  function store(key: string, document: Document, isNotFoundPage: boolean): void {
    // Missing paths are not cached: their number is unlimited.
    if (document.status === 404 && !isNotFoundPage) return
    const cache = document.isVolatile ? volatile : lasting
    cache.set(key, document)
  }

  async function documentAt(language: Language, path: string, address: string): Promise<Document> {
    const notFoundKey = `${language}/404`
    const key = PLAIN_PATH.test(path) && path.length <= MAX_PATH ? `${language}${path}` : notFoundKey
    const known = find(key) ?? pending.get(key)
    if (known !== undefined) return known
    const isNotFoundPage = key === notFoundKey
    const promise = isNotFoundPage ? notFound(language) : pageAt(language, path, address)
    pending.set(key, promise)
    // Another catalogue may have come meanwhile: then the document is stale already.
    const isCurrent = (): boolean => pending.get(key) === promise
    try {
      const document = await promise
      if (isCurrent()) store(key, document, isNotFoundPage)
      return document
    } finally {
      if (isCurrent()) pending.delete(key)
    }
  }

  /** Renders the home page with what a reader looks for. It is not cached: there is no limit to what can be looked for. */
  async function foundCases(language: Language, query: string, address: string): Promise<Document> {
    const document = await inRenders(address, () => makeDocument(language, HOME, options, query))
    return document ?? missing(language)
  }

  return {
    answer: async (request, reply, limit) => {
      await limit(request, reply)
      const pathname = pathOf(request.raw.url ?? '/')
      const { language, path } = splitPath(pathname)
      if (path.length > 1 && path.endsWith('/') && PLAIN_PATH.test(path.slice(0, -1))) {
        return reply.redirect(pathname.slice(0, -1), 301)
      }
      const { network } = networksOf(request.ip)
      const spoken = language ?? languageOf(request)
      const find = findOf(path, queryOf(request.raw.url ?? '/'))
      const document = find === '' ? await documentAt(spoken, path, network) : await foundCases(spoken, find, network)
      return sendCached(request, reply, document.file, document.status)
    },
    find: (pathname, headers, query) => {
      const { language, path } = splitPath(pathname)
      if (findOf(path, query) !== '') return undefined
      return find(`${language ?? languageFrom(headers)}${path}`)
    },
    dropRendered: (path) => {
      const keys = path === undefined ? null : new Set(LANGUAGES.map((language) => language + path))
      const isDropped = (key: string): boolean => keys?.has(key) ?? true
      for (const key of pending.keys()) if (isDropped(key)) pending.delete(key)
      for (const [key, document] of lasting.entries()) if (document.isOnDemand && isDropped(key)) lasting.delete(key)
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
