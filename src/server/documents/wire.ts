// Answers from memory written straight to the socket. Node's HTTP makes three objects and forty header checks of each request, which
// costs more than nginx takes for the whole of it. So the plainest of requests, a whole GET of something that is kept, is read here;
// at the first of any other kind the connection goes to Node's HTTP for good, with every byte that was not answered.
import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ReadyAnswer } from './kept-answer.ts'

const MAX_HEAD_BYTES = 8192

/** No letter that RFC 9112 forbids in a head, and no line that ends otherwise than in CR LF. */
const MALFORMED = /[^\t\r\n\x20-\x7e\x80-\xff]|\r(?!\n)|(?<!\r)\n/
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const ADDRESS = /^\/[\x21-\x7e]*$/

/** A request with one of these has a body, or asks for more than an answer: Node's HTTP knows what to do. */
const NOT_PLAIN = new Set([
  'content-length',
  'expect',
  'http2-settings',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** What kept files are chosen by. */
type Chooser = 'accept-encoding' | 'accept-language' | 'cookie' | 'if-none-match'

const CHOOSERS: ReadonlySet<string> = new Set<Chooser>([
  'accept-encoding',
  'accept-language',
  'cookie',
  'if-none-match',
])

export interface PlainGet {
  /** As it was sent, with its query. */
  readonly address: string
  readonly headers: Pick<IncomingHttpHeaders, Chooser>
}

/**
 * Reads a chunk that holds one whole GET request of HTTP/1.1 without a body, on a connection that stays, and nothing after it.
 *
 * @returns null for anything else, or anything that is not perfectly well formed
 */
export function readPlainGet(chunk: Buffer): PlainGet | null {
  if (chunk.length > MAX_HEAD_BYTES) return null
  const text = chunk.toString('latin1')
  if (!text.startsWith('GET /') || text.indexOf('\r\n\r\n') !== text.length - 4 || MALFORMED.test(text)) return null
  let at = text.indexOf('\r\n')
  if (!text.startsWith(' HTTP/1.1', at - 9)) return null
  const address = text.slice(4, at - 9)
  if (!ADDRESS.test(address)) return null
  const headers: Partial<Record<Chooser, string>> = {}
  let hosts = 0
  for (at += 2; at < text.length - 2; ) {
    const end = text.indexOf('\r\n', at)
    const colon = text.indexOf(':', at)
    if (colon < 0 || colon > end) return null
    const name = text.slice(at, colon)
    if (!TOKEN.test(name)) return null
    const lower = name.toLowerCase()
    if (lower === 'host') hosts += 1
    else if (lower === 'connection') {
      if (
        text
          .slice(colon + 1, end)
          .trim()
          .toLowerCase() !== 'keep-alive'
      )
        return null
    } else if (CHOOSERS.has(lower)) {
      const chooser = lower as Chooser
      if (headers[chooser] !== undefined) return null
      headers[chooser] = text.slice(colon + 1, end).trim()
    } else if (NOT_PLAIN.has(lower)) return null
    at = end + 2
  }
  return hosts === 1 ? { address, headers } : null
}

let second = 0
let date = ''

/** The Date of this second, as headers have it. */
function dateNow(): string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    date = new Date(now * 1000).toUTCString()
  }
  return date
}

interface Written {
  readonly date: string
  readonly bytes: Buffer
}

const written = new WeakMap<ReadyAnswer, Written>()

/** The bytes of an answer in this second, as Node's HTTP would write them. */
function bytesOf(answer: ReadyAnswer, idleMs: number): Buffer {
  const known = written.get(answer)
  const now = dateNow()
  if (known?.date === now) return known.bytes
  const lines = [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`]
  for (let at = 0; at < answer.head.length; at += 2) lines.push(`${answer.head[at]}: ${answer.head[at + 1]}`)
  lines.push(`Date: ${now}`, 'Connection: keep-alive', `Keep-Alive: timeout=${Math.floor(idleMs / 1000)}`, '\r\n')
  const head = Buffer.from(lines.join('\r\n'), 'latin1')
  const bytes = answer.body === null ? head : Buffer.concat([head, answer.body])
  written.set(answer, { date: now, bytes })
  return bytes
}

export interface WireOptions {
  find(address: string, headers: IncomingHttpHeaders): ReadyAnswer | null
  /** How long a connection may be silent. */
  readonly idleMs: number
  /** Takes the connection over. */
  handOn(): void
  /** Hears that the connection ended here. */
  gone(): void
}

/** Answers the requests of a new connection for as long as they are plain and what they ask for is kept. */
export function answerOnWire(socket: Socket, options: WireOptions): void {
  const end = (): void => void socket.end()
  const destroy = (): void => void socket.destroy()

  function onData(chunk: Buffer): void {
    // Who sends before he has read is paced by Node's HTTP.
    const request = socket.writableLength > 0 ? null : readPlainGet(chunk)
    const answer = request === null ? null : options.find(request.address, request.headers)
    if (answer !== null) {
      socket.write(bytesOf(answer, options.idleMs))
      return
    }
    socket.off('data', onData).off('end', end).off('error', destroy).off('timeout', destroy).off('close', options.gone)
    socket.setTimeout(0)
    socket.pause()
    socket.unshift(chunk)
    options.handOn()
    socket.resume()
  }

  socket.on('data', onData).on('end', end).on('error', destroy).on('timeout', destroy).on('close', options.gone)
  socket.setTimeout(options.idleMs)
}
