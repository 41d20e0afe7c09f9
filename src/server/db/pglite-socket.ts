// Lets commands of the same user run on the PGlite of a running site, over a Unix domain socket that speaks PostgreSQL's protocol.
//
// PGlite is one session. A connection has it for a batch of messages, and until the end of a transaction that it began; statements of
// the site and of other connections wait meanwhile. So nothing of a connection may stay in the session: clients name no statements.
import { once } from 'node:events'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { fatalError, isInTransaction, ROLLBACK, readBatches, WELCOME } from './wire-messages.ts'

/** The port in the socket's name; node-postgres finds a socket by its folder and this. */
export const SOCKET_PORT = 5432

/** The shortest limit of the systems that have such sockets, without the zero at the end of the path. */
const PATH_MOST_BYTES = 103

/** A client that is silent for so long within a transaction loses it: the site waits for its end. */
const SILENCE_MOST_MS = 10_000

export interface PgliteSocketOptions {
  readonly client: PGlite
  /** Folder of the socket, which is made if it is not there; only its owner can enter it. */
  readonly folder: string
  /** Receives why there is no socket, or why a connection was cut off. */
  readonly onProblem: (problem: string) => void
  readonly silenceMs?: number
}

export interface PgliteSocket {
  /** Ends all connections, whose transactions are rolled back, and removes the socket. */
  close(): Promise<void>
}

/** Returns the path of the socket in a folder. */
function socketPath(folder: string): string {
  return join(resolve(folder), `.s.PGSQL.${SOCKET_PORT}`)
}

/** Ends a connection with a reason. Not `end`: a client that reads nothing would keep it open. */
function cutOff(socket: Socket, code: string, words: string): void {
  socket.write(fatalError(code, words))
  socket.destroy()
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Answers one connection until it ends. */
async function serve(socket: Socket, options: PgliteSocketOptions): Promise<void> {
  const { client, silenceMs = SILENCE_MOST_MS } = options
  socket.on('timeout', () => cutOff(socket, '25P03', 'The transaction was silent for too long'))
  const batches = readBatches(socket)
  const next = async (): Promise<Buffer | undefined> => (await batches.next()).value ?? undefined

  /** Answers a batch; true when it leaves a transaction open. */
  async function answer(batch: Buffer): Promise<boolean> {
    socket.setTimeout(0)
    const reply = await client.execProtocolRaw(batch)
    const isOpen = isInTransaction(reply)
    socket.write(reply)
    if (isOpen) socket.setTimeout(silenceMs)
    return isOpen
  }

  /** Answers a batch, and those after it while its transaction is open; a connection that ends meanwhile is rolled back. */
  async function answerToEnd(batch: Buffer): Promise<void> {
    if (!socket.writable || !(await answer(batch))) return
    let isOpen = true
    try {
      while (isOpen) {
        const following = await next()
        if (following === undefined) return
        isOpen = await answer(following)
      }
    } finally {
      if (isOpen) await client.execProtocolRaw(ROLLBACK)
    }
  }

  if ((await next()) === undefined) return
  socket.write(WELCOME)
  for (let batch = await next(); batch !== undefined; batch = await next()) {
    const first = batch
    // The lock of PGlite's own statements and transactions: its public runExclusive does not wait for transactions.
    await client._runExclusiveTransaction(() => answerToEnd(first))
  }
}

/** Errors of a connection whose other side is gone. */
const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ABORT_ERR)$/.test(String(error.code))

async function listen(options: PgliteSocketOptions, path: string): Promise<PgliteSocket> {
  const { folder, onProblem } = options
  // The folder keeps others out from before there is a socket.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  // The lock of the database is ours: a socket here is of a process that was killed.
  await rm(path, { force: true })
  const connections = new Map<Socket, Promise<void>>()
  const server = createServer((socket) => {
    const served = serve(socket, options)
      .catch((error: unknown) => {
        if (!isGone(error)) onProblem(`A connection to ${path} was cut off: ${wordsOf(error)}`)
      })
      .finally(() => {
        socket.destroySoon()
        connections.delete(socket)
      })
    socket.on('error', () => undefined)
    connections.set(socket, served)
  })
  server.listen(path)
  await once(server, 'listening')
  await chmod(path, 0o600)
  return {
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of connections.keys()) cutOff(socket, '57P01', 'The site is stopping')
      await Promise.all(connections.values())
      await closed
    },
  }
}

/**
 * Opens the socket of a PGlite whose folder this process has locked. A site without it works; its commands need it to be stopped.
 *
 * @returns null where there can be none; `onProblem` has received the reason
 */
export async function openPgliteSocket(options: PgliteSocketOptions): Promise<PgliteSocket | null> {
  const path = socketPath(options.folder)
  const without = 'Commands cannot run while the site runs'
  if (process.platform === 'win32') {
    options.onProblem(`${without}: Windows has no sockets that are files of one user.`)
    return null
  }
  if (Buffer.byteLength(path) > PATH_MOST_BYTES) {
    options.onProblem(
      `${without}: the path ${path} has more than ${PATH_MOST_BYTES} bytes, the limit of a socket. Choose a shorter DATA_DIR.`,
    )
    return null
  }
  try {
    return await listen(options, path)
  } catch (error) {
    options.onProblem(`${without}: ${path} cannot be opened: ${wordsOf(error)}`)
    return null
  }
}
