// Redis, where several instances share what needs no row: live events, rate limits. Everything else is in the database, so Redis
// may be unavailable at any time: commands then fail at once, and every instance continues alone.
import { EventEmitter } from 'node:events'
import { Redis as Client, type RedisOptions } from 'ioredis'
import type { RedisSentinels } from '../config/config.ts'

/** The timeout of a command, because a player waits for it. */
const COMMAND_MS = 500
/** How often Redis is pinged, and how long a pinged connection may be silent. */
const PING_EVERY_MS = 1_000
const SILENT_MS = 3_000
/** Readers block for five seconds; a reader that is silent for this long has lost its connection. */
const READER_SILENT_MS = 15_000
const CONNECT_MS = 2_000
/** The delay between reconnection attempts: growing, up to this. */
const RETRY_STEP_MS = 100
const RETRY_MOST_MS = 2_000

/** `off` when none is configured, `away` while it does not answer. */
export type RedisState = 'off' | 'ready' | 'away'

interface RedisChanges {
  /** Redis answers again after it was away. */
  back: []
}

export interface Redis {
  /** For commands that must not wait: they reject at once while Redis is away. */
  readonly client: Client
  /** The prefix of every key, stream and channel of this site. */
  readonly prefix: string
  state(): RedisState
  readonly changes: EventEmitter<RedisChanges>
  /** Opens a connection for blocking reads: its commands wait until Redis is back. */
  reader(): Client
  close(): Promise<void>
}

export interface RedisSettings {
  readonly url: string
  readonly sentinels?: RedisSentinels | undefined
  readonly prefix: string
  readonly log: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
}

function retryStrategy(attempt: number): number {
  return Math.min(RETRY_MOST_MS, attempt * RETRY_STEP_MS)
}

/** The options by which a client finds the master, and leaves one that has become a replica. */
function optionsOf({ url, sentinels }: Pick<RedisSettings, 'url' | 'sentinels'>): RedisOptions {
  if (sentinels === undefined) return {}
  return {
    sentinels: sentinels.places.map(({ host, port }) => ({ host, port })),
    name: sentinels.master,
    sentinelRetryStrategy: retryStrategy,
    sentinelCommandTimeout: COMMAND_MS,
    enableTLSForSentinelMode: url.startsWith('rediss:'),
    // Sentinels say at once when they have chosen another one.
    failoverDetector: true,
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  }
}

const FAIL_FAST: RedisOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  commandTimeout: COMMAND_MS,
  socketTimeout: SILENT_MS,
  connectTimeout: CONNECT_MS,
  retryStrategy,
}

const BLOCKING: RedisOptions = {
  enableOfflineQueue: true,
  maxRetriesPerRequest: null,
  socketTimeout: READER_SILENT_MS,
  connectTimeout: CONNECT_MS,
  keepAlive: 5_000,
  retryStrategy,
}

/**
 * A client that ends only when it is told to. The library ends one for good whose sentinels name another master while it is looking for one.
 */
class LastingClient extends Client {
  #isEnded = false

  constructor(url: string, options: RedisOptions) {
    super(url, options)
    this.on('end', () => {
      const again = (): void => {
        if (!this.#isEnded && this.status === 'end') this.connect().catch(() => undefined)
      }
      if (!this.#isEnded) setTimeout(again, RETRY_STEP_MS).unref()
    })
  }

  override disconnect(reconnect = false): void {
    this.#isEnded ||= !reconnect
    super.disconnect(reconnect)
  }
}

/** A client whose duplicates are readers: the adapter of Socket.IO duplicates the client, and its copies have to wait. */
class FailFastClient extends LastingClient {
  readonly #reader: () => Client

  constructor(url: string, options: RedisOptions, reader: () => Client) {
    super(url, { ...FAIL_FAST, ...options })
    this.#reader = reader
  }

  override duplicate(): Client {
    return this.#reader()
  }
}

/** Opens Redis. Never throws when Redis is unavailable: it may become available later. */
export function openRedis({ url, sentinels, prefix, log }: RedisSettings): Redis {
  const options = optionsOf({ url, sentinels })
  const readers = new Set<Client>()
  const changes = new EventEmitter<RedisChanges>()
  changes.setMaxListeners(0)
  let state: RedisState = 'away'
  let isAwayLogged = false
  let closing = false

  function reader(): Client {
    const made = new LastingClient(url, { ...BLOCKING, ...options })
    // Logged once, by the client whose state counts.
    made.on('error', () => undefined)
    readers.add(made)
    return made
  }

  const client = new FailFastClient(url, options, reader)

  function markAway(reason: unknown): void {
    state = 'away'
    if (isAwayLogged || closing) return
    isAwayLogged = true
    const problem = reason instanceof Error ? reason.message : String(reason)
    log.warn({ problem }, 'Redis is away; this instance continues alone')
  }

  async function ping(): Promise<void> {
    try {
      await client.ping()
      if (state === 'ready' || closing) return
      state = 'ready'
      if (!isAwayLogged) return
      isAwayLogged = false
      log.info({}, 'Redis is back')
      changes.emit('back')
    } catch (error) {
      markAway(error)
    }
  }

  client.on('error', markAway)
  client.on('close', () => markAway('the connection was lost'))
  client.on('ready', () => void ping())
  const pinging = setInterval(() => void ping(), PING_EVERY_MS)
  pinging.unref()

  return {
    client,
    prefix,
    state: () => state,
    changes,
    reader,
    close: async () => {
      closing = true
      clearInterval(pinging)
      for (const open of readers) open.disconnect()
      client.disconnect()
    },
  }
}
