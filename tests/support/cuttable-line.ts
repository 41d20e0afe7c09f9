// A line to a server that can be cut: what is open breaks off, and nobody gets through until it is mended. Or it falls silent: whoever
// connects is let in, and nothing is ever answered.

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface CuttableLine {
  readonly port: number
  /** Breaks every connection without a word, and refuses new ones. */
  cut(): void
  /** Holds everything back that either side says, on old connections and new ones. */
  hush(): void
  /** Lets through what comes, and what was held back. */
  mend(): void
  close(): Promise<void>
}

/** A line to a port of this machine. */
export async function openLine(to: number): Promise<CuttableLine> {
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
      // One end that breaks is the end of the other; there is nobody else to tell.
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
    hush: () => {
      isSilent = true
      for (const [one, other] of open) one.unpipe(other).pause()
    },
    mend: () => {
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
