// Thousands of raw clients in a separate process: they speak as much of Engine.IO and Socket.IO as a listening browser,
// or none of it with a bare ws server. Controlled and queried over IPC.
import { Agent, get } from 'node:http'
import { WebSocket } from 'ws'
import type { Topic } from '../../../src/protocol/realtime.ts'

/** A process often has a limit of 20,000 open files: the sockets need half of them. */
const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })

/** The sender's time in a message: when the oldest drop in it was won, a lock was sent, a show starts, or when it was sent. */
const MOMENT = /"(?:created_at|sentAt|startsAt)":(\d{13})/
/** What a battle tells in time; its other events name a moment of the past. */
const BATTLE = /^42\["battle",\{"id":"[^"]+","kind":"(?:locked|drawn)"/

export type Ask =
  | {
      readonly do: 'open'
      readonly url: string
      readonly bare: boolean
      readonly count: number
      /** What their pages show (src/protocol/realtime.ts). */
      readonly topic?: Topic
    }
  /** Resets the measurements. */
  | { readonly do: 'forget' }
  | { readonly do: 'report' }
  /** Makes this many clients stop reading. */
  | { readonly do: 'stall'; readonly count: number }
  /** Makes them read again. */
  | { readonly do: 'resume' }
  /** From now on disconnected clients reconnect as browsers do, and then read the list at this address. */
  | { readonly do: 'return'; readonly live: string }
  | { readonly do: 'close' }

export interface Report {
  readonly open: number
  readonly messages: number
  /**
   * Milliseconds from the winning of a message's oldest drop to its arrival, and from its first arrival at any client
   * to each.
   */
  readonly latency: Quantiles
  readonly spread: Quantiles
  /** The number of reconnects, the time of the first disconnect and of the last reconnect (Unix milliseconds). */
  readonly returned: number
  readonly lostAt: number
  readonly backAt: number
  /** Latencies of reading the list after a reconnect. */
  readonly calls: Quantiles
  readonly failedCalls: number
}

export interface Quantiles {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly most: number
}

function quantilesOf(values: number[]): Quantiles {
  const sorted = Float64Array.from(values).sort()
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), most: at(1) }
}

/**
 * The delays of socket.io-client with the numbers of src/stores/live/socket.ts: doubling from one second to five, half
 * of it random.
 */
function delayMs(attempt: number): number {
  const base = Math.min(1_000 * 2 ** attempt, 5_000)
  const deviation = Math.random() * 0.5 * base
  return Math.min(Math.random() < 0.5 ? base - deviation : base + deviation, 5_000)
}

const sockets = new Set<WebSocket>()
const firstSeen = new Map<string, number>()
let latencies: number[] = []
let spreads: number[] = []
let messages = 0
let target: Extract<Ask, { do: 'open' }> | undefined
let live: string | undefined
let calls: number[] = []
let failedCalls = 0
let returned = 0
let lostAt = 0
let backAt = 0
let closing = false

function seeMessage(text: string): void {
  const moment = MOMENT.exec(text)?.[1]
  if (moment === undefined) return
  const now = Date.now()
  const first = firstSeen.get(moment)
  if (first === undefined) {
    firstSeen.set(moment, now)
    messages++
  }
  latencies.push(now - Number(moment))
  spreads.push(now - (first ?? now))
}

/** The status of a complete response. */
function statusOf(address: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (answer) => {
      answer.on('end', () => resolve(answer.statusCode)).on('error', reject)
      answer.resume()
    }).on('error', reject)
  })
}

async function readList(): Promise<void> {
  if (live === undefined) return
  const began = performance.now()
  try {
    if ((await statusOf(live)) !== 200) failedCalls++
  } catch {
    // Counted: the table shows the number.
    failedCalls++
  }
  calls.push(performance.now() - began)
}

function hear(socket: WebSocket, text: string, joined: () => void): void {
  if (target?.bare === true) seeMessage(text)
  // Engine.IO: 0 open, 2 ping, 4 message; Socket.IO in it: 40 connected, 42 event.
  else if (text.startsWith('42["live"') || BATTLE.test(text)) seeMessage(text)
  else if (text === '2') socket.send('3')
  else if (text.startsWith('0'))
    socket.send(`40${target?.topic === undefined ? '' : JSON.stringify({ topic: target.topic })}`)
  else if (text.startsWith('40')) joined()
}

function connect(attempt: number, onFirst: () => void): void {
  if (target === undefined) return
  const { url, bare } = target
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
    handshakeTimeout: 20_000,
    origin: new URL(url).origin.replace('ws', 'http'),
  })
  let joined = false
  const join = (): void => {
    joined = true
    sockets.add(socket)
    onFirst()
    if (live === undefined) return
    returned++
    backAt = Date.now()
    void readList()
  }
  socket.on('open', () => {
    if (bare) join()
  })
  socket.on('message', (data: Buffer) => hear(socket, data.toString(), join))
  // 'close' reports it too.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    sockets.delete(socket)
    if (closing || live === undefined) return
    if (joined && lostAt === 0) lostAt = Date.now()
    setTimeout(() => connect(joined ? 0 : attempt + 1, () => undefined), delayMs(joined ? 0 : attempt))
  })
}

/** Opens a limited number at a time so that a listen queue is never full. */
async function openAll({ count }: { count: number }): Promise<void> {
  for (let begun = 0; begun < count; begun += 100) {
    await Promise.all(
      Array.from({ length: Math.min(100, count - begun) }, () => new Promise<void>((done) => connect(0, done))),
    )
  }
}

function report(): Report {
  return {
    open: sockets.size,
    messages,
    latency: quantilesOf(latencies),
    spread: quantilesOf(spreads),
    returned,
    lostAt,
    backAt,
    calls: quantilesOf(calls),
    failedCalls,
  }
}

function forget(): void {
  latencies = []
  spreads = []
  calls = []
  messages = failedCalls = returned = lostAt = backAt = 0
  firstSeen.clear()
}

function closeAll(): void {
  closing = true
  for (const socket of sockets) socket.terminate()
  sockets.clear()
  closing = false
}

process.on('message', (ask: Ask) => {
  const answer = (said: unknown): void => void process.send?.(said)
  if (ask.do === 'open') {
    target = ask
    openAll(ask).then(() => answer('opened'), answer)
    return
  }
  if (ask.do === 'report') return answer(report())
  if (ask.do === 'forget') forget()
  else if (ask.do === 'stall') for (const socket of [...sockets].slice(0, ask.count)) socket.pause()
  else if (ask.do === 'resume') for (const socket of sockets) socket.resume()
  else if (ask.do === 'return') live = ask.live
  else closeAll()
  answer('done')
})
