// Attacks on the HTTP parser, as bytes through a socket, which no client library would send.
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fingerprintOf } from '../support/databases/database-fingerprint.ts'
import { DEFAULT_KIND } from '../support/databases/databases.ts'
import { AWKWARD, attacks, expectHarmless, inTime, printSeed } from '../support/runner/attack.ts'
import { openTestSite, SITE_URL, type TestSite } from '../support/sites/site.ts'

const CRLF = '\r\n'
const HOST = `Host: localhost:4321${CRLF}`

/** Sends bytes, ends its half, and reads until the other side ends. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const parts: Buffer[] = []
  const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
  socket.on('data', (part) => void parts.push(part))
  // A connection that is cut during an attack is a valid outcome too.
  socket.on('error', () => undefined)
  socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')))
  return promise
}

/** Returns the responses in a stream: the head of each, and the whole text. */
function heads(stream: string): { status: number; headers: Record<string, string> }[] {
  return [...stream.matchAll(/HTTP\/1\.1 (\d{3})[^\r]*\r\n([\s\S]*?)\r\n\r\n/g)].map(([, status, lines = '']) => ({
    status: Number(status),
    headers: Object.fromEntries(
      lines
        .split(CRLF)
        .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    ),
  }))
}

const bytesOf = (text: string): Buffer => Buffer.from(text.toWellFormed(), 'utf8')

const methods = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'TRACE',
  'CONNECT',
  'OPTIONS',
  'get',
  'PRI',
  'G\u0000T',
  'PROPFIND',
  '',
)
const targets = fc.oneof(
  fc.constantFrom(
    '/',
    '/faq',
    '/api/settings',
    '/health',
    '*',
    'http://evil.example/',
    'evil.example:443',
    '/lang/ru?back=/',
    '/r/ORION7',
    '',
  ),
  fc
    .tuple(fc.constantFrom('/', '/lang/ru?back=', '/assets/', '/r/', 'http://'), fc.constantFrom(...AWKWARD))
    .map(([start, end]) => start + end),
)
const versions = fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', '')
const lines = fc.oneof(
  fc.constantFrom(
    HOST,
    'Host: evil.example\r\n',
    'Host: [\r\n',
    'Host: a b\r\n',
    'Host:\r\n',
    `${HOST}Host: evil.example\r\n`,
    'Content-Length: 0\r\nContent-Length: 5\r\n',
    'Content-Length: -1\r\n',
    'Content-Length: 99999999999999999999\r\n',
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Transfer-Encoding: chunked, identity\r\n',
    'Transfer-Encoding : chunked\r\n',
    'Transfer-Encoding:\u000bchunked\r\n',
    'Connection: upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA\r\n',
    'Connection: upgrade\r\nUpgrade: websocket\r\n',
    'Expect: 100-continue\r\n',
    'Expect: the unexpected\r\n',
    ' folded: yes\r\n',
    'no colon\r\n',
    ': no name\r\n',
    'X: \r\n injected\r\n',
    'X: a\nSet-Cookie: b=1\r\n',
    'X: a\rSet-Cookie: b=1\r\n',
    'Content-Type: application/json\r\n',
    'Content-Encoding: gzip\r\n',
    `X: ${'a'.repeat(20_000)}\r\n`,
    `Cookie: ${'a=1; '.repeat(3_000)}\r\n`,
    'a: 1\r\n'.repeat(2_500),
    `Cookie: lang=${'%'.repeat(50)}; token=%ff; __proto__=1\r\n`,
    `Authorization: Bearer ${'x'.repeat(99)}\r\n`,
  ),
  fc
    .tuple(
      fc.constantFrom(
        'Host',
        'Cookie',
        'Origin',
        'X-Forwarded-For',
        'X-Forwarded-Host',
        'Accept-Language',
        'If-None-Match',
        'Range',
      ),
      fc.constantFrom(...AWKWARD),
    )
    .map(([name, value]) => `${name}: ${value}\r\n`),
)
const bodies = fc.oneof(
  fc.constantFrom(
    '',
    '{}',
    '5\r\n{"a":\r\n',
    '0\r\n\r\n',
    'ffffffffffffffff\r\n',
    '-1\r\n',
    '0;a=b\r\nX: y\r\n\r\n',
    'GET /api/settings HTTP/1.1\r\nHost: x\r\n\r\n',
    'x'.repeat(70_000),
  ),
  fc.uint8Array({ maxLength: 100 }).map((part) => Buffer.from(part).toString('latin1')),
)

