// Documents: the same for all readers of a language, so each is rendered and compressed once and cached in memory.
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { LANGUAGES, type Language } from '../../game/base/language.ts'
import { readFindQuery, writeFindQuery } from '../../game/cases/case-find.ts'
import { defaultLanguage, LANGUAGE_COOKIE, languageCookieValue, parseLanguage } from '../../i18n/language.ts'
import { offeredLanguages } from '../../i18n/text.ts'
import { pathOf, queryOf } from '../http/address.ts'
import { languageOf } from '../http/identity.ts'
import type { Enforce } from '../http/limits.ts'
import { type Networks, networksOf } from '../network/networks.ts'
import { createWorkQueue } from '../network/work-queue.ts'
import { safeReturnPath } from '../steam/state.ts'
import { sendCached, sendIfAtHand } from './cached-response.ts'
import { type Document, type DocumentOptions, makeDocument } from './make-document.ts'

/** A page takes up to 70 KB in both compressed forms; a shop of 50 cases has about 300 pages in all languages. */
const CACHE_BYTES = 32 * 1024 * 1024
const MAX_PATH = 300

/** Lifetime of a page whose content changes at any time: simultaneous requests share it, and it is never stale for long. */
const VOLATILE_MS = 5_000
/** Lifetime of a page of which there is one for each text that anyone looks for. */
const SEARCHED_MS = 60_000

/**
 * What is not in memory: looking up whether there is a page, in the database for some, and rendering it, which takes 20 to 40 ms of the
 * processor that all calls share. One caller may wait for as many pages as several restored browser windows open.
 */
const PAGES = { running: 2, waiting: 512, ofCaller: 128 } as const

const YEAR_SECONDS = 31_536_000

export interface PageLimits {
  /** Counts the request for a page. */
  readonly pages: Enforce
  /** Counts the request for a page with what a reader looks for, too. */
  readonly searches: Enforce
}

export interface Documents {
  /** Answers with the page of a path in the visitor's language, or with the 404 page: at once, or when the promise resolves. */
  answer(request: FastifyRequest, reply: FastifyReply, limits: PageLimits): Promise<FastifyReply> | undefined
  /**
   * Drops what was rendered from the catalogue. With a path only that page, in every language and with every query: each is shown until
   * its next version is rendered.
   */
  dropRendered(path?: string): void
  /** Drops everything that was rendered. */
  dropAll(): void
  /** Returns a hash of what a page is in all languages. */
  digest(path: string): Promise<string>
}

/** Splits off an offered language: `/ru/faq` names it, `/faq` leaves it to the visitor's preference. */
export function splitPath(
  pathname: string,
  offered: readonly Language[],
): { language: Language | undefined; path: string } {
  const match = /^\/([a-z]{2})(\/.*)?$/.exec(pathname)
  const language = offered.find((known) => known === match?.[1])
  return language === undefined ? { language, path: pathname } : { language, path: match?.[2] ?? '/' }
}

