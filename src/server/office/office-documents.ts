// The one page of the office and its files. The page holds nothing about anyone: its calls fill it. Styles carry a nonce of the response.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { favicon } from '../../art/logo.ts'
import type { Brand } from '../../content/brand/brand.ts'
import { accentDeclarations } from '../../game/base/accent.ts'
import { codeOf } from '../base/operator-error.ts'
import { openAssets } from '../documents/assets.ts'
import { sendCached } from '../documents/cached-response.ts'
import { makeOfficeWorker } from '../documents/service-worker.ts'

/** Stands in the built page for the nonce of a response. */
const NONCE = '__NONCE__'

/** Stands in the built page for what the shop calls itself. */
const BRAND = '__BRAND__'

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Files below it have a hash of their content in their names. */
const HASHED = /^assets\//

/** Addresses that never are a page: files, and what the players' site has. */
const NO_PAGES = /^\/(assets|office|api|sandbox)\//

const NOT_BUILT = 'The office is not built yet: npm run build\n'

/** Where the page and its files come from: a build, or the development server. */
export interface OfficePages {
  /** Returns the page of a path; null where there is none. */
  page(path: string): Promise<string | null>
  /** What the policy allows besides, in development. */
  readonly scripts?: string
  readonly connections?: string
  /** Adds the routes of the files. */
  register(app: FastifyInstance): Promise<void>
}

/** Opens the office of a build. */
export function openBuiltOffice(folder: string): OfficePages {
  let page: Promise<string> | undefined
  return {
    page: async () => {
      page ??= readFile(join(folder, 'index.html'), 'utf8')
      try {
        return await page
      } catch (error) {
        page = undefined
        if (codeOf(error) === 'ENOENT') return null
        throw error
      }
    },
    register: async (app) => {
      const assets = await openAssets(folder, HASHED).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null
        throw error
      })
      for (const name of assets?.names.filter((one) => HASHED.test(one)) ?? []) {
        app.get(`/${name}`, { config: { verb: 'session' } }, async (request, reply) =>
          sendCached(request, reply, await (assets?.load(name) as Promise<never>)),
        )
      }
    },
  }
}

/** Writes into a built page what the shop is called and which colour it has: the page is the same for all shops. */
function branded(text: string, { name, accent }: OfficeBrand, nonce: string): string {
  const declarations = accentDeclarations(accent)
  const style = declarations === '' ? '' : `<style nonce="${nonce}">:root:root{${declarations}}</style>`
  return text
    .replaceAll(NONCE, nonce)
    .replaceAll(BRAND, () => escapeText(name))
    .replace('</head>', () => `${style}</head>`)
}

/** Returns the policy of a page. Nothing inline runs; styles of the page's own libraries carry the nonce. */
function officePolicy(
  nonce: string,
  site: string,
  { scripts = '', connections = '' }: Pick<OfficePages, 'scripts' | 'connections'>,
): string {
  const directives = [
    "default-src 'none'",
    `script-src 'self'${scripts === '' ? '' : ` ${scripts}`}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'${connections === '' ? '' : ` ${connections}`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `frame-src ${site}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return directives.join('; ')
}

/** What the office shows of the shop's brand. */
export type OfficeBrand = Pick<Brand, 'name' | 'accent' | 'mark'>

/**
 * Adds the files, and the page at every other address.
 *
 * @param site the origin of the players' site, whose previews pages show in frames
 * @param brand returns what the shop looks like now
 */
export async function officeDocuments(
  app: FastifyInstance,
  pages: OfficePages,
  site: string,
  brand: () => OfficeBrand,
): Promise<void> {
  await pages.register(app)
  const worker = await makeOfficeWorker()
  app.get('/sw.js', { config: { verb: 'session' } }, (request, reply) => sendCached(request, reply, worker))
  app.get('/favicon.svg', { config: { verb: 'session' } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('image/svg+xml').send(favicon(brand())),
  )
  app.get('/*', { config: { verb: 'session' } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const isFile = NO_PAGES.test(request.url)
    const text = isFile ? undefined : await pages.page(request.url)
    if (text === undefined) return reply.code(404).type('text/plain; charset=utf-8').send('There is no such file\n')
    if (text === null) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    const nonce = randomBytes(16).toString('base64')
    reply.header('content-security-policy', officePolicy(nonce, site, pages))
    return reply.type('text/html; charset=utf-8').send(branded(text, brand(), nonce))
  })
}
