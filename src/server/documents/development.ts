// Documents in development: rendered for each request by Astro's development server, which also serves modules.
import type { IncomingMessage, ServerResponse } from 'node:http'
import inject from 'light-my-request'
import { offeredLanguages } from '../../i18n/text.ts'
import { languageOf } from '../http/identity.ts'
import { type Documents, splitPath } from './documents.ts'
import { type SiteAttributes, setSiteAttributes } from './make-document.ts'

export interface DevelopmentServer {
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Makes open pages load anew. */
  reloadPages(): void
}

/** Where Astro's development server looks for the locals of a page. */
const LOCALS = Symbol.for('astro.locals')

const PAGE_PATH = /^\/(?!@|src\/|node_modules\/)[^.]*$/

/** Creates documents over Astro's development server. */
export function developmentDocuments(
  { handle, reloadPages }: DevelopmentServer,
  locals: App.Locals,
  marks: SiteAttributes,
): Documents {
  return {
    // Without a limit: a page loads hundreds of modules.
    answer: async (request, reply) => {
      const [pathname = '/', query = ''] = (request.raw.url ?? '/').split('?')
      if (!PAGE_PATH.test(pathname)) {
        reply.hijack()
        handle(request.raw, reply.raw)
        return reply
      }
      const { language, path } = splitPath(pathname, offeredLanguages())
      const response = await inject(
        (incoming, outgoing) => {
          Reflect.set(incoming, LOCALS, { ...locals })
          handle(incoming as IncomingMessage, outgoing as ServerResponse)
        },
        {
          method: 'GET',
          url: `/${language ?? languageOf(request)}${path === '/' ? '' : path}?${query}`,
          headers: { accept: 'text/html' },
        },
      )
      reply.removeHeader('content-security-policy')
      return reply
        .code(response.statusCode)
        .type('text/html; charset=utf-8')
        .send(setSiteAttributes(response.payload, marks))
    },
    dropRendered: reloadPages,
    dropAll: reloadPages,
    // Development has no service worker, for which it is.
    digest: async () => '',
  }
}
