// The way into a preview and out of it, and what is refused meanwhile.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RefusalError } from '../base/refusal.ts'
import type { CookieJar } from '../http/cookies.ts'
import { SAFE_METHODS } from '../http/csrf.ts'
import type { Enforce } from '../http/limits.ts'
import { previewAttributes, readPreviewPass } from '../http/preview-cookie.ts'
import { safeReturnPath } from '../steam/state.ts'
import type { Documents, PageLimits } from './documents.ts'
import { type Preview, type Previews, sendFaults } from './previews.ts'

/** The call that plays without money. */
const DEMO = '/api/case/:url/open'

function isDemo({ routeOptions, body }: FastifyRequest): boolean {
  return routeOptions.url === DEMO && typeof body === 'object' && body !== null && 'demo' in body && body.demo === true
}

/** Refuses all calls of a preview that change something. Demo openings change nothing. */
export function guardPreviews(app: FastifyInstance, previews: Pick<Previews, 'passOf'>): void {
  app.addHook('preHandler', async (request) => {
    if (SAFE_METHODS.has(request.method) || previews.passOf(request) === undefined || isDemo(request)) return
    throw new RefusalError('preview')
  })
}

/** Returns the preview that a request sees; undefined for nearly all, which see what is in force. */
export async function previewOf(previews: Previews, request: FastifyRequest): Promise<Preview | undefined> {
  const pass = previews.passOf(request)
  const opened = pass === undefined ? undefined : await previews.open(pass)
  return opened !== undefined && 'catalogue' in opened ? opened : undefined
}

export interface PreviewRouteParts {
  readonly previews: Previews
  readonly secret: string
  readonly jar: CookieJar
  readonly now: () => number
  readonly limit: Enforce
}

/** Adds the addresses that the office links to. */
export function previewRoutes(app: FastifyInstance, { secret, jar, now, limit }: PreviewRouteParts): void {
  const attributes = previewAttributes(jar)

  app.get('/preview/end', async (_request, reply) => {
    reply.clearCookie(jar.preview, attributes)
    return reply.header('cache-control', 'no-store').redirect('/', 303)
  })

  app.get<{ Params: { pass: string }; Querystring: { to?: string | string[] } }>(
    '/preview/:pass',
    async (request, reply) => {
      await limit(request, reply)
      const { pass } = request.params
      const { to } = request.query
      if (readPreviewPass(pass, { secret, now }) !== undefined) reply.setCookie(jar.preview, pass, attributes)
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      return reply.redirect(safeReturnPath(typeof to === 'string' ? to : undefined), 303)
    },
  )
}

/**
 * Answers with a page of the preview that a request's cookie opens, and with that in force where it has ended.
 *
 * @returns undefined for a request without a pass, which is nearly every one
 */
export function answerPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    previews,
    documents,
    limits,
    jar,
  }: {
    readonly previews: Previews
    readonly documents: Documents
    readonly limits: PageLimits
    readonly jar: CookieJar
  },
): Promise<FastifyReply | undefined> | undefined {
  const pass = previews.passOf(request)
  if (pass === undefined) return undefined
  return previews.open(pass).then(async (opened) => {
    if (opened === undefined) {
      reply.clearCookie(jar.preview, previewAttributes(jar))
      // The office shows no other page in its frame: the frame stays as it is, in place of an error that nobody can act on.
      if (request.headers['sec-fetch-dest'] === 'iframe')
        return reply.code(204).header('cache-control', 'no-store').send()
      return documents.answer(request, reply, limits)
    }
    if ('faults' in opened) return sendFaults(reply, opened.faults)
    return opened.documents.answer(request, reply, limits)
  })
}
