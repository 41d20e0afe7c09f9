// Delivers the sandbox's webhook events like a provider: posted in the background, and again after a pause when they are not
// accepted.
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Fetch, RequestFailed, requestText } from '../../network/bounded-request.ts'
import type { PaymentState } from '../provider.ts'
import { ANSWER_BYTES_MAX, CALL_TIMEOUT_MS } from '../provider-call.ts'
import { type PaymentDetails, referenceOf, type SandboxEvent, type SandboxKeys } from './payment.ts'
import { SIGNATURE_HEADER, signBody } from './signature.ts'

/** The pauses between attempts. */
export const PAUSES_MS: readonly number[] = [500, 2000, 8000, 30_000]

export interface DeliveryOptions {
  readonly keys: SandboxKeys
  /** The site's public URL: events are sent there, even if their URL has another host. */
  readonly siteUrl: string
  readonly fetch: Fetch
  readonly now: () => number
  readonly warn: (problem: string) => void
  readonly pausesMs: readonly number[]
}

export interface Delivery {
  /** Creates an event; nothing is sent. */
  make(details: PaymentDetails, state: PaymentState): SandboxEvent
  /** Sends an event until it is accepted, or attempts are exhausted. Never rejects. */
  send(details: PaymentDetails, event: SandboxEvent): Promise<void>
  /** Sends an event with a wrong signature, once. Never rejects. */
  forge(details: PaymentDetails, event: SandboxEvent): Promise<void>
  /** Aborts deliveries, and waits until they have ended. */
  stop(): Promise<void>
}

/** Creates the delivery of signed events, with retries. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { keys, siteUrl, fetch, now, warn, pausesMs } = options
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()

  const attempt = async (details: PaymentDetails, event: SandboxEvent, key: string): Promise<string> => {
    const { pathname, search } = new URL(details.notice_url)
    const body = Buffer.from(JSON.stringify(event))
    const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signBody(body, { key, now: now() }) }
    const deadline = AbortSignal.any([stopping.signal, AbortSignal.timeout(CALL_TIMEOUT_MS)])
    const limits = { deadline, bytesMax: ANSWER_BYTES_MAX }
    try {
      const address = `${new URL(siteUrl).origin}${pathname}${search}`
      const { status } = await requestText(fetch, address, { method: 'POST', headers, body: body.toString() }, limits)
      return status >= 200 && status < 300 ? 'taken' : `status ${status}`
    } catch (error) {
      if (error instanceof RequestFailed) return error.message
      throw error
    }
  }

  const sendUntilTaken = async (details: PaymentDetails, event: SandboxEvent): Promise<void> => {
    let answer = await attempt(details, event, keys.notice)
    for (const pauseMs of pausesMs) {
      if (answer === 'taken') return
      await pause(pauseMs, undefined, { ref: false, signal: stopping.signal })
      answer = await attempt(details, event, keys.notice)
    }
    if (answer !== 'taken') warn(`the sandbox's event about order ${details.order_id} was not accepted: ${answer}`)
  }

  const forgeOnce = async (details: PaymentDetails, event: SandboxEvent): Promise<void> => {
    const key = createHash('sha256').update('not the key of this site').digest('base64url')
    if ((await attempt(details, event, key)) === 'taken')
      warn(`a forged event about order ${details.order_id} was accepted`)
  }

  /** Deliveries run in the background: errors are reported to the operator, except while the server is stopping. */
  const runInBackground = (running: Promise<void>): Promise<void> => {
    const followed: Promise<void> = running
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) warn(`the sandbox could not send an event: ${String(error)}`)
      })
      .finally(() => underWay.delete(followed))
    underWay.add(followed)
    return followed
  }

  return {
    make: (details, state) => ({
      id: `evt_${randomUUID()}`,
      reference: referenceOf(details.order_id, keys),
      order_id: details.order_id,
      state,
    }),
    send: (details, event) => runInBackground(sendUntilTaken(details, event)),
    forge: (details, event) => runInBackground(forgeOnce(details, event)),
    async stop() {
      stopping.abort()
      await Promise.all(underWay)
    },
  }
}
