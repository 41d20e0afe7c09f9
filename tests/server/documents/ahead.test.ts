// Kept files are answered ahead of the app, even ahead of Node's HTTP: nobody may be able to tell, but by the clock.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPlainGet } from '../../../src/server/documents/wire.ts'
import { LIVE_ENVIRONMENT, openTestSite, SITE_URL, type TestSite } from '../../support/site.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite('pglite', { listen: true })
})

afterAll(() => site.close())

function portOf(of: TestSite): number {
  const address = of.app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The site does not listen')
  return address.port
}

interface Answer {
  readonly status: number
  /** As they came, in order. */
  readonly lines: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A connection on which requests are written as they are, and answers are read one after the other. */
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

  /** Each piece leaves in a packet of its own. */
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
        const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)))
        for (const [name, value] of Object.entries(headers)) headers[name.toLowerCase()] = value
        const length = withBody ? Number(headers['content-length'] ?? 0) : 0
        if (this.#text.length >= end + 4 + length) {
          const body = this.#text.slice(end + 4, end + 4 + length)
          this.#text = this.#text.slice(end + 4 + length)
          return { status: Number(first.split(' ')[1]), lines: [first, ...lines], headers, body }
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

/** A connection that Node's HTTP reads from its first request on. */
async function throughHttp(port: number): Promise<Line> {
  const line = new Line(port)
  await line.ask(get('/health', 'te: trailers'))
  return line
}

/** What the same moment of the same server would say otherwise: nothing, but for the second. */
const withoutDate = ({ lines }: Answer): string[] => lines.filter((line) => !line.startsWith('Date: '))

describe('an answer ahead of the app', () => {
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

  beforeEach(async () => {
    for (const path of ['/faq', '/ru/faq', '/uk/faq', '/favicon.svg']) await site.app.inject(path)
  })

  it.each(REQUESTS)('to %s is what the app gives, on the wire and in Node’s HTTP', async (_what, request) => {
    const port = portOf(site)
    const [wire, http] = [new Line(port), await throughHttp(port)]
    const [one, other] = [await wire.ask(request), await http.ask(request)]
    expect(withoutDate(one)).toEqual(withoutDate(other))
    expect(one.body).toBe(other.body)
    expect(one.headers.date).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/)
    const [, path = '/'] = request.split(' ')
    const asked = request.split('\r\n').slice(2, -2)
    const headers = Object.fromEntries(asked.map((line) => line.split(/: (.*)/s).slice(0, 2)))
    const injected = await site.app.inject({ url: path, headers: { ...headers, host: 'localhost' } })
    expect(one.status).toBe(injected.statusCode)
    expect(one.body).toBe(injected.rawPayload.toString('latin1'))
    const { date: _date, connection: _connection, ...expected } = injected.headers
    expect(one.headers).toMatchObject(expected)
    wire.close()
    http.close()
  })

  it('carries what live mode adds', async () => {
    const live = await openTestSite('pglite', { environment: LIVE_ENVIRONMENT, listen: true })
    await live.app.inject('/faq')
    const line = new Line(portOf(live))
    const answer = await line.ask(get('/faq'))
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=31536000/)
    expect(answer.headers['content-security-policy']).toContain('upgrade-insecure-requests')
    line.close()
    await live.close()
  })

  it('to HEAD has no body', async () => {
    const line = new Line(portOf(site))
    await line.send(get('/faq').replace('GET', 'HEAD'))
    const answer = await line.answer(false)
    expect(answer.headers['content-length']).toBe(String((await line.ask(get('/faq'))).body.length))
    line.close()
  })
})

describe('an address that climbs', () => {
  // Written as they are: clients that follow the rules would resolve them first.
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
  it('serves one request after the other, whoever answers them', async () => {
    const line = new Line(portOf(site))
    const page = (await site.app.inject('/faq')).body
    expect((await line.ask(get('/faq'))).body).toBe(page)
    expect((await line.ask(get('/faq'))).body).toBe(page)
    expect(JSON.parse((await line.ask(get('/health'))).body)).toEqual({ status: 'ok' })
    expect((await line.ask(get('/faq'))).body).toBe(page)
    expect((await line.ask(get('/nowhere'))).status).toBe(404)
    line.close()
  })

  it('may bring a request in pieces, or several at once', async () => {
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

  it('may bring a body, which is no request', async () => {
    const line = new Line(portOf(site))
    const hidden = get('/faq')
    await line.send(`GET /faq HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${hidden.length}\r\n\r\n${hidden}`)
    expect((await line.answer()).status).toBe(200)
    expect(JSON.parse((await line.ask(get('/health'))).body)).toEqual({ status: 'ok' })
    const post = `POST /api/user/logout HTTP/1.1\r\nhost: localhost\r\norigin: ${SITE_URL}\r\ncontent-length: 0\r\n\r\n`
    expect((await line.ask(post)).status).toBe(403)
    line.close()
  })

  it('ends when it is asked to, and when the site closes', async () => {
    const asked = new Line(portOf(site))
    expect((await asked.ask(get('/faq', 'connection: close'))).headers.connection).toBe('close')
    await asked.ended()
    const closing = await openTestSite('pglite', { listen: true })
    await closing.app.inject('/faq')
    const line = new Line(portOf(closing))
    expect((await line.ask(get('/faq'))).status).toBe(200)
    await Promise.all([closing.close(), line.ended()])
  })

  it('of a client that breaks the protocol is refused as ever', async () => {
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

describe('a plain GET', () => {
  const read = (text: string) => readPlainGet(Buffer.from(text, 'latin1'))

  it('is read with what files are chosen by', () => {
    const text = get(
      '/faq?a=b',
      'Cookie: lang=RU',
      'accept-encoding:br',
      'Accept-Language: \tuk ',
      'x-other: 1',
      'connection: Keep-Alive',
    )
    expect(read(text)).toEqual({
      address: '/faq?a=b',
      headers: { cookie: 'lang=RU', 'accept-encoding': 'br', 'accept-language': 'uk' },
    })
  })

  it.each([
    ['another method', get('/faq').replace('GET', 'PUT')],
    ['another version', get('/faq').replace('1.1', '1.0')],
    ['an address that is no path', get('http://localhost/faq')],
    ['an address with a space', get('/fa q')],
    ['no host', 'GET /faq HTTP/1.1\r\naccept: a\r\n\r\n'],
    ['two hosts', get('/faq', 'Host: other')],
    ['a body', get('/faq', 'content-length: 5')],
    ['chunks', get('/faq', 'Transfer-Encoding : chunked')],
    ['chunks, written well', get('/faq', 'Transfer-Encoding: chunked')],
    ['another protocol', get('/faq', 'upgrade: websocket')],
    ['an end', get('/faq', 'connection: close')],
    ['a list of wishes for the connection', get('/faq', 'connection: keep-alive, upgrade')],
    ['a cookie twice', get('/faq', 'cookie: a=1', 'cookie: b=2')],
    ['a folded line', get('/faq', 'x: 1', ' folded')],
    ['a line without a colon', get('/faq', 'nonsense')],
    ['a bare line feed', get('/faq', 'x: 1\nhost: other')],
    ['a bare carriage return', get('/faq', 'x: 1\rhost: other')],
    ['a zero byte', get('/faq', 'x: \0')],
    ['more than one request', get('/faq') + get('/faq')],
    ['less than one', get('/faq').slice(0, -2)],
    ['too much', get('/faq', `x: ${'a'.repeat(9000)}`)],
  ])('is not one with %s', (_what, text) => {
    expect(read(text)).toBeNull()
  })
})