/** A path that a page can have: plain segments, nothing encoded, no `..`. */
const PLAIN_PATH = /^\/(?:[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*)?$/

/** The pages that show cases, and what a reader looks for among them: the home page, and its results alone. */
export const CASE_LISTS: readonly string[] = ['/', '/case-results']

/** Returns the query of a page that shows what a reader looks for, the same for all spacings; empty for every other page. */
function findOf(path: string, query: string): string {
  if (!CASE_LISTS.includes(path) || query === '') return ''
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

/** Who asks for which page, and where to say what goes wrong after the answer. */
interface Visit {
  readonly page: Page
  readonly caller: Networks
  readonly log: FastifyBaseLogger
}

const keyOf = ({ language, path, query }: Page): string => `${language}${path}${query}`

/** A text can be anything, and favourites are a player's own; orders and price ranges are few. */
function isOneOfMany({ query }: Page): boolean {
  if (query === '') return false
  const fields = new URLSearchParams(query)
  return fields.has('q') || fields.has('mine')
}

const notFoundIn = (language: Language): Page => ({ language, path: '/404', query: '' })

/** Returns the page that a request asks for. */
function pageOf(request: FastifyRequest, offered: readonly Language[]): Page {
  const address = request.raw.url ?? '/'
  const { language, path } = splitPath(pathOf(address), offered)
  return { language: language ?? preferredOf(request, offered), path, query: findOf(path, queryOf(address)) }
}

/** Returns the visitor's language. A preview may offer others than the shop in force. */
function preferredOf(request: FastifyRequest, offered: readonly Language[]): Language {
  const preferred = languageOf(request)
  return offered.includes(preferred) ? preferred : defaultLanguage(offered)
}

/** Creates the documents of a site. */
export function createDocuments(options: DocumentOptions): Documents {
  const inTurn = createWorkQueue(PAGES)
  /** Those whose next version is to be rendered. */
  const outdated = new WeakSet<Document>()
  /** Counts what made documents stale. */
  let drops = 0

  /** Renders a page; undefined where there is none. */
  async function render({ language, path, query }: Page): Promise<Document | undefined> {
    if (!(await options.hasPage(path))) return undefined
    let dropsBefore: number
    let document: Document | null
    do {
      dropsBefore = drops
      document = await makeDocument(language, path, options, query)
    } while (drops !== dropsBefore)
    return document === null || document.status === 404 ? undefined : document
  }

  async function renderNotFound({ language, path }: Page): Promise<Document> {
    const document = await makeDocument(language, path, options)
    if (document === null) throw new Error('There is no 404 page')
    return { ...document, status: 404 }
  }

  /** A page is rendered once for all who ask for it meanwhile. */
  const cache = new LRUCache<string, Document, Visit>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ file }) => file.bytes,
    // One that is dropped while it is rendered is still an answer.
    ignoreFetchAbort: true,
    // A full queue or a failure takes no page away: the next visit tries again.
    noDeleteOnFetchRejection: true,
    fetchMethod: async (_key, shown, { options: entry, context: { page, caller, log } }) => {
      if (page.path === '/404') return renderNotFound(page)
      try {
        const document = await inTurn(caller, () => render(page), { isLast: page.query !== '' })
        if (isOneOfMany(page)) entry.ttl = SEARCHED_MS
        else if (document?.isVolatile === true) entry.ttl = VOLATILE_MS
        return document
      } catch (err) {
        if (shown !== undefined) log.warn({ err }, 'a page could not be rendered anew and stays as it was')
        throw err
      }
    },
  })

  async function documentAt(page: Page, visit: Omit<Visit, 'page'>): Promise<Document> {
    const key = keyOf(page)
    const entry = cache.get(key)
    // An outdated document is shown while its next version is rendered.
    const isOutdated = entry !== undefined && outdated.has(entry)
    const fetching = { allowStale: isOutdated, forceRefresh: isOutdated, context: { ...visit, page } }
    const isPossible = PLAIN_PATH.test(page.path) && page.path.length <= MAX_PATH
    const document = isPossible ? await cache.fetch(key, fetching) : undefined
    return document ?? documentAt(notFoundIn(page.language), visit)
  }

  async function answerLater(page: Page, request: FastifyRequest, reply: FastifyReply, limits: PageLimits) {
    await limits.pages(request, reply)
    const { path } = page
    if (path.length > 1 && path.endsWith('/') && PLAIN_PATH.test(path.slice(0, -1))) {
      const address = request.raw.url ?? '/'
      return reply.redirect(pathOf(address).slice(0, -1) + queryOf(address), 301)
    }
    if (page.query !== '') await limits.searches(request, reply)
    const { file, status } = await documentAt(page, { caller: networksOf(request.ip), log: request.log })
    return sendCached(request, reply, file, status)
  }

  return {
    answer: (request, reply, limits) => {
      const page = pageOf(request, (options.languages ?? offeredLanguages)())
      const entry = cache.get(keyOf(page))
      const isCurrent = entry !== undefined && !outdated.has(entry)
      // What has to be unpacked first is counted by address, too.
      if (isCurrent && sendIfAtHand(request, reply, entry)) return undefined
      return answerLater(page, request, reply, limits)
    },
    dropRendered: (path) => {
      drops++
      for (const [key, document] of cache.entries()) {
        if (!document.showsCatalogue) continue
        if (path === undefined) cache.delete(key)
        else if (LANGUAGES.some((language) => pathOf(key) === language + path)) outdated.add(document)
      }
    },
    dropAll: () => {
      drops++
      cache.clear()
    },
    digest: async (path) => {
      const pages = await Promise.all(LANGUAGES.map((language) => render({ language, path, query: '' })))
      return createHash('sha256')
        .update(JSON.stringify(pages.map((page) => page?.file.tag)))
        .digest('hex')
    },
  }
}

/** Adds the language links, which work without scripts: they set the cookie and redirect back. */
export function languageRoute(app: FastifyInstance, secure: boolean): void {
  app.get<{ Params: { code: string }; Querystring: { back?: string | string[] } }>(
    '/lang/:code',
    async (request, reply) => {
      const language = parseLanguage(request.params.code)
      if (language !== undefined && offeredLanguages().includes(language)) {
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
