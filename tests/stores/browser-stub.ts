// A minimal browser for the stores: a cookie jar, storage, and a server that responds in the same process.
import { vi } from 'vitest'

export interface Request {
  method: string
  /** Below /api. */
  path: string
  headers: Headers
  body: unknown
}

type Answer = { status: number; body: unknown } | 'offline' | Promise<Response>

export class Browser {
  readonly cookies = new Map<string, string>()
  readonly requests: Request[] = []
  reloads = 0
  #answers = new Map<string, Answer>()

  /** The server's responses from now on; `offline` for no connection. */
  answer(path: string, status: number, body: unknown): void {
    this.#answers.set(path, { status, body })
  }

  /** Leaves a path without an answer until the function that it returns is called. */
  answerLater(path: string, status: number, body: unknown): () => void {
    const answer = Promise.withResolvers<Response>()
    this.#answers.set(path, answer.promise)
    return () => answer.resolve(Response.json(body, { status }))
  }

  offline(path: string): void {
    this.#answers.set(path, 'offline')
  }

  /** Installs itself where the stores expect a browser. */
  open(): void {
    const self = this
    vi.stubGlobal('document', {
      get cookie() {
        return [...self.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      },
      set cookie(line: string) {
        self.#keep(line)
      },
    })
    vi.stubGlobal('location', { protocol: 'https:', reload: () => self.reloads++ })
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => self.#fetch(path, init))
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split('=')
    const expires = attributes.find((attribute) => attribute.startsWith('expires='))?.slice('expires='.length)
    if (expires !== undefined && new Date(expires).getTime() < Date.now()) this.cookies.delete(name)
    else this.cookies.set(name, value)
    this.lastCookie = line
  }

  /** The last cookie as it was written, with its attributes. */
  lastCookie = ''

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const below = path.replace(/^\/api/, '')
    this.requests.push({
      method: init.method ?? 'GET',
      path: below,
      headers: new Headers(init.headers),
      body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
    })
    const answer = this.#answers.get(below) ?? { status: 404, body: { success: false } }
    if (answer === 'offline') throw new TypeError('Failed to fetch')
    if (answer instanceof Promise) return answer
    return Response.json(answer.body, { status: answer.status })
  }
}
