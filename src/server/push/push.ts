// Sends push messages to browsers' push services.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PushSettings } from '../config/config.ts'
import { keepOnce } from '../config/secret.ts'
import { type BoundedReply, type Fetch, RequestFailed, requestText } from '../network/bounded-request.ts'
import { type BrowserKeys, encryptMessage } from './encrypt.ts'
import { generatePushKey, openPushKey } from './push-key.ts'
import { isPushService } from './push-services.ts'

/** How long a push service keeps a message for a device that is off. */
const TTL_SECONDS = 86_400
const DEADLINE_MS = 10_000
/** Answers are short texts of errors. */
const BYTES_MAX = 16_384

/** A browser's subscription. */
export interface PushTarget extends BrowserKeys {
  readonly endpoint: string
}

/** A message for a service worker; `topic` is that of its kind where it has none of its own. */
export interface PushNote {
  readonly kind: string
  readonly topic?: string
  readonly title: string
  readonly body: string
  readonly lang: string
  /** A path of the origin that is subscribed. */
  readonly link: string
}

/** What became of a message: `gone` when the subscription has ended, `refused` when another attempt would be refused too. */
export type PushOutcome =
  | { readonly kind: 'sent' | 'gone' }
  | { readonly kind: 'refused'; readonly problem: string }
  /** `afterMs` is the delay that the push service asks for. */
  | { readonly kind: 'later'; readonly problem: string; readonly afterMs: number }

export interface PushModule {
  /** The site's public key, base64url. */
  readonly publicKey: string
  /** Tells whether an address belongs to a push service that the site sends to. */
  isService(endpoint: string): boolean
  /** Sends one message; a signal ends the attempt early. */
  send(target: PushTarget, message: PushNote, signal: AbortSignal): Promise<PushOutcome>
}

/** Returns what a Retry-After header asks for, in milliseconds; 0 without one. */
export function retryAfterMs(header: string | null, nowMs: number): number {
  if (header === null) return 0
  const asked = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isFinite(asked) ? Math.max(0, asked) : 0
}

function outcomeOf({ status, retryAfter }: BoundedReply): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const problem = `status ${status}`
  if (status === 429 || status >= 500) return { kind: 'later', problem, afterMs: retryAfterMs(retryAfter, Date.now()) }
  return { kind: 'refused', problem }
}

/** Returns the private key: the operator's, or in a sandbox one that it makes and keeps in `DATA_DIR/push-key`. */
async function privateKeyOf({ privateKey }: PushSettings, dataDir: string): Promise<string> {
  if (privateKey !== undefined) return privateKey
  await mkdir(dataDir, { recursive: true })
  return keepOnce(join(dataDir, 'push-key'), generatePushKey)
}

export interface PushParts {
  readonly config: { readonly push: PushSettings | undefined; readonly dataDir: string }
  readonly fetch?: Fetch
  /** How long an attempt may take. */
  readonly deadlineMs?: number
}

/** Opens the sending of push messages; undefined where the site sends none. */
export async function openPush({
  config,
  fetch = globalThis.fetch,
  deadlineMs = DEADLINE_MS,
}: PushParts): Promise<PushModule | undefined> {
  if (config.push === undefined) return undefined
  const { subject, services } = config.push
  const key = openPushKey(await privateKeyOf(config.push, config.dataDir), subject)
  return {
    publicKey: key.publicKey,
    isService: (endpoint) => isPushService(endpoint, services),
    send: async ({ endpoint, p256dh, auth }, { topic, ...message }, signal) => {
      const headers = {
        // The machine's clock, not the site's: the push service compares it with its own.
        authorization: key.authorization(new URL(endpoint).origin, Date.now()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TTL_SECONDS),
        // A device that was off gets the newest message of a kind.
        topic: topic ?? message.kind,
      }
      const body = new Uint8Array(encryptMessage(JSON.stringify(message), { p256dh, auth }))
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)])
      try {
        return outcomeOf(
          await requestText(fetch, endpoint, { method: 'POST', headers, body }, { deadline, bytesMax: BYTES_MAX }),
        )
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error
        return { kind: 'later', problem: error.message, afterMs: 0 }
      }
    },
  }
}
