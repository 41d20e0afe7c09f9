// A load generator for GET in a process of its own: `get-load.ts <port> <path> <connections> <seconds> [status]` prints one line of
// JSON. `{n}` in the path becomes a number of eight digits that differs with each request. The generator must cost less than what it
// measures: all responses have the same length, so that counting bytes is enough, and only the status and the length are checked.
import { connect, type Socket } from 'node:net'
import type { LoadResult } from './http-load.ts'

const ACCEPTS = 'gzip'

type NextRequest = () => Buffer

/** Returns the requests for a path; one buffer for all where they do not differ. */
function requestsFor(port: number, path: string): NextRequest {
  if (!path.includes('{n}')) {
    const request = requestFor(port, path)
    return () => request
  }
  let count = 0
  return () => requestFor(port, path.replace('{n}', String(count++).padStart(8, '0')))
}

function requestFor(port: number, path: string): Buffer {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `host: localhost:${port}`,
    `accept-encoding: ${ACCEPTS}`,
    'accept-language: en',
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
}

/** Returns the length of a whole response in bytes; undefined until its head has arrived. */
function lengthOf(answer: Buffer): number | undefined {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = answer.toString('latin1', 0, end)
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without a length:\n${head}`)
  return end + 4 + Number(length)
}

/** Measures the length of one response, which all others have too. */
function measureOnce(port: number, request: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0)
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('data', (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk])
      const length = lengthOf(answer)
      if (length === undefined || answer.length < length) return
      socket.destroy()
      resolve(length)
    })
    socket.once('error', reject)
  })
}

interface Client {
  readonly latencies: number[]
  failed: number
}

interface Load {
  readonly port: number
  readonly next: NextRequest
  /** Beginning of a good response. */
  readonly good: Buffer
  /** Bytes of each response. */
  readonly length: number
  /** When to stop, by `performance.now()`. */
  readonly until: number
}

/** Sends one request after the other on one connection until the time is up. */
function askUntil({ port, next, good, length, until }: Load): Promise<Client> {
  return new Promise((resolve, reject) => {
    const client: Client = { latencies: [], failed: 0 }
    let sent = performance.now()
    let received = 0
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(next())).setNoDelay(true)
    socket.on('data', (chunk: Buffer) => {
      if (received === 0 && chunk.compare(good, 0, good.length, 0, good.length) !== 0) client.failed += 1
      received += chunk.length
      if (received < length) return
      if (received > length) client.failed += 1
      received = 0
      const now = performance.now()
      client.latencies.push(now - sent)
      if (now >= until) {
        socket.destroy()
        resolve(client)
        return
      }
      sent = now
      socket.write(next())
    })
    socket.once('error', reject)
  })
}

interface LoadOptions {
  readonly port: number
  readonly path: string
  readonly connections: number
  readonly seconds: number
  readonly status: string
}

/** Loads one address with GET. */
async function getLoad({ port, path, connections, seconds, status }: LoadOptions): Promise<LoadResult> {
  const next = requestsFor(port, path)
  const length = await measureOnce(port, next())
  const started = performance.now()
  const good = Buffer.from(`HTTP/1.1 ${status} `)
  const load: Load = { port, next, good, length, until: started + seconds * 1000 }
  const clients = await Promise.all(Array.from({ length: connections }, () => askUntil(load)))
  const latencies = Float64Array.from(clients.flatMap((client) => client.latencies)).sort()
  const failed = clients.reduce((sum, client) => sum + client.failed, 0)
  return { done: latencies.length - failed, failed, seconds: (performance.now() - started) / 1000, latencies }
}

const [port, path = '/', connections, seconds, status = '200'] = process.argv.slice(2)
const options = { port: Number(port), path, connections: Number(connections), seconds: Number(seconds), status }
const result = await getLoad(options)
const at = (part: number): number => result.latencies[Math.floor((result.latencies.length - 1) * part)] ?? 0
console.log(JSON.stringify({ ...result, latencies: [], p50: at(0.5), p99: at(0.99) }))
