// A push service on loopback, and browsers that subscribe to it: as strict as a real one about who sends, and able to read what only the
// browser can read. It decrypts by the Web Crypto API, which the site does not encrypt with.
import { type BinaryLike, randomBytes, randomUUID, webcrypto } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushMessage, SubscribeBody } from '../../../src/protocol/push.ts'

const { subtle } = webcrypto
const P256 = { name: 'ECDH', namedCurve: 'P-256' }
const DAY_SECONDS = 86_400
const HEADER_BYTES = 21
const KEY_BYTES = 65

/** A browser with a subscription. */
export interface SubscribedBrowser {
  /** What it sends to the site. */
  readonly body: SubscribeBody
  /** The messages that arrived, in order. */
  readonly messages: readonly PushMessage[]
}

/** An answer to a message; `silence` for none, `no connection` for one that is cut. */
export type PushAnswer =
  | { readonly status: number; readonly headers?: Record<string, string> }
  | 'silence'
  | 'no connection'

export interface PushService {
  /** For PUSH_SERVICES. */
  readonly host: string
  /** The headers of every request. */
  readonly requests: readonly IncomingMessage['headers'][]
  /** What is wrong with requests that were refused. */
  readonly faults: readonly string[]
  /** The answers to the next requests; 201 after them. */
  readonly answers: PushAnswer[]
  subscribe(siteKey: string): Promise<SubscribedBrowser>
  close(): Promise<void>
}

const bytesOf = (text: string): Buffer<ArrayBuffer> => Buffer.from(text, 'base64url')

async function hkdf(secret: BufferSource, salt: BufferSource, context: BinaryLike & BufferSource, bytes: number) {
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  return subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info: context }, key, bytes * 8)
}

/** Decrypts a message as its browser does (RFC 8291, RFC 8188). */
async function decrypt(body: Buffer<ArrayBuffer>, keys: CryptoKeyPair, ownKey: Buffer, auth: Buffer<ArrayBuffer>) {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(HEADER_BYTES, HEADER_BYTES + KEY_BYTES)
  const sender = await subtle.importKey('raw', senderKey, P256, false, [])
  const shared = await subtle.deriveBits({ name: 'ECDH', public: sender }, keys.privateKey, 256)
  const secret = await hkdf(shared, auth, Buffer.concat([Buffer.from('WebPush: info\0'), ownKey, senderKey]), 32)
  const contentKey = await hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const iv = await hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const key = await subtle.importKey('raw', contentKey, 'AES-GCM', false, ['decrypt'])
  const plain = Buffer.from(await subtle.decrypt({ name: 'AES-GCM', iv }, key, body.subarray(HEADER_BYTES + KEY_BYTES)))
  // The last record ends with a 2, then zeros.
  const end = plain.lastIndexOf(2)
  if (plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is not of zeros')
  return plain.subarray(0, end).toString('utf8')
}

/** Returns what is wrong with who sends a message (RFC 8292); undefined for nothing. */
async function wrongSender(authorization: string | undefined, origin: string, siteKey: string) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(authorization ?? '') ?? []
  if (key !== siteKey) return 'another key than the one of the subscription'
  const [header = '', claims = '', signature = ''] = token.split('.')
  const { alg } = JSON.parse(bytesOf(header).toString())
  const { aud, exp, sub } = JSON.parse(bytesOf(claims).toString())
  const nowSeconds = Date.now() / 1000
  if (alg !== 'ES256' || aud !== origin) return `a token for ${aud} by ${alg}`
  if (exp <= nowSeconds || exp > nowSeconds + DAY_SECONDS) return 'a token that is valid for too long or no longer'
  if (!/^(mailto:.+@|https:\/\/)/.test(sub)) return `no contact but ${sub}`
  const verifier = await subtle.importKey('raw', bytesOf(key), { ...P256, name: 'ECDSA' }, false, ['verify'])
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const isSigned = await subtle.verify(algorithm, verifier, bytesOf(signature), Buffer.from(`${header}.${claims}`))
  return isSigned ? undefined : 'a wrong signature'
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Opens a push service on a free port. */
export async function openPushService(): Promise<PushService> {
  const requests: IncomingMessage['headers'][] = []
  const faults: string[] = []
  const answers: PushAnswer[] = []
  const devices = new Map<
    string,
    (request: IncomingMessage, body: Buffer<ArrayBuffer>) => Promise<string | undefined>
  >()

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    requests.push(request.headers)
    const answer = answers.shift() ?? { status: 201 }
    if (answer === 'silence') return
    if (answer === 'no connection') return void response.destroy()
    if (answer.status >= 300) return void response.writeHead(answer.status, answer.headers).end()
    const fault = (await devices.get(request.url ?? '')?.(request, body)) ?? undefined
    if (fault !== undefined) faults.push(fault)
    response.writeHead(fault === undefined ? answer.status : 403).end()
  }

  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = `http://${host}`

  return {
    host,
    requests,
    faults,
    answers,
    subscribe: async (siteKey) => {
      const keys = (await subtle.generateKey(P256, true, ['deriveBits'])) as CryptoKeyPair
      const ownKey = Buffer.from(await subtle.exportKey('raw', keys.publicKey))
      const auth = randomBytes(16)
      const path = `/push/${randomUUID()}`
      const messages: PushMessage[] = []
      devices.set(path, async ({ headers }, body) => {
        if (headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(String(headers.ttl))) return 'wrong headers'
        const fault = await wrongSender(headers.authorization, origin, siteKey)
        if (fault === undefined) messages.push(JSON.parse(await decrypt(body, keys, ownKey, auth)))
        return fault
      })
      const encoded = { p256dh: ownKey.toString('base64url'), auth: auth.toString('base64url') }
      return { body: { endpoint: origin + path, keys: encoded }, messages }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
