// Where the ports listen: at one address, or at both of this machine alone.
import type { Server } from 'node:http'
import { createServer, type Server as NetServer } from 'node:net'
import { codeOf } from '../base/operator-error.ts'
import { LISTEN_BACKLOG } from './listen-backlog.ts'

/** The default: this machine alone, which browsers reach over IPv4 or IPv6. */
export const LOOPBACK_HOST = 'localhost'

const [IPV4, IPV6] = ['127.0.0.1', '::1']

/** Codes of a machine without IPv6. */
const NO_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** Returns the address that a server listens at first. */
export const firstAddress = (host: string): string => (host === LOOPBACK_HOST ? IPV4 : host)

/** Tells whether a host can be reached from this machine alone. */
export const isLocalHost = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)

export interface SecondAddress {
  /** Takes no new connection. */
  stop(): void
  /** Resolves when its last connection has ended. */
  ended(): Promise<void>
}

const NONE: SecondAddress = { stop: () => undefined, ended: async () => undefined }

/**
 * Passes connections at the second address of the default host to a server that listens at the first one. A machine without IPv6 has none.
 *
 * @throws when another process listens there
 */
export async function listenAtSecondAddress(server: Server, host: string): Promise<SecondAddress> {
  const address = server.address()
  if (host !== LOOPBACK_HOST || typeof address !== 'object' || address === null) return NONE
  const second = createServer((connection) => server.emit('connection', connection))
  const closed = Promise.withResolvers<void>()
  second.once('close', closed.resolve)
  try {
    await listening(second, address.port)
  } catch (error) {
    if (!NO_IPV6.has(codeOf(error) ?? '')) throw error
    return NONE
  }
  return { stop: () => void second.close(), ended: () => closed.promise }
}

function listening(server: NetServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: IPV6, ipv6Only: true, backlog: LISTEN_BACKLOG }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
