// Caps on open connections: of one address, and in all. Each takes memory, and a share of every broadcast.
import type { IncomingMessage } from 'node:http'
import { networksOf } from '../base/networks.ts'
import type { Io } from './rooms.ts'

export interface ConnectionCaps {
  readonly ofAddress: number
  readonly inAll: number
}

/** A household or a café shares an address; a process was measured with 10,000 connections. */
export const CONNECTION_CAPS: ConnectionCaps = { ofAddress: 50, inAll: 20_000 }

/** A handshake that was admitted and does not become a connection in this time has failed. */
const HANDSHAKE_MS = 10_000

export interface Admission {
  /** Admits the handshake of a request, which then counts; false when its address or all have as many as they may. */
  admit(request: IncomingMessage): boolean
  /** Counts the connections of a server until they close. */
  watch(io: Io): void
}

/** @param addressOf returns the address of a caller */
export function capConnections(caps: ConnectionCaps, addressOf: (request: IncomingMessage) => string): Admission {
  const open = new Map<string, number>()
  const admitted = new WeakMap<IncomingMessage, { release(): void; timer: NodeJS.Timeout }>()
  let all = 0

  function take(network: string): () => void {
    open.set(network, (open.get(network) ?? 0) + 1)
    all++
    return () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
      all--
    }
  }

  return {
    admit(request) {
      const { network } = networksOf(addressOf(request))
      if (all >= caps.inAll || (open.get(network) ?? 0) >= caps.ofAddress) return false
      const release = take(network)
      admitted.set(request, { release, timer: setTimeout(release, HANDSHAKE_MS).unref() })
      return true
    },
    watch(io) {
      io.engine.on('connection', (socket) => {
        const admission = admitted.get(socket.request)
        if (admission === undefined) return
        admitted.delete(socket.request)
        clearTimeout(admission.timer)
        socket.once('close', admission.release)
      })
    },
  }
}
