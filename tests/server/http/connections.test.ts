// What a connection gets for raw bytes, which no client library would send: in pieces, several requests at once, and at the end of the site.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { openTestSite, SITE_URL, type TestSite } from '../../support/sites/site.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite(DEFAULT_KIND, { listen: true })
})

afterAll(() => site.close())

function portOf(of: TestSite): number {
  const address = of.app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The site does not listen')
  return address.port
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A connection that sends requests as raw bytes and reads one response after the other. */
class Line {
  readonly #socket: Socket
  #text = ''
  #ended = false
  #wake: () => void = () => undefined

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1')
    this.#socket.on('data', (chunk) => {
      this.#text += chunk.toString('latin1')
      this.#wake()
    })
    this.#socket.on('close', () => {
      this.#ended = true
      this.#wake()
    })
    this.#socket.on('error', () => undefined)
  }

  /** Sends each piece in its own packet. */
  async send(...pieces: readonly string[]): Promise<void> {
    this.#socket.setNoDelay(true)
    for (const piece of pieces) {
      await new Promise((resolve) => this.#socket.write(piece, 'latin1', resolve))
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async #more(): Promise<void> {
    if (this.#ended) throw new Error(`The connection ended after: ${this.#text}`)
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
  }

  async answer(withBody = true): Promise<Answer> {
    for (;;) {
      const end = this.#text.indexOf('\r\n\r\n')
      if (end >= 0) {
        const [first = '', ...lines] = this.#text.slice(0, end).split('\r\n')
        const headers: Record<string, string> = Object.fromEntries(
          lines.map((line) => line.split(/: (.*)/s)).map(([name = '', value = '']) => [name.toLowerCase(), value]),
        )
        const length = withBody ? Number(headers['content-length'] ?? 0) : 0
        if (this.#text.length >= end + 4 + length) {
          const body = this.#text.slice(end + 4, end + 4 + length)
          this.#text = this.#text.slice(end + 4 + length)
          return { status: Number(first.split(' ')[1]), headers, body }
        }
      }
      await this.#more()
    }
  }

  async ask(request: string): Promise<Answer> {
    await this.send(request)
    return this.answer()
  }

  async ended(): Promise<void> {
    while (!this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  close(): void {
    this.#socket.destroy()
  }
}

const get = (path: string, ...headers: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, 'host: localhost', ...headers, '\r\n'].join('\r\n')

describe('an address with parent segments', () => {
  // Sent as raw bytes: a client library would resolve them first.
  it.each([
    ['/faq/../x', 'uk'],
    ['/faq/..', 'uk'],
    ['/ru/../faq', 'ru'],
    ['/../ru/faq', 'uk'],
    ['/%2e%2e/faq', 'uk'],
    ['//faq', 'uk'],
  ])('such as %s leads to the 404 page in %s', async (path, language) => {
    const line = new Line(portOf(site))
    for (let time = 0; time < 2; time++) {
      const answer = await line.ask(get(path, 'cookie: lang=UK'))
      expect(answer.status).toBe(404)
      expect(answer.headers['content-language']).toBe(language)
      expect(answer.body).toContain(`/${language}/404`)
    }
    line.close()
  })
})

describe('a connection', () => {
  it('serves one request after the other, from the cache and by the app', async () => {
    const line = new Line(portOf(site))
    const page = (await site.app.inject('/faq')).body
    expect((await line.ask(get('/faq'))).body).toBe(page)
    expect((await line.ask(get('/faq'))).body).toBe(page)
    expect(JSON.parse((await line.ask(get('/health'))).body)).toEqual({ status: 'ok' })
    expect((await line.ask(get('/faq'))).body).toBe(page)
    expect((await line.ask(get('/nowhere'))).status).toBe(404)
    line.close()
  })

  it('accepts a request in pieces, and several at once', async () => {
    const page = (await site.app.inject('/faq')).body
    const pieces = new Line(portOf(site))
    await pieces.send('GET /f', 'aq HTTP/1.1\r\nhost: local', 'host\r\n', '\r\n')
    expect((await pieces.answer()).body).toBe(page)
    const several = new Line(portOf(site))
    await several.send(get('/faq'), get('/faq') + get('/health') + get('/faq'))
    for (const expected of [page, page, '{"status":"ok"}', page]) expect((await several.answer()).body).toBe(expected)
    pieces.close()
    several.close()
  })

  it('does not take the body of a request for another request', async () => {
    const line = new Line(portOf(site))
    const hidden = get('/faq')
    await line.send(`GET /faq HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${hidden.length}\r\n\r\n${hidden}`)
    expect((await line.answer()).status).toBe(200)
    expect(JSON.parse((await line.ask(get('/health'))).body)).toEqual({ status: 'ok' })
    const post = `POST /api/user/logout HTTP/1.1\r\nhost: localhost\r\norigin: ${SITE_URL}\r\ncontent-length: 0\r\n\r\n`
    expect((await line.ask(post)).status).toBe(403)
    line.close()
  })

  it('ends on request, and when the site closes', async () => {
    const asked = new Line(portOf(site))
    expect((await asked.ask(get('/faq', 'connection: close'))).headers.connection).toBe('close')
    await asked.ended()
    const closing = await openTestSite(DEFAULT_KIND, { listen: true })
    await closing.app.inject('/faq')
    const line = new Line(portOf(closing))
    expect((await line.ask(get('/faq'))).status).toBe(200)
    await Promise.all([closing.close(), line.ended()])
  })

  it('that has reached the port when the site closes is still served', async () => {
    const closing = await openTestSite(DEFAULT_KIND, { listen: true })
    const lines = Array.from({ length: 20 }, () => new Line(portOf(closing)))
    const answers = Promise.all(lines.map((line) => line.ask(get('/health'))))
    const [served] = await Promise.all([answers, closing.close()])
    expect(served.map(({ status }) => status)).toEqual(lines.map(() => 200))
  })

  it('of a client that violates the protocol is answered with 400', async () => {
    for (const wrong of [
      'GET /faq HTTP/1.1\r\n\r\n',
      'GET /faq HTTP/1.1\r\nhost: a\r\nhost : b\r\n\r\n',
      'nonsense\r\n\r\n',
    ]) {
      const line = new Line(portOf(site))
      expect((await line.ask(wrong)).status, wrong).toBe(400)
      line.close()
    }
  })
})
