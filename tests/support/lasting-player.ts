// A player who plays through crashes: a call that got no answer is sent again under the same key until it gets one.
import { randomUUID } from 'node:crypto'
import type { ServerProcess, SignInCode } from './server-process.ts'

/** A call that was answered, i.e. acknowledged. */
export interface Acknowledged {
  readonly playerId: number
  readonly path: string
  readonly body: string
  readonly key: string
  readonly status: number
  readonly text: string
  /** How often it was sent before an answer came. */
  readonly sent: number
}

const SENT_AT_MOST = 50
/** Whoever waits longer for an answer was forgotten. */
const HUNG_MS = 60_000

export class LastingPlayer {
  readonly #server: ServerProcess
  readonly #cookies: Map<string, string>
  readonly playerId: number
  /** The longest that one call was under way, answered or not, in milliseconds. */
  slowestMs = 0
  /** Set for a player who sends a call again after a fault of the server too; waited for before he does. */
  outlast: (() => Promise<void>) | undefined

  constructor(server: ServerProcess, playerId: number, cookies = new Map<string, string>()) {
    this.#server = server
    this.#cookies = cookies
    this.playerId = playerId
  }

  /** Signs in with a code of the server. */
  static async signIn(server: ServerProcess, { playerId, code, browser }: SignInCode): Promise<LastingPlayer> {
    const player = new LastingPlayer(server, playerId)
    await player.#send('GET', '/api/settings')
    player.#cookies.set('sign_in', browser)
    const { token } = JSON.parse((await player.post('/api/auth/token', JSON.stringify({ code }))).text)
    player.#cookies.set('token', token)
    return player
  }

  /** The same browser at another instance. */
  at(server: ServerProcess): LastingPlayer {
    return new LastingPlayer(server, this.playerId, this.#cookies)
  }

  get token(): string {
    return this.#cookies.get('token') ?? ''
  }

  /** The Cookie header that it sends. */
  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Asks once. */
  get(path: string): Promise<{ status: number; text: string }> {
    return this.#send('GET', path)
  }

  /** Sends a call until it is answered, each time under the same key. */
  async post(path: string, body: string, key: string = randomUUID()): Promise<Acknowledged> {
    const { sent, status, text } = await this.#sendUntilAnswered('POST', path, body, key)
    return { playerId: this.playerId, path, body, key, status, text, sent }
  }

  /** Asks until there is an answer. */
  async read(path: string): Promise<string> {
    return (await this.#sendUntilAnswered('GET', path)).text
  }

  async #sendUntilAnswered(method: string, path: string, body?: string, key?: string) {
    for (let sent = 1; ; sent++) {
      try {
        const { status, text } = await this.#send(method, path, body, key)
        if (this.outlast === undefined || status < 500 || sent === SENT_AT_MOST) return { sent, status, text }
      } catch (error) {
        if (!(error instanceof TypeError) || sent === SENT_AT_MOST) throw error
      }
      await this.outlast?.()
    }
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
