// Every response of both ports has the same security and language headers: pages, files, calls, errors, redirects, and refusals of what is no
// request.
import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPEATS_ELSEWHERE } from '../../../src/server/http/drain.ts'
import { createRealtime, type Realtime } from '../../../src/server/realtime/realtime.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { BROKEN_PATH, LIVE_ENVIRONMENT, openTestSite, type TestSite } from '../../support/sites/site.ts'

const ORIGIN = 'https://shop.example'
const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'a'.repeat(22),
}
const POLLING = '/socket.io/?EIO=4&transport=polling'
const WEBSOCKET = '/socket.io/?EIO=4&transport=websocket'

interface Ask {
  readonly port?: 'site' | 'sockets'
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  /** Null for what is the same in every language; the visitor's own by default. */
  readonly language?: string | null
}

const ASKS: Readonly<Record<string, Ask>> = {
  'a page that is not in memory': { path: '/case/orion', status: 200 },
  'a page in memory': { path: '/case/orion', status: 200 },
  'a page in memory in no encoding': {
    path: '/case/orion',
    headers: { 'accept-encoding': 'identity' },
    status: 200,
  },
  'a page that the browser has': { path: '/case/orion', headers: { 'if-none-match': '*' }, status: 304 },
  'a page by the address of its language': { path: '/ru/faq', status: 200, language: 'ru' },
  'the head of a page': { method: 'HEAD', path: '/faq', status: 200 },
  'a page that does not exist': { path: '/nowhere', status: 404 },
  'a page that fails': { path: BROKEN_PATH, headers: { accept: 'text/html' }, status: 500 },
  'a redirect to a page': { path: '/faq/', status: 301 },
  'a redirect to another language': { path: '/lang/ru?back=/faq', status: 303 },
  'a file': { path: '/favicon.svg', status: 200, language: null },
  'a file that the browser has': {
    path: '/favicon.svg',
    headers: { 'if-none-match': '*' },
    status: 304,
    language: null,
  },
  'the service worker': { path: '/sw.js', status: 200, language: null },
  'robots.txt': { path: '/robots.txt', status: 200, language: null },
  'a call': { path: '/api/settings', status: 200 },
  'a call that is refused': { method: 'POST', path: '/api/user/logout', status: 403 },
  'a call of a guest to what players have': { path: '/api/user/account', status: 401 },
  'a call that does not exist': { path: '/api/nowhere', status: 404 },
  'a method that does not exist': { method: 'DELETE', path: '/faq', status: 404 },
  'a check of health': { path: '/health', status: 200 },
  'a handshake of polling': { port: 'sockets', path: POLLING, headers: { origin: ORIGIN }, status: 200 },
  'a handshake of polling from elsewhere': { port: 'sockets', path: POLLING, status: 403 },
  'a session of polling that does not exist': {
    port: 'sockets',
    path: `${POLLING}&sid=x`,
    headers: { origin: ORIGIN },
    status: 400,
  },
  'a WebSocket from elsewhere': { port: 'sockets', path: WEBSOCKET, headers: UPGRADE, status: 400 },
  'a WebSocket of an unknown session': {
    port: 'sockets',
    path: `${WEBSOCKET}&sid=x`,
    headers: { ...UPGRADE, origin: ORIGIN },
    status: 400,
  },
  'anything else at the port of the sockets': { port: 'sockets', path: '/', status: 404 },
}

/** What a sandbox alone has. */
const STAND_IN: Ask = { path: '/sandbox/social/telegram', status: 200 }

/** What is answered in the drain, at the end. */
const DRAINED: Ask = { path: '/faq', headers: { [REPEATS_ELSEWHERE]: 'yes' }, status: 502 }

describe.each(['sandbox', 'live'] as const)('every answer of a %s', (mode) => {
  let site: TestSite
  let realtime: Realtime

  beforeAll(async () => {
    const environment = mode === 'live' ? LIVE_ENVIRONMENT : {}
    site = await openTestSite(DEFAULT_KIND, { environment, listen: true })
    realtime = createRealtime({
      port: 0,
      host: '127.0.0.1',
      secure: mode === 'live',
      allowedOrigin: (origin) => origin === ORIGIN,
      identify: async () => null,
      languageOf: () => 'en',
      log: { warn: () => undefined, error: () => undefined },
      random: () => 0,
      now: Date.now,
    })
    await realtime.listen()
  })

  afterAll(async () => {
    await realtime.close()
    await site.close()
  })

  const portOf = (port: Ask['port']): number =>
    port === 'sockets' ? realtime.port : (site.app.server.address() as AddressInfo).port

  async function ask({ port, method = 'GET', path, headers }: Ask): Promise<IncomingMessage> {
    const all = { 'accept-language': 'uk', 'accept-encoding': 'br', ...headers }
    const sent = request({ host: '127.0.0.1', port: portOf(port), method, path, headers: all, agent: false }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    return response
  }

  function expectHeaders(headers: IncomingHttpHeaders, language: string | null): void {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'|default-src 'self'.*frame-ancestors 'none'/,
      ),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/^camera=\(\), microphone=\(\), geolocation=\(\)/),
    })
    expect(headers['strict-transport-security']).toBe(
      mode === 'live' ? 'max-age=31536000; includeSubDomains' : undefined,
    )
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['content-language']).toBe(language ?? undefined)
    if (language === null) expect(headers.vary ?? '').not.toMatch(/cookie|language/i)
    else expect(headers.vary).toMatch(/^Cookie, Accept-Language\b/)
  }

  const asks = { ...ASKS, ...(mode === 'sandbox' ? { 'a page of a stand-in': STAND_IN } : {}) }
  it.each(Object.entries(asks))('to %s has them', async (_what, asked) => {
    const response = await ask(asked)
    expect(response.statusCode).toBe(asked.status)
    expectHeaders(response.headers, asked.language === undefined ? 'uk' : asked.language)
  })

  it.each(['site', 'sockets'] as const)('to what is no request at the port of the %s has them', async (port) => {
    const connection = connect(portOf(port), '127.0.0.1')
    connection.write('nonsense\r\n\r\n')
    let text = ''
    for await (const part of connection) text += String(part)
    const [first, ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n')
    expect(first).toBe('HTTP/1.1 400 Bad Request')
    expectHeaders(Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2))), 'en')
  })

  it('to a call that is sent to another instance has them', async () => {
    await site.drain.start(0)
    const response = await ask(DRAINED)
    expect(response.statusCode).toBe(DRAINED.status)
    expectHeaders(response.headers, 'uk')
  })
})
