// A player who plays through crashes: a call without a response is sent again with the same key until it gets one.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerProcess, SignInCode } from './server-process.ts'

/** An answered call, i.e. an acknowledged one. */
export interface Acknowledged {
  readonly playerId: number
  readonly path: string
  readonly body: string
  readonly key: string
  readonly status: number
  readonly text: string
  /** The number of attempts until a response arrived. */
  readonly sent: number
}

const MAX_ATTEMPTS = 50
/** What a server answers that cannot reach its database in time: "Try again in a moment". A busy machine makes it say so. */
const UNAVAILABLE = 503
const MOMENT_MS = 250
/** A longer wait means that the call was forgotten. */
const HUNG_MS = 60_000

export class RetryingPlayer {
  readonly #server: ServerProcess
  readonly #cookies: Map<string, string>
  readonly playerId: number
  /** The longest duration of one call, answered or not, in milliseconds. */
  slowestMs = 0
  /** Set for a player who retries after a fault of the server too; awaited before the retry. */
  waitForRecovery: (() => Promise<void>) | undefined

  constructor(server: ServerProcess, playerId: number, cookies = new Map<string, string>()) {
    this.#server = server
    this.#cookies = cookies
    this.playerId = playerId
  }

  /** Signs in with a code of the server. */
  static async signIn(server: ServerProcess, { playerId, code, browser }: SignInCode): Promise<RetryingPlayer> {
    const player = new RetryingPlayer(server, playerId)
    await player.#send('GET', '/api/settings')
    player.#cookies.set('sign_in', browser)
    const { token } = JSON.parse((await player.post('/api/auth/token', JSON.stringify({ code }))).text)
    player.#cookies.set('token', token)
    return player
  }

  /** The same browser at another instance. */
  at(server: ServerProcess): RetryingPlayer {
    return new RetryingPlayer(server, this.playerId, this.#cookies)
  }

  get token(): string {
    return this.#cookies.get('token') ?? ''
  }

  /** The Cookie header that it sends. */
  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Sends one request. */
  get(path: string): Promise<{ status: number; text: string }> {
    return this.#send('GET', path)
  }

  /** Sends a call until it is answered, each time with the same key. */
  async post(path: string, body: string, key: string = randomUUID()): Promise<Acknowledged> {
    const { sent, status, text } = await this.#sendUntilAnswered('POST', path, body, key)
    return { playerId: this.playerId, path, body, key, status, text, sent }
  }

  /** Sends a request until it is answered. */
  async read(path: string): Promise<string> {
    return (await this.#sendUntilAnswered('GET', path)).text
  }

  async #sendUntilAnswered(method: string, path: string, body?: string, key?: string) {
    for (let sent = 1; ; sent++) {
      try {
        const { status, text } = await this.#send(method, path, body, key)
        if (!this.#isTriedAgain(status) || sent === MAX_ATTEMPTS) return { sent, status, text }
      } catch (error) {
        if (!(error instanceof TypeError) || sent === MAX_ATTEMPTS) throw error
      }
      await this.waitForRecovery?.()
      await wait(MOMENT_MS)
    }
  }

  #isTriedAgain(status: number): boolean {
    return status === UNAVAILABLE || (status >= 500 && this.waitForRecovery !== undefined)
  }

  /** One call. Throws TypeError, as fetch does, when the connection broke. */
  async #send(method: string, path: string, body?: string, key?: string): Promise<{ status: number; text: string }> {
    const address = await this.#server.address()
    const sentMs = performance.now()
    try {
      return await this.#exchange(address, method, path, body, key)
    } finally {
      this.slowestMs = Math.max(this.slowestMs, performance.now() - sentMs)
    }
  }

  async #exchange(
    address: string,
    method: string,
    path: string,
    body?: string,
    key?: string,
  ): Promise<{ status: number; text: string }> {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        cookie: this.cookies,
        authorization: `Bearer ${this.#cookies.get('token') ?? ''}`,
        origin: address,
        'x-xsrf-token': this.#cookies.get('XSRF-TOKEN') ?? '',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(HUNG_MS),
    })
    const text = await response.text()
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return { status: response.status, text }
  }
}
