// Posts alerts to the operator's own address, signed, so that it can tell them from those of anyone else.
import { createHmac } from 'node:crypto'
import { type Fetch, RequestFailed, requestText } from '../network/bounded-request.ts'
import { retryAfterMs } from '../push/push.ts'
import { type AlertOutcome, BYTES_MAX, DEADLINE_MS } from './outcome.ts'

/** Returns the signature of a body that is sent at a time: HMAC-SHA256 over both, in hexadecimal digits. */
function signWebhook(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

export interface AlertWebhook {
  /** Posts one alert. The id is the same at every attempt. */
  send(id: string, body: object, signal: AbortSignal): Promise<AlertOutcome>
}

export interface AlertWebhookParts {
  readonly url: string
  readonly secret: string
  readonly fetch?: Fetch
  readonly deadlineMs?: number
}

/** Makes the webhook. Redirects are not followed: they are failures, as everything that is not 2xx. */
export function createAlertWebhook({
  url,
  secret,
  fetch = globalThis.fetch,
  deadlineMs = DEADLINE_MS,
}: AlertWebhookParts): AlertWebhook {
  return {
    send: async (id, content, signal) => {
      const body = JSON.stringify(content)
      // The machine's clock: the receiver compares it with its own.
      const timestamp = String(Math.floor(Date.now() / 1000))
      const headers = {
        'content-type': 'application/json',
        'x-alert-id': id,
        'x-alert-timestamp': timestamp,
        'x-alert-signature': `sha256=${signWebhook(secret, timestamp, body)}`,
      }
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)])
      try {
        const reply = await requestText(
          fetch,
          url,
          { method: 'POST', headers, body },
          { deadline, bytesMax: BYTES_MAX },
        )
        if (reply.status >= 200 && reply.status < 300) return { kind: 'sent' }
        const afterMs = retryAfterMs(reply.retryAfter, Date.now())
        return { kind: 'later', problem: `webhook: status ${reply.status}`, afterMs }
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error
        return { kind: 'later', problem: `webhook: ${error.message}`, afterMs: 0 }
      }
    },
  }
}
