// A lean load generator: one keep-alive socket a client, one request at a time. It counts answers and looks into each.
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
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

/** Resolves with the whole answer of the request that is under way. */
function answerFrom(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const onData = (chunk: Buffer): void => {
      text += chunk.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1]
      if (length === undefined || text.length < head + 4 + Number(length)) return
      socket.off('data', onData)
      socket.off('error', reject)
      resolve(text)
    }
    socket.on('data', onData)
    socket.once('error', reject)
  })
}

/**
 * Lets every player of a site post to one path as fast as it answers.
 *
 * @param seconds how long
 */
export async function postLoad(site: LoadSite, path: string, body: string, seconds: number): Promise<LoadResult> {
  const latencies: number[] = []
  let failed = 0
  const heads = await Promise.all(
    site.players.map(async (player) => request(site.port, player, await csrfOf(site.port, player), path, body)),
  )
  const started = performance.now()
  const until = started + seconds * 1000
  await Promise.all(
    heads.map(async (head) => {
      const socket = connect(site.port, '127.0.0.1').setNoDelay(true)
      while (performance.now() < until) {
        const sent = performance.now()
        socket.write(`${head}${randomUUID()}\r\n\r\n${body}`)
        const answer = await answerFrom(socket)
        if (answer.startsWith('HTTP/1.1 200') && answer.includes('"success":true'))
          latencies.push(performance.now() - sent)
        else if (failed++ === 0) console.error(answer)
      }
      socket.destroy()
    }),
  )
  const took = (performance.now() - started) / 1000
  return { done: latencies.length, failed, seconds: took, latencies: Float64Array.from(latencies).sort() }
}

/** The latency below which a part of the answers came, in milliseconds. */
export function percentile(result: LoadResult, part: number): number {
  return result.latencies[Math.min(result.latencies.length - 1, Math.floor(result.latencies.length * part))] ?? 0
}
