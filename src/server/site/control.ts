// How `npm run ops` reaches a running instance on this machine: a socket in DATA_DIR, named by the instance's port. Unlike a file with a
// process id it cannot name a process that has taken the id since.
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

const FOLDER = 'control'
const NAME = /^(\d+)\.sock$/

/** Sent by an instance that has done what it was told; one that was told to end only ends. */
const DONE = 'done'

/** The longest word of an order. */
const WORD_BYTES = 20

/** Stops the instance without losing a call. */
const DRAIN = 'drain'

export interface ControlOptions {
  readonly dataDir: string
  readonly port: number
  /** Stops the instance. */
  readonly drain: () => Promise<void>
  readonly log: { warn(fields: object, message: string): void }
}

const socketOf = (dataDir: string, port: number): string => join(dataDir, FOLDER, `${port}.sock`)

/** Runs the order that a command sends. The connection stays open until it is carried out, which the command waits for. */
function take(connection: Socket, drain: ControlOptions['drain']): void {
  let word = ''
  connection.setEncoding('utf8')
  connection.on('error', () => connection.destroy())
  connection.on('data', (text: string) => {
    word += text
    if (word.length > WORD_BYTES) connection.destroy()
    if (!word.endsWith('\n')) return
    const order = word.trim()
    if (order !== DRAIN) connection.end(`The instance does not know the order ${order}`)
    else {
      drain().then(
        () => connection.end(DONE),
        (error: unknown) => connection.end(error instanceof Error ? error.message : String(error)),
      )
    }
  })
}

/**
 * Listens for orders of the operator. A system without such sockets gets a warning, and no orders.
 *
 * @returns stops listening
 */
export async function openControl({ dataDir, port, drain, log }: ControlOptions): Promise<() => Promise<void>> {
  const path = socketOf(dataDir, port)
  const open = new Set<Socket>()
  const server = createServer((connection) => {
    open.add(connection)
    connection.once('close', () => open.delete(connection))
    take(connection, drain)
  })
  try {
    await mkdir(join(dataDir, FOLDER), { recursive: true, mode: 0o700 })
    // Of an instance that was killed: the port is ours, so nobody else listens there.
    await rm(path, { force: true })
    server.listen(path)
    await once(server, 'listening')
  } catch (error) {
    log.warn({ err: error }, 'there is no socket for npm run ops -- drain; SIGTERM does the same')
    return async () => undefined
  }
  server.unref()
  return async () => {
    server.close()
    for (const connection of open) connection.destroy()
    await rm(path, { force: true })
  }
}

/** Connects to an instance; null where none listens. */
async function connectTo(dataDir: string, port: number): Promise<Socket | null> {
  const connection = connect(socketOf(dataDir, port))
  try {
    await once(connection, 'connect')
    return connection
  } catch {
    return null
  }
}

/** Returns the ports of the instances that run with a DATA_DIR. */
export async function listInstances(dataDir: string): Promise<number[]> {
  const names = await readdir(join(dataDir, FOLDER)).catch(() => [])
  const running: number[] = []
  for (const port of names.flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number)) {
    const connection = await connectTo(dataDir, port)
    connection?.destroy()
    if (connection !== null) running.push(port)
  }
  return running
}

/**
 * Stops an instance without losing a call, and waits until it has ended.
 *
 * @returns false where no instance listens
 * @throws Error with what the instance says when it cannot stop
 */
export async function drainInstance(dataDir: string, port: number): Promise<boolean> {
  const connection = await connectTo(dataDir, port)
  if (connection === null) return false
  let answer = ''
  connection.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  // A process that ends may reset the connection.
  connection.on('error', () => undefined)
  const ended = once(connection, 'close')
  connection.write(`${DRAIN}\n`)
  await ended
  if (answer !== '' && answer !== DONE) throw new Error(answer)
  return true
}
