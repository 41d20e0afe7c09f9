// A fake server for stores, whose responses may be late, in another order, or missing.
import { vi } from 'vitest'
import type { CurrentUser } from '../../src/protocol/user.ts'

export interface Call {
  /** With /api and query. */
  readonly path: string
  readonly method: string
  readonly body: unknown
  readonly key: string | null
  readonly type: string | null
  readonly signal: AbortSignal | null
}

/** The response; a function may throw like a lost connection, or delay its response. */
type Answer = (call: Call) => unknown

export class ServerStub {
  readonly calls: Call[] = []
  readonly #answers = new Map<string, Answer>()

  /** Sets the response of a path, which without a query answers calls with any query too; 404 by default. */
  on(path: string, answer: Answer): void {
    this.#answers.set(path, answer)
  }

  /** The number of calls to a path. */
  to(path: string): Call[] {
    return this.calls.filter((call) => call.path === path)
  }

  /** Forgets all calls and responses. */
  reset(): void {
    this.calls.length = 0
    this.#answers.clear()
  }

  /** Installs itself, a cookie jar and an address where the stores expect a browser. */
  open(): void {
    vi.stubGlobal('document', { cookie: 'token=t; XSRF-TOKEN=x' })
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('location', { href: 'https://shop.test/deposit', assign: vi.fn() })
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => this.#serve(path, init))
  }

  async #serve(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    const call: Call = {
      path,
      method: init.method ?? 'GET',
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      key: headers.get('idempotency-key'),
      type: headers.get('content-type'),
      signal: init.signal ?? null,
    }
    this.calls.push(call)
    const given = new Promise<never>((_, reject) => {
      call.signal?.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')))
    })
    // Cancelled after its response: nobody waits for it any more.
    given.catch(() => undefined)
    const answer = this.#answers.get(path) ?? this.#answers.get(path.replace(/\?.*/, ''))
    const said = await Promise.race([answer?.(call) ?? new Response('{}', { status: 404 }), given])
    return said instanceof Response ? said : Response.json(said)
  }
}

/** A lost connection. */
export const lost = (): never => {
  throw new TypeError('Failed to fetch')
}

/** A fault of the server, or a protocol error. */
export const fault = (status: number): Response =>
  Response.json({ success: false, code: 'fault', message: 'A fault', id: '1' }, { status })

/** A response that is delayed until it is released. */
export function later(): { answer: Answer; go: (reply: unknown) => void } {
  let go: (reply: unknown) => void = () => undefined
  const reply = new Promise((resolve) => {
    go = resolve
  })
  return { answer: () => reply, go: (given) => go(given) }
}

export const PLAYER: CurrentUser = {
  id: 7,
  username: 'Vega',
  steamid: '76561198000000007',
  avatar: '',
  balance: 1000,
  tradeLink: null,
  lvl: 0,
  exp: 0,
  realityMinutes: null,
  unseeded: null,
  termsAsked: null,
}
