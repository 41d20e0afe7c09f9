// A port that nobody listens on, for servers that cannot choose one themselves.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems hand out by themselves, to connections that leave and to servers without a port of their own: Linux does from
 * 32768 on, macOS and Windows from 49152. Above those that browsers refuse (10080) and most servers' own.
 */
const FIRST = 12_000
const END = 32_768

/** Reserves a port for this process until it ends, by its twin of UDP, which no server of ours opens; false where another process has it. */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  socket.unref()
  socket.bind({ port, address: '127.0.0.1', exclusive: true })
  return once(socket, 'listening').then(
    () => true,
    () => false,
  )
}

/** Says whether nothing listens on a port, at any address of this machine. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port)
  const opened = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!opened) return false
  server.close()
  await once(server, 'close')
  return true
}

/** Returns a port that is free, and that no other test is given while this process runs. */
export async function freePort(): Promise<number> {
  // By chance, so that processes do not search one after the other, and a port that was just left is not taken again at once.
  const start = Math.floor(Math.random() * (END - FIRST))
  for (let step = 0; step < END - FIRST; step += 1) {
    const port = FIRST + ((start + step) % (END - FIRST))
    if ((await reserve(port)) && (await isFree(port))) return port
  }
  throw new Error(`No port from ${FIRST} to ${END - 1} is free`)
}
