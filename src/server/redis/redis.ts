// Redis, where several instances share what is not worth a row: who hears what live, how often somebody called. The database is the
// truth without it, so that it may go away at any time: calls to it fail at once then, and every instance goes on alone.
import { EventEmitter } from 'node:events'
import { Redis as Client, type RedisOptions } from 'ioredis'

/** How long a command may take. Whoever waits for it has somebody waiting too. */
const COMMAND_MS = 500
/** How often it is asked whether it is there, and how long a connection may be silent that is asked that often. */
const ASK_EVERY_MS = 1_000
const SILENT_MS = 3_000
/** Readers wait five seconds for something to read; one that hears nothing for this long has lost its connection. */
const READER_SILENT_MS = 15_000
const CONNECT_MS = 2_000
/** Between attempts to reach it again: longer each time, and never longer than this. */
const RETRY_STEP_MS = 100
const RETRY_MOST_MS = 2_000

/** `off` where none is set up, `away` while it does not answer. */
export type RedisState = 'off' | 'ready' | 'away'

interface Turnabouts {
  /** It answers again, after it was away. */
  back: []
}

export interface Redis {
  /** For commands that must not wait: they reject at once while it is away. */
  readonly client: Client
  /** Begins the name of every key, stream and channel of this site. */
  readonly prefix: string
  state(): RedisState
  readonly turnabouts: EventEmitter<Turnabouts>
  /** A connection of its own for whoever waits for what comes: its commands wait until Redis is back. */
  reader(): Client
  close(): Promise<void>
}

export interface RedisSettings {
  readonly url: string
  readonly prefix: string
  readonly log: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
}

function retryStrategy(attempt: number): number {
  return Math.min(RETRY_MOST_MS, attempt * RETRY_STEP_MS)
}

const IMPATIENT: RedisOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  commandTimeout: COMMAND_MS,
  socketTimeout: SILENT_MS,
  connectTimeout: CONNECT_MS,
  retryStrategy,
}

const PATIENT: RedisOptions = {
  enableOfflineQueue: true,
  maxRetriesPerRequest: null,
  socketTimeout: READER_SILENT_MS,
  connectTimeout: CONNECT_MS,
  keepAlive: 5_000,
  retryStrategy,
}

/** A client whose copies are readers: the adapter of Socket.IO makes its own that way, and they have to wait where it must not. */
class ImpatientClient extends Client {
  readonly #reader: () => Client

  constructor(url: string, reader: () => Client) {
    super(url, IMPATIENT)
    this.#reader = reader
  }

  override duplicate(): Client {
    return this.#reader()
  }
}

/** Opens Redis. Never throws for what Redis does: it may as well come later. */
export function openRedis({ url, prefix, log }: RedisSettings): Redis {
  const readers = new Set<Client>()
  const turnabouts = new EventEmitter<Turnabouts>()
  turnabouts.setMaxListeners(0)
  let state: RedisState = 'away'
  let isSaid = false
  let closing = false

  function reader(): Client {
    const made = new Client(url, PATIENT)
    // Said once, by the client whose state counts.
    made.on('error', () => undefined)
    readers.add(made)
    made.once('end', () => readers.delete(made))
    return made
  }

  const client = new ImpatientClient(url, reader)

  function away(reason: unknown): void {
    state = 'away'
    if (isSaid || closing) return
    isSaid = true
    const problem = reason instanceof Error ? reason.message : String(reason)
    log.warn({ problem }, 'Redis is away; this instance goes on alone')
  }

  async function ask(): Promise<void> {
    try {
      await client.ping()
      if (state === 'ready' || closing) return
      state = 'ready'
      if (!isSaid) return
      isSaid = false
      log.info({}, 'Redis is back')
      turnabouts.emit('back')
    } catch (error) {
      away(error)
    }
  }

  client.on('error', away)
  client.on('close', () => away('the connection was lost'))
  client.on('ready', () => void ask())
  const asking = setInterval(() => void ask(), ASK_EVERY_MS)
  asking.unref()

  return {
    client,
    prefix,
    state: () => state,
    turnabouts,
    reader,
    close: async () => {
      closing = true
      clearInterval(asking)
      for (const open of readers) open.disconnect()
      client.disconnect()
    },
  }
}
