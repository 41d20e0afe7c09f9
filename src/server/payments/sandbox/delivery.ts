// Delivers the sandbox's notices as providers do: posted in the background, and again after a pause when they are not taken.
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Fetch, RequestFailed, requestText } from '../../http/bounded-request.ts'
import type { PaymentState } from '../provider.ts'
import { ANSWER_BYTES_MAX, CALL_TIMEOUT_MS } from '../provider-call.ts'
import { type PaymentFacts, referenceOf, type SandboxKeys, type SandboxNotice } from './payment.ts'
import { SIGNATURE_HEADER, signBody } from './signature.ts'

/** Between one attempt and the next. */
export const PAUSES_MS: readonly number[] = [500, 2000, 8000, 30_000]

export interface DeliveryOptions {
  readonly keys: SandboxKeys
  /** Where this process reaches itself: notices go nowhere else, whatever address they bear. */
  readonly ownAddress: () => string
  readonly fetch: Fetch
  readonly now: () => number
  readonly warn: (problem: string) => void
  readonly pausesMs: readonly number[]
}

export interface Delivery {
  /** A new notice; nothing is sent yet. */
  make(facts: PaymentFacts, state: PaymentState): SandboxNotice
  /** Sends a notice until it is taken, or given up. Never rejects. */
  send(facts: PaymentFacts, notice: SandboxNotice): Promise<void>
  /** Sends a notice that somebody else signed, once. Never rejects. */
  forge(facts: PaymentFacts, notice: SandboxNotice): Promise<void>
  /** Gives up whatever is under way, and waits until it has ended. */
  stop(): Promise<void>
}

/** Posts notices as a provider does: signed, and again after a pause when nobody took them. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { keys, ownAddress, fetch, now, warn, pausesMs } = options
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()

  const attempt = async (facts: PaymentFacts, notice: SandboxNotice, key: string): Promise<string> => {
    const { pathname, search } = new URL(facts.notice_url)
    const body = Buffer.from(JSON.stringify(notice))
    const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signBody(body, { key, now: now() }) }
    const deadline = AbortSignal.any([stopping.signal, AbortSignal.timeout(CALL_TIMEOUT_MS)])
    const limits = { deadline, bytesMax: ANSWER_BYTES_MAX }
    try {
      const address = `${new URL(ownAddress()).origin}${pathname}${search}`
      const { status } = await requestText(fetch, address, { method: 'POST', headers, body: body.toString() }, limits)
      return status >= 200 && status < 300 ? 'taken' : `status ${status}`
    } catch (error) {
      if (error instanceof RequestFailed) return error.message
      throw error
    }
  }

  const sendUntilTaken = async (facts: PaymentFacts, notice: SandboxNotice): Promise<void> => {
    let answer = await attempt(facts, notice, keys.notice)
    for (const pauseMs of pausesMs) {
      if (answer === 'taken') return
      await pause(pauseMs, undefined, { ref: false, signal: stopping.signal })
      answer = await attempt(facts, notice, keys.notice)
    }
    if (answer !== 'taken') warn(`the sandbox's notice about order ${facts.order_id} was not taken: ${answer}`)
  }

  const forgeOnce = async (facts: PaymentFacts, notice: SandboxNotice): Promise<void> => {
    const key = createHash('sha256').update('not the key of this site').digest('base64url')
    if ((await attempt(facts, notice, key)) === 'taken') warn(`a forged notice about order ${facts.order_id} was taken`)
  }

  /** Nobody waits for a delivery: what goes wrong in it is told to the operator, unless the server is stopping. */
  const follow = (running: Promise<void>): Promise<void> => {
    const followed: Promise<void> = running
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) warn(`the sandbox could not send a notice: ${String(error)}`)
      })
      .finally(() => underWay.delete(followed))
    underWay.add(followed)
    return followed
  }

  return {
    make: (facts, state) => ({
      id: `evt_${randomUUID()}`,
      reference: referenceOf(facts.order_id, keys),
      order_id: facts.order_id,
      state,
    }),
    send: (facts, notice) => follow(sendUntilTaken(facts, notice)),
    forge: (facts, notice) => follow(forgeOnce(facts, notice)),
    async stop() {
      stopping.abort()
      await Promise.all(underWay)
    },
  }
}
