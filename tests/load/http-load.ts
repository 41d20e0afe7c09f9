// A lean load generator: one keep-alive socket for each client, one request at a time. It counts and parses responses.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import type { LoadPlayer, LoadSite } from './site-process.ts'

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

/** Sends requests over one connection until `next` returns none. Passes the complete responses to `take`. */
function askOver(port: number, next: () => string | null, take: (answer: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    let come: Buffer | null = null
    const ask = (): void => {
      const text = next()
      if (text === null) {
        socket.destroy()
        resolve()
      } else socket.write(text, 'latin1')
    }
    socket.on('data', (chunk: Buffer) => {
      come = come === null ? chunk : Buffer.concat([come, chunk])
      const length = lengthOf(come)
      if (length === undefined || come.length < length) return
      take(come)
      come = null
      ask()
    })
    socket.once('error', reject)
    ask()
  })
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
  const latencies: number[] = []
  let failed = 0
  const heads = await postHeads(site, path, body)
  const started = performance.now()
  const until = started + seconds * 1000
  await Promise.all(
    heads.map((head) => {
      let sent = 0
      return askOver(
        site.port,
        () => {
          sent = performance.now()
          return sent < until ? `${head}${randomUUID()}\r\n\r\n${body}` : null
        },
        (answer) => {
          if (answer.indexOf(GOOD_STATUS) === 0 && answer.includes(GOOD_BODY)) latencies.push(performance.now() - sent)
          else if (failed++ === 0) console.error(answer.toString())
        },
      )
    }),
  )
  const took = (performance.now() - started) / 1000
  return { done: latencies.length, failed, seconds: took, latencies: Float64Array.from(latencies).sort() }
}

/** Returns the latency below which a share of the responses arrived, in milliseconds. */
export function percentile(result: LoadResult, part: number): number {
  return result.latencies[Math.min(result.latencies.length - 1, Math.floor(result.latencies.length * part))] ?? 0
}
