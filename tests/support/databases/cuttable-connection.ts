// A connection to a server that can be cut: open connections break, and new ones fail until it is restored. Or it falls
// silent: connections are accepted, and nothing is answered.

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface CuttableConnection {
  readonly port: number
  /** Breaks every connection without a message, and refuses new ones. */
  cut(): void
  /** Holds back all data of both sides, on old connections and new ones. */
  silence(): void
  /** Forwards new data, and the data that was held back. */
  restore(): void
  close(): Promise<void>
}

/** A connection to a port of this machine. */
export async function openCuttableConnection(to: number): Promise<CuttableConnection> {
  const open = new Map<Socket, Socket>()
  let isCut = false
  let isSilent = false
  const server = createServer((from) => {
    if (isCut) {
      from.destroy()
      return
    }
    const onward = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [from, onward],
      [onward, from],
    ] as const) {
      open.set(one, other)
      // An error of one end closes the other; nobody else needs it.
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      if (!isSilent) one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const breakAll = (): void => {
    for (const socket of open.keys()) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true
      breakAll()
    },
    silence: () => {
      isSilent = true
      for (const [one, other] of open) one.unpipe(other).pause()
    },
    restore: () => {
      isCut = false
      if (isSilent) for (const [one, other] of open) one.pipe(other)
      isSilent = false
    },
    close: () => {
      breakAll()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
