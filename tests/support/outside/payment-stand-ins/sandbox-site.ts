// The sandbox's payments on a real port, with a webhook that accepts or refuses events.
import { type FastifyInstance, fastify } from 'fastify'
import type { Language } from '../../../../src/game/base/language.ts'
import type { PaymentProvider, WebhookRequest } from '../../../../src/server/payments/provider.ts'
import { createSandboxPayments } from '../../../../src/server/payments/sandbox/sandbox.ts'
import { createInnerFetch } from '../../../../src/server/stand-in/own-fetch.ts'

export const SANDBOX_SECRET = 'a secret of the tests, which is long enough'

/** The players' address of the site; different from the server's, so that a mix-up is noticed. */
export const SANDBOX_SITE_URL = 'http://site.of.the.tests:4321'

export interface SandboxSite {
  readonly app: FastifyInstance
  readonly address: string
  readonly provider: PaymentProvider
  /** Every posted webhook, accepted or not. */
  readonly notices: WebhookRequest[]
  /** The webhook's responses in order; 200 when there are no more. */
  readonly answers: number[]
  /** The warnings for the operator. */
  readonly warnings: string[]
  /** Posts a choice of the payment page, and returns where the browser is redirected. */
  choose(url: string, outcome: string): Promise<{ readonly status: number; readonly location: string | null }>
  close(): Promise<void>
}

export async function openSandboxSite(options: {
  readonly now: () => number
  readonly language?: Language
  readonly pausesMs?: readonly number[]
  readonly secret?: string
}): Promise<SandboxSite> {
  const { now, language = 'en', pausesMs = [1, 1, 1], secret = SANDBOX_SECRET } = options
  const notices: WebhookRequest[] = []
  const answers: number[] = []
  const warnings: string[] = []
  const app = fastify({ forceCloseConnections: true })
  const { provider, pages } = createSandboxPayments({
    secret,
    siteUrl: SANDBOX_SITE_URL,
    fetch: createInnerFetch(() => app),
    now,
    warn: (problem) => void warnings.push(problem),
    pausesMs,
  })
  await app.register(pages, { prefix: '/sandbox/payment', languageOf: () => language })
  await app.register(async (webhook) => {
    webhook.removeAllContentTypeParsers()
    webhook.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    webhook.post('/api/payment/webhook/sandbox', (request, reply) => {
      const contentType = request.headers['content-type'] ?? ''
      notices.push({ headers: request.headers, contentType, body: request.body as Buffer })
      return reply.code(answers.shift() ?? 200).send()
    })
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
    address,
    provider,
    notices,
    answers,
    warnings,
    async choose(url, outcome) {
      const token = new URL(url).searchParams.get('token') ?? ''
      const body = new URLSearchParams({ token, outcome })
      const reply = await fetch(`${address}/sandbox/payment/outcome`, { method: 'POST', body, redirect: 'manual' })
      return { status: reply.status, location: reply.headers.get('location') }
    },
    close: () => app.close(),
  }
}
