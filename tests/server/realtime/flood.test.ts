// Connections that send more than browsers do: they are cut, counted and logged once, and nobody else waits for them.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { CONNECTION_BUDGET, countPackets } from '../../../src/server/realtime/connection-budget.ts'
import { openRealtimeFixture } from './realtime-fixture.ts'

const fixture = openRealtimeFixture()
const { connected } = fixture

const cut = (): Readonly<Record<string, number>> => fixture.realtime.counts().cut

interface RawClient {
  readonly socket: WebSocket
  /** Resolves when the server has ended it. */
  readonly ended: Promise<unknown>
}

/** A WebSocket of Engine.IO without Socket.IO's client. */
async function rawClient(from = '198.51.100.77'): Promise<RawClient> {
  const socket = new WebSocket(`ws://127.0.0.1:${fixture.realtime.port}/socket.io/?EIO=4&transport=websocket`, {
    headers: { 'x-from': from },
  })
  socket.on('error', () => undefined)
  onTestFinished(() => socket.terminate())
  const ended = new Promise((resolve) => void socket.on('close', resolve))
  await once(socket, 'message')
  return { socket, ended }
}

/** Reads a session of polling by hand. */
async function pollingSession(from = '198.51.100.78'): Promise<(body: string) => Promise<number>> {
  const address = `http://127.0.0.1:${fixture.realtime.port}/socket.io/?EIO=4&transport=polling`
  const headers = { 'x-from': from, 'content-type': 'text/plain' }
  const { sid } = JSON.parse((await (await fetch(address, { headers })).text()).slice(1)) as { sid: string }
  return async (body) => {
    const reply = await fetch(`${address}&sid=${sid}`, { method: 'POST', headers, body }).catch(() => undefined)
    return reply?.status ?? 0
  }
}

describe('a connection that asks for namespaces', () => {
  it('that nobody knows is cut after a few, before the rest is read', async () => {
    const { socket, ended } = await rawClient()
    const answers: string[] = []
    socket.on('message', (data) => answers.push(String(data)))
    for (let number = 0; number < 5_000; number++) socket.send(`40/unknown-${number},`)
    await ended
    expect(answers.filter((text) => text.startsWith('44/')).length).toBeLessThanOrEqual(3)
    expect(cut()).toEqual({ connects: 1, packets: 0, bytes: 0, foreign: 0, requests: 0 })
  })

  it('by polling is cut as well', async () => {
    const send = await pollingSession()
    await send(Array.from({ length: 150 }, (_, number) => `40/u${number},`).join('\u001e'))
    await vi.waitFor(() => expect(cut().connects).toBe(1))
    expect(await send('40')).toBe(400)
  })

  it('again and again is cut, though it is its own', () => {
    const count = countPackets(CONNECTION_BUDGET, () => 0)
    const reasons = Array.from({ length: 5 }, () => count({ type: 'message', data: '0' }))
    expect(reasons).toEqual([null, null, null, 'connects', 'connects'])
  })
})

it('a budget of packets is for a time, one of namespaces for ever', () => {
  let nowMs = 0
  const count = countPackets(CONNECTION_BUDGET, () => nowMs)
  const pong = () => count({ type: 'pong' })
  for (let number = 0; number < CONNECTION_BUDGET.packets; number++) expect(pong()).toBeNull()
  expect(pong()).toBe('packets')
  nowMs = CONNECTION_BUDGET.spanMs
  expect(pong()).toBeNull()
  for (let number = 0; number < CONNECTION_BUDGET.connects; number++) count({ type: 'message', data: '0' })
  nowMs = 10 * CONNECTION_BUDGET.spanMs
  expect(count({ type: 'message', data: '0' })).toBe('connects')
})

