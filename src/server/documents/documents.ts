// Documents: the same for everyone who reads a language, so each is rendered and compressed once and kept in memory.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { LANGUAGES, type Language } from '../../game/language.ts'
import { LANGUAGE_COOKIE, languageCookieValue, parseLanguage } from '../../i18n/language.ts'
import { languageFrom, languageOf } from '../http/identity.ts'
import { safeBack } from '../steam/state.ts'
import { type FindKept, pathOf } from './ahead.ts'
import { sendKept } from './kept-answer.ts'
import { type Document, type DocumentOptions, makeDocument } from './make-document.ts'

const MAX_DOCUMENTS = 600
const MAX_PATH = 300

/** How long a page is kept that shows what changes at any time: many who ask at once share it, and nobody reads old news. */
const PASSING_MS = 5_000
/** There may be as many of them as there are players: they have a shelf of their own, so that they push nothing else out. */
const MAX_PASSING = 200

const YEAR_SECONDS = 31_536_000

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

/** `/ru/faq` names its language; `/faq` leaves it to the visitor. */
export function splitPath(pathname: string): { language: Language | undefined; path: string } {
  const match = /^\/([a-z]{2})(\/.*)?$/.exec(pathname)
  const language = LANGUAGES.find((known) => known === match?.[1])
  return language === undefined ? { language, path: pathname } : { language, path: match?.[2] ?? '/' }
}

/** A path that a page can have: plain segments, nothing encoded, nothing that climbs. */
const PLAIN_PATH = /^\/(?:[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*)?$/

/** The documents of a site. */
export function createDocuments(options: DocumentOptions): Documents {
  const kept = new LRUCache<string, Making>({ max: MAX_DOCUMENTS })
  const passing = new LRUCache<string, Making>({ max: MAX_PASSING, ttl: PASSING_MS })
  const find = (key: string): Making | undefined => kept.get(key) ?? passing.get(key)

  async function notFound(language: Language): Promise<Document> {
    const document = await makeDocument(language, '/404', options)
    if (document === null) throw new Error('The build has no 404 page')
    return { ...document, status: 404 }
  }

  async function pageAt(language: Language, path: string, key: string): Promise<Document> {
    const document = await makeDocument(language, path, options)
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
