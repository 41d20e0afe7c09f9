// Webhooks of payment providers. Without session, CSRF token and Origin: an event is authenticated by its signature over the raw
// body.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ProtocolError } from '../../base/refusal.ts'
import type { Enforce } from '../../http/limits.ts'
import { logSecurity } from '../../http/security-log.ts'
import { type PaymentProvider, ProviderFailed, WebhookRefused } from '../../payments/provider.ts'
import type { Settlement } from '../../services/payments/settlement.ts'

/** Events of Stripe have exceeded 64 KB; one that is refused is repeated for days, until the endpoint is disabled. */
const NOTICE_BYTES = 512 * 1024

const params = z.object({ provider: z.string().max(40) })

export interface WebhookOptions {
  readonly providers: readonly PaymentProvider[]
  readonly settlement: Settlement
  /** Applied before the body is read and its signature checked. */
  readonly limit: Enforce
}

/** The content types of providers; a body of any other type is refused unread. */
const NOTICE_TYPES = ['application/json', 'application/x-www-form-urlencoded']

/** The plugin; it reads raw bodies, so it must not share the parsers of the app. */
export async function paymentWebhook(
  app: FastifyInstance,
  { providers, settlement, limit }: WebhookOptions,
): Promise<void> {
  app.addHook('onRequest', limit)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(NOTICE_TYPES, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/:provider', { bodyLimit: NOTICE_BYTES, schema: { params } }, async (request, reply) => {
    const { provider: name } = request.params as z.infer<typeof params>
    const provider = providers.find((candidate) => candidate.name === name)
    if (provider === undefined) throw new ProtocolError(404, 'provider-unknown', 'There is no such payment provider')
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    try {
      await settlement.handleWebhook(provider, {
        headers: request.headers,
        contentType: request.headers['content-type'] ?? '',
        body,
      })
    } catch (error) {
      if (error instanceof WebhookRefused) {
        logSecurity(request, 'notice-refused', { provider: name, reason: error.message })
        throw new ProtocolError(400, 'notice-refused', 'This notice is not what it says it is')
      }
      if (error instanceof ProviderFailed) {
        request.log.warn({ provider: name, reason: error.message }, 'a provider could not confirm its webhook event')
        throw new ProtocolError(503, 'provider-down', 'The payment could not be confirmed yet: send the event again')
      }
      throw error
    }
    return reply.send({ success: true })
  })
}
