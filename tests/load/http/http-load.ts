// A lean load generator: one keep-alive socket for each client, one request at a time. It counts and parses responses.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { LoadPlayer, LoadSite } from '../site-process.ts'

export interface LoadResult {
  readonly done: number
  readonly failed: number
  readonly seconds: number
  /** Milliseconds, ascending. */
  readonly latencies: Float64Array
}

async function csrfOf(port: number, player: LoadPlayer): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/user/get`, {
    headers: { authorization: `Bearer ${player.token}`, cookie: `companion=${player.companion}` },
  })
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('XSRF-TOKEN='))
  const token = cookie?.slice('XSRF-TOKEN='.length).split(';')[0]
  if (token === undefined) throw new Error(`No CSRF token came with ${response.status}`)
  return decodeURIComponent(token)
}

function request(port: number, player: LoadPlayer, csrf: string, path: string, body: string): string {
  return [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `origin: http://127.0.0.1:${port}`,
    `authorization: Bearer ${player.token}`,
    `cookie: companion=${player.companion}; XSRF-TOKEN=${csrf}`,
    `x-xsrf-token: ${csrf}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    'idempotency-key: ',
  ].join('\r\n')
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const GOOD_STATUS = Buffer.from('HTTP/1.1 200')
const GOOD_BODY = Buffer.from('"success":true')

/** Returns the length of a response whose head has arrived, of which `text` is the beginning; undefined before that. */
function lengthOf(text: Buffer): number | undefined {
  const head = text.indexOf(END_OF_HEAD)
  if (head < 0) return undefined
  const length = /content-length: (\d+)/i.exec(text.toString('latin1', 0, head))?.[1]
  if (length === undefined) throw new Error('An answer does not say how long it is')
  return head + END_OF_HEAD.length + Number(length)
}

/** A connection with one request at a time. */
interface Line {
  /** Sends a request, and returns its complete response. */
  ask(text: string): Promise<Buffer>
  close(): void
}

function openLine(port: number): Line {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  let come: Buffer | null = null
  let waiting: PromiseWithResolvers<Buffer> | undefined
  let fault: Error | undefined
  socket.on('data', (chunk: Buffer) => {
    come = come === null ? chunk : Buffer.concat([come, chunk])
    const length = lengthOf(come)
    if (length === undefined || come.length < length) return
    const answer = come
    come = null
    waiting?.resolve(answer)
  })
  socket.once('error', (error) => {
    fault = error
    waiting?.reject(error)
  })
  return {
    ask: (text) => {
      if (fault !== undefined) return Promise.reject(fault)
      waiting = Promise.withResolvers()
      socket.write(text, 'latin1')
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

/** Counts responses, and prints the first failure. */
function countAnswers() {
  const latencies: number[] = []
  let failed = 0
  return {
    take: (answer: Buffer, tookMs: number): void => {
      if (answer.indexOf(GOOD_STATUS) === 0 && answer.includes(GOOD_BODY)) latencies.push(tookMs)
      else if (failed++ === 0) console.error(answer.toString())
    },
    result: (seconds: number): LoadResult => ({
      done: latencies.length,
      failed,
      seconds,
      latencies: Float64Array.from(latencies).sort(),
    }),
  }
}

/** Returns for each player of a site the beginning of a request, up to the value of its last header, the idempotency key. */
export function postHeads(site: LoadSite, path: string, body: string): Promise<string[]> {
  return Promise.all(
    site.players.map(async (player) => request(site.port, player, await csrfOf(site.port, player), path, body)),
  )
}

/** Posts once for one player, and returns the answer. */
export async function postOnce<Reply>(
  { port }: LoadSite,
  player: LoadPlayer,
  path: string,
  body: string,
): Promise<Reply> {
  const csrf = await csrfOf(port, player)
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      origin: `http://127.0.0.1:${port}`,
      authorization: `Bearer ${player.token}`,
      cookie: `companion=${player.companion}; XSRF-TOKEN=${encodeURIComponent(csrf)}`,
      'x-xsrf-token': csrf,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body,
  })
  return (await response.json()) as Reply
}

/**
 * Lets every player of a site post to one path as fast as it responds.
 *
 * @param seconds how long
 */
export async function postLoad(site: LoadSite, path: string, body: string, seconds: number): Promise<LoadResult> {
  const { take, result } = countAnswers()
  const heads = await postHeads(site, path, body)
  const started = performance.now()
  const until = started + seconds * 1000
  await Promise.all(
    heads.map(async (head) => {
      const line = openLine(site.port)
      for (let sent = started; sent < until; ) {
        const answer = await line.ask(`${head}${randomUUID()}\r\n\r\n${body}`)
        const now = performance.now()
        take(answer, now - sent)
        sent = now
      }
      line.close()
    }),
  )
  return result((performance.now() - started) / 1000)
}

/** A call of a paced load. */
export interface PacedCall {
  readonly path: string
  readonly body: string
}

/**
 * Posts calls at a steady rate, however long the responses take: the players of a site in turn, each over one connection. Latencies count
 * from the moment at which a call was due, so that a slow response delays those after it in the figures too.
 */
export async function pacedLoad(site: LoadSite, calls: readonly PacedCall[], perSecond: number): Promise<LoadResult> {
  const { take, result } = countAnswers()
  const csrf = await Promise.all(site.players.map((player) => csrfOf(site.port, player)))
  const started = performance.now()
  await Promise.all(
    site.players.map(async (player, place) => {
      const line = openLine(site.port)
      for (let at = place; at < calls.length; at += site.players.length) {
        const { path, body } = calls[at] as PacedCall
        const dueAt = started + (at / perSecond) * 1000
        await wait(Math.max(0, dueAt - performance.now()))
        const head = request(site.port, player, csrf[place] ?? '', path, body)
        take(await line.ask(`${head}${randomUUID()}\r\n\r\n${body}`), performance.now() - dueAt)
      }
      line.close()
    }),
  )
  return result((performance.now() - started) / 1000)
}

/** Returns the latency below which a share of the responses arrived, in milliseconds. */
export function percentile(result: LoadResult, part: number): number {
  return result.latencies[Math.min(result.latencies.length - 1, Math.floor(result.latencies.length * part))] ?? 0
}
