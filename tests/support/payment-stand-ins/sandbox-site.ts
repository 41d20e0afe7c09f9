// The sandbox's payments on a real port, with a webhook beside them that takes notices or turns them down.
import { type FastifyInstance, fastify } from 'fastify'
import type { Language } from '../../../src/game/language.ts'
import type { PaymentProvider, RawNotice } from '../../../src/server/payments/provider.ts'
import { createSandboxPayments } from '../../../src/server/payments/sandbox/sandbox.ts'

export const SANDBOX_SECRET = 'a secret of the tests, which is long enough'

/** Where players reach the site; not where the server listens, so that a mix-up shows. */
export const SANDBOX_SITE_URL = 'http://site.of.the.tests:4321'

export interface SandboxSite {
  readonly app: FastifyInstance
  readonly address: string
  readonly provider: PaymentProvider
  /** Every notice that was posted, taken or not. */
  readonly notices: RawNotice[]
  /** What the webhook answers, one after the other; 200 when there is nothing left. */
  readonly answers: number[]
  /** What the operator was told. */
  readonly warnings: string[]
  /** Posts a choice of the payment page, and says where the browser is sent. */
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
  const notices: RawNotice[] = []
  const answers: number[] = []
  const warnings: string[] = []
  const app = fastify({ forceCloseConnections: true })
  let address = ''
  const { provider, pages } = createSandboxPayments({
    secret,
    siteUrl: SANDBOX_SITE_URL,
    ownAddress: () => address,
    fetch,
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
  address = await app.listen({ port: 0, host: '127.0.0.1' })
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
