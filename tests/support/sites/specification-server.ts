// A server that knows the specification alone: it answers the calls of section 7 and sends the events of section 4 with the fields that
// are named there and no others. Documents and scripts are those of a real site behind it.
import { createServer, type Server as HttpServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Server } from 'socket.io'
import { type RunningSite, startSite } from '../browsers/browser.ts'
import { freePort } from '../runner/free-port.ts'

/** How often it looks whether the page has connected. */
const POLL_MS = 20

/** A call that has arrived. */
export interface SpecifiedCall {
  /** Without the query: 'GET /live'. */
  readonly call: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly headers: IncomingMessage['headers']
}

/** An answer: an object is sent as JSON, a number is a status without a body. */
export type SpecifiedAnswer = (call: SpecifiedCall) => unknown

export interface SpecificationServer {
  /** As `visit` takes it. */
  readonly site: RunningSite
  /** All calls so far, the oldest first. */
  readonly calls: SpecifiedCall[]
  /** Answers a call from now on in another way: an answer that the specification allows, or that of a screen whose calls it does not show. */
  answer(call: string, answer: SpecifiedAnswer): void
  /** Answers all calls in the specified way again. */
  reset(): void
  /** Sends an event to the page, once it alone is connected. */
  send(event: string, payload: unknown): Promise<void>
  /** Tells whether the specification has a call. */
  isSpecified(method: string, path: string): boolean
  stop(): Promise<void>
}

export const TOKEN = 'a-token-of-the-specification'

/** Section 3, current user. */
export const USER = {
  id: 7,
  username: 'Vega',
  steamid: '76561198000000007',
  avatar: '',
  balance: 123_456,
  tradeLink: null,
  lvl: 3,
  exp: 6100,
}

/** Section 3, live drop. */
export const SPECIFIED_DROP = {
  id: 'drop-1',
  type: 'case',
  price: 2500,
  item: { rarity: 'covert', icon_url: 'spacedrop-icon', market_hash_name: 'StatTrak™ AK-47 | Redline (Field-Tested)' },
  case: { url: 'orion', image: 'orion.svg', name: 'Orion' },
  user: { id: 8, username: 'Rigel', avatar: '' },
}

const OF_USER = ['GET /user/get', 'GET /notification/get', 'POST /user/logout']

const methodsOf = (currency: string | null) => ({
  success: true,
  message: '',
  paymentMethods: [
    { name: `Card ${currency}`, icon: '/assets/img/payments/card.svg', min_dep: 3, apiUrl: '/api/payment/create/card' },
    { name: 'Closed', icon: '/assets/img/payments/bank.svg', min_dep: 3 },
    { name: 'crypto', icon: '/assets/img/payments/crypto.svg', min_dep: 10 },
  ],
  cryptoMethods: [{ name: 'BTC', apiUrl: '/api/payment/create/coin' }],
})

/** Section 7. */
const SPECIFIED: Readonly<Record<string, SpecifiedAnswer>> = {
  'GET /live/statistic': () => ({ users: 1200, cases: 3400, upgrades: 56, contracts: 7 }),
  'GET /live': () => ({ all: [SPECIFIED_DROP], best: [SPECIFIED_DROP] }),
  'GET /notification/get': () => [
    { title: 'Hello', content: 'A code for you', link: '/bonuses', created_at: '2026-03-05T12:00:00.000Z' },
    { title: 'Again', content: 'Without a link', created_at: '2026-11-21T12:00:00.000Z' },
  ],
  'POST /user/logout': () => 204,
  'GET /settings': () => ({ sitename: 'SPACEDROP' }),
  'GET /user/get': () => ({ user: USER }),
  'GET /payment/get': ({ query }) => methodsOf(query.get('currency')),
  'POST /payment/promocode/approve': () => ({ success: true, message: 'Bonus 10%', percent: 10 }),
  'POST /payment/create/card': () => ({ success: true, url: '/faq?paid', message: 'Ordered' }),
  'POST /payment/create/coin': () => ({ success: true, url: '/faq?paid', message: 'Ordered' }),
  'POST /payment/create/cryptocloud': () => 204,
  'POST /user/items/sell': () => ({ success: true, message: 'Sold' }),
  'POST /user/items/sell/case': () => ({ success: true, message: 'Sold' }),
}

