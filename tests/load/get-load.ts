// A load generator for GET in a process of its own: `get-load.ts <port> <path> <connections> <seconds>` prints one line of JSON.
// It must cost less than what it measures: every answer to one request is equally long, so that counting bytes is enough, and
// of each only the status and the end are looked at.
import { connect, type Socket } from 'node:net'
import type { LoadResult } from './http-load.ts'

const ACCEPTS = 'gzip'
const OK = Buffer.from('HTTP/1.1 200 OK\r\n')

function requestFor(port: number, path: string): Buffer {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `host: localhost:${port}`,
    `accept-encoding: ${ACCEPTS}`,
    'accept-language: en',
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
}

/** How long a whole answer is, in bytes; undefined until its head is there. */
function lengthOf(answer: Buffer): number | undefined {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = answer.toString('latin1', 0, end)
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without a length:\n${head}`)
  return end + 4 + Number(length)
}

/** The length of the answer to one request, which all the others will have too. */
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

/** Asks again and again on one connection until the time is up. */
function askUntil(port: number, request: Buffer, length: number, until: number): Promise<Client> {
  return new Promise((resolve, reject) => {
    const client: Client = { latencies: [], failed: 0 }
    let sent = performance.now()
    let received = 0
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(request)).setNoDelay(true)
    socket.on('data', (chunk: Buffer) => {
      if (received === 0 && chunk.compare(OK, 0, OK.length, 0, OK.length) !== 0) client.failed += 1
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
      socket.write(request)
    })
    socket.once('error', reject)
  })
}

/**
 * Loads one address with GET.
 *
 * @param seconds how long
 */
async function getLoad(port: number, path: string, connections: number, seconds: number): Promise<LoadResult> {
  const request = requestFor(port, path)
  const length = await measureOnce(port, request)
  const started = performance.now()
  const clients = await Promise.all(
    Array.from({ length: connections }, () => askUntil(port, request, length, started + seconds * 1000)),
  )
  const latencies = Float64Array.from(clients.flatMap((client) => client.latencies)).sort()
  const failed = clients.reduce((sum, client) => sum + client.failed, 0)
  return { done: latencies.length - failed, failed, seconds: (performance.now() - started) / 1000, latencies }
}

const [port, path = '/', connections, seconds] = process.argv.slice(2)
const result = await getLoad(Number(port), path, Number(connections), Number(seconds))
const at = (part: number): number => result.latencies[Math.floor((result.latencies.length - 1) * part)] ?? 0
console.log(JSON.stringify({ ...result, latencies: [], p50: at(0.5), p99: at(0.99) }))