describe.each(['off', 'on'])('attacks through a socket, TRUST_PROXY=%s', (TRUST_PROXY) => {
  let site: TestSite
  let port: number
  let before: Record<string, string>

  beforeAll(async () => {
    printSeed()
    site = await openTestSite(DEFAULT_KIND, { listen: true, environment: { TRUST_PROXY } })
    const address = site.app.server.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
    before = await fingerprintOf(site.db)
  })

  afterAll(async () => {
    expect(await fingerprintOf(site.db)).toEqual(before)
    await site.close()
  })

  async function send(text: string | Buffer): Promise<ReturnType<typeof heads>> {
    const bytes = typeof text === 'string' ? bytesOf(text) : text
    const what = JSON.stringify(bytes.toString('latin1').slice(0, 600))
    const stream = await inTime(exchange(port, bytes), what)
    const answers = heads(stream)
    for (const { status, headers } of answers) {
      if (status === 100) continue
      expectHarmless({ status, headers, text: stream }, what)
      expect(headers['set-cookie'] ?? '', what).not.toMatch(/^(b|x)=1/)
    }
    return answers
  }

  it.each([
    '?utm_source=x',
    '?',
    '??',
    '?a?b?c',
    '?x=1&&x=1&',
    '?q=%D0%B0+%2B%%zz%',
    '?x=%2F..%2f..%5C',
    `?x='"<>\`{}|^[]`,
    '?x=;,:@!$*()~',
    '?next=//evil.example/',
  ])('keep the query %s of a trailing slash byte for byte', async (query) => {
    for (const path of ['/faq', '/ru/faq', '/case/first-step']) {
      const [answer] = await send(Buffer.from(`GET ${path}/${query} HTTP/1.1${CRLF}${HOST}${CRLF}`, 'latin1'))
      expect([answer?.status, answer?.headers.location]).toEqual([301, path + query])
    }
  })

  it.each(['/faq//?x=1', '//faq/?x=1', '/faq/%2f?x=1', '/faq%2f?x=1', '/%66aq/?x=1', '/./faq/?x=1', '/faq/../faq/'])(
    'find nothing at %s, and are not sent elsewhere',
    async (target) => {
      const [answer] = await send(`GET ${target} HTTP/1.1${CRLF}${HOST}${CRLF}`)
      expect(answer).toMatchObject({ status: 404 })
    },
  )

  it('cause no fault by any request line, headers and body', async () => {
    await fc.assert(
      fc.asyncProperty(
        methods,
        targets,
        versions,
        fc.array(lines, { maxLength: 5 }),
        bodies,
        fc.boolean(),
        async (method, target, version, head, body, hosted) => {
          await send(`${method} ${target} ${version}${CRLF}${hosted ? HOST : ''}${head.join('')}${CRLF}${body}`)
        },
      ),
      attacks(300),
    )
  })

  it('cause no fault by random bytes, or by a valid request that is truncated or changed', async () => {
    const good = `POST /api/auth/token HTTP/1.1${CRLF}${HOST}Origin: ${SITE_URL}${CRLF}Content-Type: application/json${CRLF}Content-Length: 15${CRLF}${CRLF}{"code":"abcde"}`
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.nat(good.length), async (bytes, at) => {
        await send(Buffer.from(bytes))
        await send(good.slice(0, at))
        await send(
          Buffer.concat([
            Buffer.from(good.slice(0, at)),
            Buffer.from(bytes.slice(0, 3)),
            Buffer.from(good.slice(at + 1)),
          ]),
        )
      }),
      attacks(60),
    )
  })

  it('get one response for each request, for any declaration of its length', async () => {
    const smuggled = `GET /api/settings HTTP/1.1${CRLF}${HOST}${CRLF}`
    for (const framing of [
      `Content-Length: ${smuggled.length}${CRLF}Transfer-Encoding: chunked${CRLF}`,
      `Transfer-Encoding: chunked${CRLF}Transfer-Encoding: identity${CRLF}`,
      `Content-Length: 0${CRLF}Content-Length: ${smuggled.length}${CRLF}`,
      `Transfer-Encoding: xchunked${CRLF}`,
      `Transfer-Encoding : chunked${CRLF}`,
    ]) {
      const answers = await send(
        `POST /api/auth/token HTTP/1.1${CRLF}${HOST}${framing}${CRLF}0${CRLF}${CRLF}${smuggled}`,
      )
      expect(
        answers.map(({ status }) => status),
        framing,
      ).toEqual([400])
    }
  })

  it('may name the whole address, whose host counts instead of the header', async () => {
    const ask = async (target: string, host = 'localhost:4321', more = '') => {
      const lines = [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', more, '']
      const answer = await exchange(port, Buffer.from(lines.filter((line) => line !== '').join(CRLF) + CRLF + CRLF))
      return { ...heads(answer)[0], body: answer.split(CRLF + CRLF)[1] }
    }
    const [origin, absolute] = [await ask('/faq'), await ask('http://localhost:4321/faq')]
    expect(absolute.status).toBe(200)
    expect(absolute.body).toBe(origin.body)
    expect((await ask('HTTP://localhost:4321/health')).status).toBe(200)
    expect((await ask('http://localhost:4321')).status).toBe(200)
    expect((await ask('http://localhost:4321?x=/nowhere')).status).toBe(200)
    for (const target of [
      'http:///faq',
      'http://a b/faq',
      'ftp://localhost/faq',
      'http:/faq',
      'http://x@localhost/faq',
    ]) {
      expect([400, 404], target).toContain((await ask(target)).status)
    }
    // Sign-in happens at the host of the site only.
    const start = '/api/auth/steam?terms=1&adult=1'
    expect((await ask(`http://other.example${start}`)).headers?.location).toBe(`${SITE_URL}${start}`)
    expect((await ask(`${SITE_URL}${start}`, 'other.example')).headers?.location).not.toContain(start)
  })

  it('cannot use TRACE, or a body longer than 64 KB, declared or not', async () => {
    expect((await send(`TRACE / HTTP/1.1${CRLF}${HOST}Cookie: token=x${CRLF}${CRLF}`))[0]?.status).toBe(404)
    const post = `POST /sandbox/steam/openid/choose HTTP/1.1${CRLF}${HOST}Content-Type: application/x-www-form-urlencoded${CRLF}`
    expect((await send(`${post}Content-Length: 70000${CRLF}${CRLF}${'x'.repeat(70_000)}`))[0]?.status).toBe(413)
    const chunk = `${(70_000).toString(16)}${CRLF}${'x'.repeat(70_000)}${CRLF}0${CRLF}${CRLF}`
    expect((await send(`${post}Transfer-Encoding: chunked${CRLF}${CRLF}${chunk}`))[0]?.status).toBe(413)
  })
})
