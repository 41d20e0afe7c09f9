// Caps on open connections: of one address, and in all. Each takes memory, and a share of every broadcast.
import type { IncomingMessage } from 'node:http'
import { networkSteps } from '../network/networks.ts'
import type { Io } from './rooms.ts'

export interface ConnectionCaps {
  readonly ofAddress: number
  readonly inAll: number
}

/** A household or a café shares an address; a process was measured with 10,000 connections. */
export const CONNECTION_CAPS: ConnectionCaps = { ofAddress: 50, inAll: 20_000 }

/** The part of all places that the visitors of one network may take, so that others get in. */
const NETWORK_PART = 0.75

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

  const mostOfOne = Math.ceil(caps.inAll * NETWORK_PART)

  function change(network: string, by: 1 | -1): void {
    const count = (open.get(network) ?? 0) + by
    if (count === 0) open.delete(network)
    else open.set(network, count)
  }

  function take(networks: readonly string[]): () => void {
    for (const network of networks) change(network, 1)
    all++
    return () => {
      for (const network of networks) change(network, -1)
      all--
    }
  }

  return {
    admit(request) {
      const steps = networkSteps(addressOf(request))
      const isFull = steps.some(
        ({ network, share }) => (open.get(network) ?? 0) >= Math.min(caps.ofAddress * share, mostOfOne),
      )
      if (all >= caps.inAll || isFull) return false
      const release = take(steps.map(({ network }) => network))
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
