// Cached files are sent before Fastify routes the request: over a real socket the response must equal Fastify's.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_KIND } from '../../support/databases.ts'
import { LIVE_ENVIRONMENT, openTestSite, SITE_URL, type TestSite } from '../../support/site.ts'

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

describe('a response from the cache', () => {
  const REQUESTS: readonly (readonly [string, string])[] = [
    ['a document', get('/faq')],
    ['a document with a query', get('/faq?from=mail&x=%20')],
    ['a document in the language of the cookie', get('/faq', 'Cookie: a=1; lang=RU; b="2"')],
    ['a document in the language of the browser', get('/faq', 'Accept-Language: de, uk;q=0.4')],
    ['a document under its own address', get('/ru/faq', 'cookie: lang=UK')],
    ['a file', get('/favicon.svg')],
    ['a file in brotli', get('/favicon.svg', 'ACCEPT-ENCODING: gzip, br')],
    ['a file in gzip', get('/favicon.svg', 'accept-encoding: gzip;q=1, br;q=0')],
    ['a file that the browser has', get('/favicon.svg', 'if-none-match: *')],
  ]

  const answered = async (of = site): Promise<number> => {
    const { values = [] } =
      (await of.metrics.registry.getSingleMetric('spacedrop_documents_from_memory_total')?.get()) ?? {}
    return values[0]?.value ?? 0
  }

  beforeEach(async () => {
    for (const path of ['/faq', '/ru/faq', '/uk/faq', '/favicon.svg']) await site.app.inject(path)
  })

  it.each(REQUESTS)('to %s equals the response of the app', async (_what, request) => {
    const line = new Line(portOf(site))
    const before = await answered()
    const answer = await line.ask(request)
    expect(await answered()).toBe(before + 1)
    expect(answer.headers.date).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/)
    const [, path = '/'] = request.split(' ')
    const asked = request.split('\r\n').slice(2, -2)
    const headers = Object.fromEntries(asked.map((one) => one.split(/: (.*)/s).slice(0, 2)))
    const injected = await site.app.inject({ url: path, headers: { ...headers, host: 'localhost' } })
    expect(answer.status).toBe(injected.statusCode)
    expect(answer.body).toBe(injected.rawPayload.toString('latin1'))
    const ofConnection = ['date', 'connection', 'keep-alive']
    const own = (all: object): Record<string, unknown> =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !ofConnection.includes(name)))
    expect(own(answer.headers)).toEqual(own(injected.headers))
    line.close()
  })

  it('has the headers of live mode', async () => {
    const live = await openTestSite(DEFAULT_KIND, { environment: LIVE_ENVIRONMENT, listen: true })
    await live.app.inject('/faq')
    const line = new Line(portOf(live))
    const answer = await line.ask(get('/faq'))
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=31536000/)
    expect(answer.headers['content-security-policy']).toContain('upgrade-insecure-requests')
    line.close()
    await live.close()
  })

  it('comes from the app where the content has to be unpacked first, and is counted there', async () => {
    const own = await openTestSite(DEFAULT_KIND, { listen: true })
    await own.app.inject({ url: '/favicon.svg', headers: { 'accept-encoding': 'br' } })
    const line = new Line(portOf(own))
    const packed = await line.ask(get('/favicon.svg', 'accept-encoding: gzip'))
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(await answered(own)).toBe(1)
    const plain = await line.ask(get('/favicon.svg'))
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(await answered(own)).toBe(1)
    expect(await line.ask(get('/favicon.svg'))).toMatchObject({ status: 200, body: plain.body })
    expect(await answered(own)).toBe(2)
    line.close()
    await own.close()
  })

  it('to HEAD has no body', async () => {
    const line = new Line(portOf(site))
    await line.send(get('/faq').replace('GET', 'HEAD'))
    const answer = await line.answer(false)
    expect(answer.headers['content-length']).toBe(String((await line.ask(get('/faq'))).body.length))
    line.close()
  })
})

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