const callOf = (method: string, path: string): string => `${method} ${path.replace(/^\/api/, '').replace(/\?.*/, '')}`

/** Listens on a free port, and returns it. */
function listen(server: HttpServer): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, 'localhost', () => resolve((server.address() as AddressInfo).port))
  })
}

async function bodyOf(message: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString()
  return text === '' ? null : JSON.parse(text)
}

/** Starts a server, and a real site for its documents. */
export async function openSpecificationServer(): Promise<SpecificationServer> {
  const hidden = await freePort()
  const behind = await startSite({ REALTIME_PORT: String(hidden) })
  const calls: SpecifiedCall[] = []
  const answers = new Map<string, SpecifiedAnswer>()

  const realtime = createServer()
  const realtimePort = await listen(realtime)
  const sockets = new Server(realtime, { cors: { origin: true, credentials: true } })

  async function answerCall(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(message.url ?? '', behind.url)
    const call = callOf(message.method ?? '', pathname)
    const received = { call, query, body: await bodyOf(message), headers: message.headers }
    calls.push(received)
    if (call === 'GET /auth/steam') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Steam</title>')
      return
    }
    const isSignedIn = message.headers.authorization === `Bearer ${TOKEN}`
    const answer = answers.get(call) ?? SPECIFIED[call]
    const body = OF_USER.includes(call) && !isSignedIn ? 401 : (answer?.(received) ?? 404)
    response.setHeader('set-cookie', 'XSRF-TOKEN=specified; path=/')
    if (typeof body === 'number') response.writeHead(body).end()
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  /** Passes a document or a file on; pages find the sockets at this server's port. */
  function pass(message: IncomingMessage, response: ServerResponse): void {
    const headers = { ...message.headers, 'accept-encoding': 'identity' }
    const asked = request(behind.url + message.url, { method: message.method, headers }, async (given) => {
      const isDocument = given.headers['content-type']?.startsWith('text/html') === true
      const policy = given.headers['content-security-policy']
      if (!isDocument || typeof policy !== 'string') {
        given.pipe(response.writeHead(given.statusCode ?? 502, given.headers))
        return
      }
      const parts: Buffer[] = []
      for await (const part of given) parts.push(part as Buffer)
      const html = Buffer.concat(parts)
        .toString()
        .replace(`data-realtime-port="${hidden}"`, `data-realtime-port="${realtimePort}"`)
      const { 'content-length': _, ...others } = given.headers
      others['content-security-policy'] = policy.replaceAll(`:${hidden}`, `:${realtimePort}`)
      response.writeHead(given.statusCode ?? 502, others).end(html)
    })
    asked.once('error', (fault) => response.destroy(fault))
    message.pipe(asked)
  }

  const server = createServer((message, response) => {
    if (message.url?.startsWith('/api/') === true) void answerCall(message, response)
    else pass(message, response)
  })
  const port = await listen(server)
  const stop = async (): Promise<void> => {
    await sockets.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await behind.stop()
  }
  return {
    site: { ...behind, url: `http://localhost:${port}`, stop },
    calls,
    answer: (call, answer) => void answers.set(call, answer),
    reset: () => {
      answers.clear()
      calls.length = 0
    },
    send: async (event, payload) => {
      // Connected to the server is not yet connected to its namespace, and the page before may not have left.
      while (sockets.sockets.sockets.size !== 1) await delay(POLL_MS)
      sockets.emit(event, payload)
    },
    isSpecified: (method, path) => callOf(method, path) in SPECIFIED,
    stop,
  }
}
