// Players of a sandbox behind nginx who read and play all the time, each from an address of their own, so that no limit holds them up.
import { randomUUID } from 'node:crypto'
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Place } from '../../support/sites/proxied-site.ts'
import type { SandboxPlayer } from './sandbox-player.ts'

/** Between two calls of a player: fewer than nginx lets an address make. */
const THOUGHT_MS = 50

/** A call that takes longer is given up, and has failed. */
const GIVEN_UP_MS = 60_000

/**
 * How often a page tries a change that is answered with 503 (stores/kernel/api.ts), and the first pause. nginx repeats no change without a
 * key, and an instance that hung may give it up once it goes on.
 */
const TRIES = 3
const RETRY_DELAY_MS = 400

const CASE = 'first-step'

/** What players do in turn: pages, reads, plays with a key, and changes without one. */
const CALLS = [
  { method: 'GET', path: '/', accept: 'text/html' },
  { method: 'POST', path: `/api/case/${CASE}/open`, body: { count: 1 }, isKeyed: true },
  { method: 'GET', path: '/api/user/get', accept: '*/*' },
  { method: 'GET', path: '/en/faq', accept: 'text/html' },
  { method: 'POST', path: `/api/case/${CASE}/open`, body: { count: 2 }, isKeyed: true },
  { method: 'GET', path: '/api/live', accept: '*/*' },
  { method: 'POST', path: `/api/case/${CASE}/favourite`, body: { favourite: true }, isKeyed: false },
  { method: 'GET', path: `/case/${CASE}`, accept: 'text/html' },
] as const

export interface LoadReport {
  readonly calls: number
  /** A line for each call without an answer, or with a status that is not 200. */
  readonly failures: readonly string[]
  /** A line for each call that was made again, as a page does. */
  readonly repeated: readonly string[]
  /** Milliseconds, ascending. */
  readonly latencies: readonly number[]
}

export interface SandboxLoad {
  /** Ends the load, after the calls under way. */
  stop(): Promise<LoadReport>
}

/** Returns the latency that a part of all calls had at most, in milliseconds. */
export function latencyOf({ latencies }: LoadReport, part: number): number {
  return latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? 0
}

interface Ask {
  readonly agent: Agent
  readonly at: Place
  readonly call: (typeof CALLS)[number]
  readonly headers: OutgoingHttpHeaders
}

function send({ agent, at, call, headers }: Ask): Promise<number> {
  const body = 'body' in call ? JSON.stringify(call.body) : undefined
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...at,
        agent,
        method: call.method,
        path: call.path,
        headers: {
          ...headers,
          ...('accept' in call ? { accept: call.accept } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
          ...('isKeyed' in call && call.isKeyed ? { 'idempotency-key': randomUUID() } : {}),
        },
        signal: AbortSignal.timeout(GIVEN_UP_MS),
      },
      (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
        response.once('error', reject)
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Makes a call as a page does, again where a change is answered with 503; returns its status, or what went wrong. */
async function callAsPage(ask: Ask, onRepeat: () => void): Promise<number | string> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await send(ask).catch((error: unknown) => String(error))
    if (outcome !== 503 || ask.call.method === 'GET' || attempt === TRIES) return outcome
    onRepeat()
    await wait(RETRY_DELAY_MS * attempt)
  }
}

/** Starts the calls of signed-in players. */
export function startLoad(at: Place, players: readonly SandboxPlayer[]): SandboxLoad {
  let isOver = false
  const latencies: number[] = []
  const failures: string[] = []
  const repeated: string[] = []

  async function play(player: SandboxPlayer, place: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.1.${place + 1}` })
    for (let turn = place; !isOver; turn++) {
      const call = CALLS[turn % CALLS.length] ?? CALLS[0]
      const began = performance.now()
      const line = (outcome: number | string): string =>
        `${new Date().toISOString()} ${call.method} ${call.path}: ${outcome}`
      const ask = { agent, at, call, headers: player.headers }
      const outcome = await callAsPage(ask, () => repeated.push(line(503)))
      latencies.push(performance.now() - began)
      if (outcome !== 200) failures.push(line(outcome))
      await wait(THOUGHT_MS)
    }
    agent.destroy()
  }

  const playing = players.map(play)
  return {
    stop: async () => {
      isOver = true
      await Promise.all(playing)
      return { calls: latencies.length, failures, repeated, latencies: latencies.toSorted((one, other) => one - other) }
    },
  }
}
