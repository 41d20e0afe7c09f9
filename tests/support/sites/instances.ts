// Several instances of the site in separate processes, with one PostgreSQL and one Redis, and the events that a visitor
// of each receives.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import type { LiveDrop } from '../../../src/protocol/live.ts'
import type { ClientEvents, ServerEvents, Topic } from '../../../src/protocol/realtime.ts'
import { migratedPostgres } from '../databases/databases.ts'
import { RetryingPlayer } from './retrying-player.ts'
import { type ServerProcess, serverProcess } from './server-process.ts'

/** The Redis of the suites, which are skipped without it, and without PostgreSQL. */
export const REDIS_URL = process.env.TEST_REDIS_URL
export const CAN_RUN = REDIS_URL !== undefined && process.env.TEST_DATABASE_URL !== undefined

export interface Cluster {
  readonly servers: readonly [ServerProcess, ServerProcess]
  /** Players who are signed in at the first instance. */
  readonly players: readonly RetryingPlayer[]
  readonly folder: string
  close(): Promise<void>
}

/** Starts two instances, with names in Redis that no other run has. */
export async function openCluster(
  redisUrl: string,
  playerCount: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'spacedrop-instances-'))
  const scratch = await migratedPostgres()
  const start = (name: string): ServerProcess =>
    serverProcess({
      DATA_DIR: join(folder, name),
      DATABASE_URL: scratch.url,
      REDIS_URL: redisUrl,
      REDIS_PREFIX: `test-${folder.slice(-6)}`,
      SECRET: 'a-secret-of-at-least-32-characters',
      HOUSE_PLAYERS: 'off',
      CALLS_PER_MINUTE: '100000',
      PAGES_PER_MINUTE: '100000',
      ACTIONS_PER_MINUTE: '100000',
      ...environment,
    })
  const servers = [start('one'), start('two')] as const
  const codes = await servers[0].start(playerCount)
  await servers[1].start(0)
  const players = await Promise.all(codes.map((code) => RetryingPlayer.signIn(servers[0], code)))
  return {
    servers,
    players,
    folder,
    close: async () => {
      await Promise.all(servers.map((server) => server.kill()))
      await scratch.drop()
      await rm(folder, { recursive: true })
    },
  }
}

export type Listener = Socket<ServerEvents, ClientEvents> & {
  /** The received events, by name, oldest first. */
  readonly heard: Record<string, unknown[]>
}

/** A visitor's socket at an address, or a player's when one is given. Resolves once it is connected. */
export async function listenAt(address: string, player?: RetryingPlayer, topic?: Topic): Promise<Listener> {
  const heard: Record<string, unknown[]> = {}
  const socket = io(address, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
    auth: { token: player?.token ?? null, topic },
    extraHeaders: { origin: address, cookie: player?.cookies ?? '' },
  })
  socket.onAny((event: string, words: unknown) => {
    heard[event] = [...(heard[event] ?? []), words]
  })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  return Object.assign(socket, { heard }) as Listener
}

/** Returns the ids of the drops that a listener has received. */
export function dropsReceived({ heard }: Listener): string[] {
  return (heard.live ?? []).flatMap((words) => (words as { item: { all: LiveDrop[] } }).item.all.map(({ id }) => id))
}

/** Opens the cheapest case once; returns the drop's id. */
export async function openCase(player: RetryingPlayer): Promise<string> {
  const { text } = await player.post('/api/case/first-step/open', JSON.stringify({ count: 1 }))
  const { success, drops } = JSON.parse(text)
  if (success !== true) throw new Error(text)
  return drops[0].id
}
