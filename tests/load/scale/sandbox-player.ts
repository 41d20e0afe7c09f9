// A player of a running sandbox who signs in through the stand-in for Steam and plays by calls only.
import { randomUUID } from 'node:crypto'
import type { UserReply } from '../../../src/protocol/user.ts'
import { STAND_IN_PLAYERS } from '../../../src/server/steam/stand-in-players.ts'
import { drawClientSeed } from '../../support/players/client-seed.ts'

export class SandboxPlayer {
  readonly #url: string
  readonly #cookies = new Map<string, string>()

  private constructor(url: string) {
    this.#url = url
  }

  /**
   * Signs in.
   *
   * @param url address of the site
   * @param place which of the stand-in's players
   */
  static async signIn(url: string, place: number): Promise<SandboxPlayer> {
    const player = new SandboxPlayer(url)
    await player.#send('/api/settings')
    const question = locationOf(await player.#send('/api/auth/steam?terms=1&adult=1'), url)
    const form = new URLSearchParams({
      'openid.return_to': question.searchParams.get('openid.return_to') ?? '',
      'openid.realm': url,
      player: STAND_IN_PLAYERS[place]?.steamid ?? '',
    })
    const chosen = await player.#send('/sandbox/steam/openid/choose', { method: 'POST', body: form })
    const { pathname, search } = locationOf(chosen, url)
    const callback = locationOf(await player.#send(pathname + search), url)
    const { token } = await player.post<{ token: string | undefined }>('/api/auth/token', {
      code: new URLSearchParams(callback.hash.slice(1)).get('code'),
    })
    if (token === undefined) throw new Error(`Player ${place} of the stand-in could not sign in at ${url}`)
    player.#cookies.set('token', token)
    await player.#supplyClientSeed()
    return player
  }

  /** The headers of this player's calls. */
  get headers(): Record<string, string> {
    return {
      origin: this.#url,
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      authorization: `Bearer ${this.#cookies.get('token') ?? ''}`,
      'x-xsrf-token': decodeURIComponent(this.#cookies.get('XSRF-TOKEN') ?? ''),
    }
  }

  async get(path: string): Promise<number> {
    const response = await this.#send(path)
    await response.arrayBuffer()
    return response.status
  }

  async post<Reply>(path: string, body: object): Promise<Reply> {
    const response = await this.#send(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    })
    return (await response.json()) as Reply
  }

  /** Supplies a client seed as the site's pages do. */
  async #supplyClientSeed(): Promise<void> {
    const { user } = (await (await this.#send('/api/user/get')).json()) as UserReply
    if (user.unseeded === null) return
    await this.post('/api/fairness/client-seed', { commit: user.unseeded, clientSeed: drawClientSeed() })
  }

  async #send(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
    const response = await fetch(this.#url + path, {
      ...init,
      redirect: 'manual',
      headers: {
        ...this.headers,
        ...headers,
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      this.#cookies.set(name, value)
    }
    return response
  }
}

function locationOf(response: Response, base: string): URL {
  const location = response.headers.get('location')
  if (location === null) throw new Error(`${response.url} answered ${response.status} and redirects nowhere`)
  return new URL(location, base)
}