describe('a connection that sends', () => {
  it.each([
    ['many small packets', '3', 'packets'],
    ['large packets', `3${'x'.repeat(4_000)}`, 'bytes'],
    ['empty messages', '4', 'foreign'],
    ['acknowledgements', '430[]', 'foreign'],
    ['an event with attachments', '451-["x",{"_placeholder":true,"num":0}]', 'foreign'],
    ['attachments', Buffer.alloc(4_000), 'foreign'],
    ['what no packet is', '4x', 'foreign'],
  ] as const)('%s is cut', async (_what, packet, reason) => {
    const { socket, ended } = await rawClient()
    for (let number = 0; number < 200; number++) socket.send(packet)
    await ended
    expect(cut()[reason]).toBe(1)
  })

  it('pings of the WebSocket protocol is cut', async () => {
    const { socket, ended } = await rawClient()
    for (let number = 0; number < 200; number++) socket.ping()
    await ended
    expect(cut().packets).toBe(1)
  })

  it('many packets in one request of polling is cut', async () => {
    const send = await pollingSession()
    await send(Array.from({ length: 1_000 }, () => '3').join('\u001e'))
    await vi.waitFor(() => expect(cut().packets).toBe(1))
  })

  it('one message in fragments without end is ended', async () => {
    const { socket, ended } = await rawClient()
    const fragments = setInterval(() => {
      for (let number = 0; number < 5_000; number++) socket.send('', { fin: false })
    }, 5)
    onTestFinished(() => clearInterval(fragments))
    await ended
    expect(fixture.realtime.onlineCount()).toBe(0)
  })

  it('a request body without end is cut', async () => {
    const socket: Socket = connect(fixture.realtime.port, '127.0.0.1')
    socket.on('error', () => undefined).resume()
    const ended = new Promise((resolve) => void socket.on('close', resolve))
    socket.write('POST /nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
    const sending = setInterval(() => void socket.write(chunk), 2)
    onTestFinished(() => clearInterval(sending))
    await ended
    expect(cut().bytes).toBe(1)
  })
})

describe('a network that asks without end', () => {
  const ask = async (from: string, path = '/socket.io/?EIO=4&transport=polling&sid=none') =>
    (await fetch(`http://127.0.0.1:${fixture.realtime.port}${path}`, { headers: { 'x-from': from } })).status

  it('gets 429, and others are answered', async () => {
    const statuses = new Set<number>()
    for (let number = 0; number < 320; number++) statuses.add(await ask('203.0.113.5'))
    expect([...statuses]).toEqual([400, 429])
    expect(await ask('203.0.113.6')).toBe(400)
    expect(cut().requests).toBeGreaterThan(0)
    await expect(connected(null, { from: '203.0.113.5' })).rejects.toThrow()
  })

  it('is a whole /48 with ten times the requests', async () => {
    const statuses: number[] = []
    for (let subnet = 1; subnet <= 12; subnet++) {
      const from = `2001:db8:5:${(subnet * 256).toString(16)}::1`
      for (let number = 0; number < 300; number++) statuses.push(await ask(from))
    }
    expect(statuses.indexOf(429)).toBe(3_000)
  }, 60_000)
})

it('a network is named in the log once, however often it is cut', async () => {
  for (let turn = 0; turn < 3; turn++) {
    const { socket, ended } = await rawClient()
    for (let number = 0; number < 100; number++) socket.send('40/x,')
    await ended
  }
  expect(cut().connects).toBe(3)
  expect(fixture.logged).toEqual([
    { fields: expect.objectContaining({ reason: 'connects' }), message: 'A client that sends too much was cut off' },
  ])
})

it('a client that connects, answers pings and leaves is never cut', async () => {
  const { socket } = await rawClient()
  socket.send('40{"token":"token-7"}')
  for (let number = 0; number < 10; number++) socket.send('3')
  await vi.waitFor(() => expect(fixture.realtime.onlineCount()).toBe(1))
  const polling = await connected('token-8', { transport: 'polling' })
  expect(polling.connected).toBe(true)
  expect(cut()).toEqual({ connects: 0, packets: 0, bytes: 0, foreign: 0, requests: 0 })
})
