// A server on loopback that responds like a payment provider, or with one of its faults.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Faults, each for every request until it is removed. */
export const FAULTS = [
  'hangs',
  'trickles',
  'cuts the connection',
  'answers 500',
  'answers 429',
  'moves elsewhere',
  'answers no JSON',
  'answers other JSON',
  'answers too much',
] as const

export type Fault = (typeof FAULTS)[number]

export interface StandInRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface StandInAnswer {
  readonly status: number
  readonly body: unknown
}

export interface StandInServer {
  readonly address: string
  /** All requests, in order. */
  readonly requests: readonly StandInRequest[]
  fault: Fault | undefined
  close(): Promise<void>
}

async function read(request: IncomingMessage): Promise<StandInRequest> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in.invalid')
  const { method = 'GET', headers } = request
  return { method, path: pathname, query: searchParams, headers, body: Buffer.concat(parts) }
}

const JSON_TYPE = { 'content-type': 'application/json' }

function goWrong(fault: Fault, response: ServerResponse): void {
  switch (fault) {
    case 'hangs':
      return
    case 'trickles': {
      response.writeHead(200, JSON_TYPE)
      const drops = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drops))
      return
    }
    case 'cuts the connection':
      response.writeHead(200, { ...JSON_TYPE, 'content-length': 1000 })
      response.write('{"status":', () => response.destroy())
      return
    case 'answers 500':
      response.writeHead(500, JSON_TYPE).end('{}')
      return
    case 'answers 429':
      response.writeHead(429, JSON_TYPE).end('{"errCode":"TMR","error":{"type":"rate_limit_error"}}')
      return
    case 'moves elsewhere':
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
      return
    case 'answers no JSON':
      response.writeHead(200, JSON_TYPE).end('<html>Under maintenance</html>')
      return
    case 'answers other JSON':
      response.writeHead(200, JSON_TYPE).end('{"hello":"world"}')
      return
    case 'answers too much':
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ filler: 'x'.repeat(100_000) }))
  }
}

/** Opens a server on a free port; `answer` is the provider behind it. */
export async function openStandInServer(
  answer: (request: StandInRequest) => StandInAnswer | Promise<StandInAnswer>,
): Promise<StandInServer> {
  const requests: StandInRequest[] = []
  const server = createServer((request, response) => {
    void read(request).then(async (asked) => {
      requests.push(asked)
      if (standIn.fault !== undefined) return goWrong(standIn.fault, response)
      const { status, body } = await answer(asked)
      response.writeHead(status, JSON_TYPE).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const standIn: StandInServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fault: undefined,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return standIn
}

/** Returns a body as JSON; undefined when it is invalid, or has another content type. */
export function jsonOf({ headers, body }: StandInRequest): unknown {
  if (headers['content-type'] !== 'application/json') return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
