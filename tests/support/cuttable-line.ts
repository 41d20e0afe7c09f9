// A line to a server that can be cut: what is open breaks off, and nobody gets through until it is mended.

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface CuttableLine {
  readonly port: number
  /** Breaks every connection without a word, and refuses new ones. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** A line to a port of this machine. */
export async function openLine(to: number): Promise<CuttableLine> {
  const open = new Set<Socket>()
  let isCut = false
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
      open.add(one)
      // One end that breaks is the end of the other; there is nobody else to tell.
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const breakAll = (): void => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true
      breakAll()
    },
    mend: () => {
      isCut = false
    },
    close: () => {
      breakAll()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
