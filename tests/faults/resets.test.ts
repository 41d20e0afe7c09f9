// Connections that are reset at every moment of their life, on each port. A reset is no fault of the site: it continues for everyone else.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningSite, startSite } from '../support/browsers/browser.ts'
import { freePort } from '../support/runner/free-port.ts'

/** More than are accepted at once, several times: most of them wait. */
const CONNECTIONS = 200

/** More than the requests that a network may send to the realtime port in its time: the last ones are refused. */
const BEYOND_THE_LIMIT = 640

const upgrade = (path: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    'host: localhost',
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n')

/** What a connection has sent when it is reset. */
const MOMENTS = [
  ['that sent nothing', ''],
  ['within a request', 'GET /api/live HTTP/1.1\r\nhost: loc'],
  ['after a request', 'GET /api/live HTTP/1.1\r\nhost: localhost\r\n\r\n'],
  ['after what is no request', '\u0000\u0001\r\n\r\n'],
  ['after the handshake of a WebSocket', upgrade('/socket.io/?EIO=4&transport=websocket')],
  ['after a handshake that is wrong', upgrade('/socket.io/?EIO=9&transport=websocket')],
  ['after an upgrade that nobody serves', upgrade('/elsewhere')],
] as const

describe('connections that are reset', () => {
  let site: RunningSite
  let ports: readonly number[]

  beforeAll(async () => {
    const [realtime, office] = [await freePort(), await freePort()]
    site = await startSite({ REALTIME_PORT: String(realtime), OFFICE_PORT: String(office) })
    ports = [Number(new URL(site.url).port), realtime, office]
  })

  afterAll(() => site?.stop())

  /** Tells whether a new client gets an answer from a port, with any status. */
  const isAnswered = async (port: number): Promise<boolean> =>
    (await fetch(`http://127.0.0.1:${port}/health`, { redirect: 'manual', signal: AbortSignal.timeout(5_000) }))
      .status > 0

  /**
   * Connects, sends, and resets the connection `delayMs` later, whether the site has ended it meanwhile or not. Returns the answer.
   *
   * @param waits true to wait for the beginning of an answer before
   */
  async function reset(port: number, words: string, delayMs: number, waits = false): Promise<string> {
    let answer = ''
    const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket
      .on('error', () => undefined)
      .on('data', (part) => {
        answer += String(part)
      })
    await Promise.race([once(socket, 'connect'), once(socket, 'close')])
    if (words !== '') socket.write(words)
    while (waits && answer === '' && !socket.destroyed) await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    socket.resetAndDestroy()
    return answer
  }

  it.each(MOMENTS)('%s end alone', async (_, words) => {
    for (const port of ports) {
      await Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => reset(port, words, (number % 20) * 5)))
      expect(await isAnswered(port)).toBe(true)
    }
  })

  it('while they are refused end alone', async () => {
    const [, realtime = 0] = ports
    const words = upgrade('/socket.io/?EIO=4&transport=websocket')
    let refused = 0
    for (let sent = 0; sent < BEYOND_THE_LIMIT; sent += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, number) => reset(realtime, words, number, true)))
      refused += answers.filter((answer) => answer.startsWith('HTTP/1.1 429')).length
    }
    expect(refused).toBeGreaterThan(BEYOND_THE_LIMIT / 4)
    expect(await isAnswered(realtime)).toBe(true)
  })
})
