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

export class LastingPlayer {
  readonly #server: ServerProcess
  readonly #cookies = new Map<string, string>()
  readonly playerId: number

  constructor(server: ServerProcess, playerId: number) {
    this.#server = server
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

  /** Sends a call until it is answered, each time under the same key. */
  async post(path: string, body: string, key: string = randomUUID()): Promise<Acknowledged> {
    for (let sent = 1; ; sent++) {
      try {
        const { status, text } = await this.#send('POST', path, body, key)
        return { playerId: this.playerId, path, body, key, status, text, sent }
      } catch (error) {
        if (!(error instanceof TypeError) || sent === SENT_AT_MOST) throw error
      }
    }
  }

  /** One call. Throws TypeError, as fetch does, when the connection broke. */
  async #send(method: string, path: string, body?: string, key?: string): Promise<{ status: number; text: string }> {
    const address = await this.#server.address()
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        authorization: `Bearer ${this.#cookies.get('token') ?? ''}`,
        origin: address,
        'x-xsrf-token': this.#cookies.get('XSRF-TOKEN') ?? '',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body }),
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
