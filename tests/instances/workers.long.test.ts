// One instance with several workers, on PostgreSQL, without Redis and nginx: sockets reach players on either worker, a worker that is
// killed is replaced, and a roll loses no call.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SERVER_FLAGS } from '../../scripts/server-process.mjs'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { items } from '../../src/server/db/schema.ts'
import { findBuild } from '../../src/server/site/current-build.ts'
import { runOps } from '../support/command.ts'
import { migratedPostgres, type ScratchPostgres } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { type Listener, listenAt, openCase } from '../support/instances.ts'
import { type Acknowledged, RetryingPlayer } from '../support/retrying-player.ts'
import { serverProcess } from '../support/server-process.ts'

const root = join(import.meta.dirname, '../..')
const CAN_START = process.env.TEST_DATABASE_URL !== undefined && findBuild(join(root, 'dist')) !== null
const PLAYERS = 4
const MINUTE_MS = 60_000

describe.skipIf(!CAN_START)('an instance with two workers', () => {
  let folder: string
  let scratch: ScratchPostgres
  let primary: ChildProcess
  let players: RetryingPlayer[]
  let address: string
  let realtimeAddress: string
  let log = ''

  /** Returns the ids of the workers, which are the primary's children. */
  async function workerIds(): Promise<number[]> {
    const text = await readFile(`/proc/${primary.pid}/task/${primary.pid}/children`, 'utf8')
    return text.trim().split(' ').filter(Boolean).map(Number)
  }

  const environment = () => ({
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    MODE: 'sandbox',
    DATABASE_URL: scratch.url,
    SECRET: 'a-secret-of-at-least-32-characters',
    HOUSE_PLAYERS: 'off',
    ICONS: 'off',
    METRICS_PORT: 'off',
    LOG_LEVEL: 'warn',
    CALLS_PER_MINUTE: '100000',
    PAGES_PER_MINUTE: '100000',
    ACTIONS_PER_MINUTE: '100000',
  })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-workers-'))
    scratch = await migratedPostgres()
    // Makes the players, and is gone.
    const maker = serverProcess({ ...environment(), DATA_DIR: join(folder, 'maker') })
    const codes = await maker.start(PLAYERS)
    await maker.kill()
    const [port, realtimePort] = [await freePort(), await freePort()]
    address = `http://127.0.0.1:${port}`
    realtimeAddress = `http://127.0.0.1:${realtimePort}`
    primary = spawn(process.execPath, [...SERVER_FLAGS, 'src/server/main.ts'], {
      cwd: root,
      env: {
        ...environment(),
        WORKERS: '2',
        DRAIN_SECONDS: '2',
        HOST: '127.0.0.1',
        PORT: String(port),
        REALTIME_PORT: String(realtimePort),
        SITE_URL: address,
        DATA_DIR: join(folder, 'site'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [primary.stdout, primary.stderr])
      stream?.on('data', (text: Buffer) => {
        log += text.toString()
      })
    await vi.waitFor(() => expect(log).toContain('2 workers'), { timeout: 2 * MINUTE_MS, interval: 100 })
    const server = { address: async () => address } as Parameters<typeof RetryingPlayer.signIn>[0]
    players = await Promise.all(codes.map((code) => RetryingPlayer.signIn(server, code)))
  }, 4 * MINUTE_MS)

  afterAll(async () => {
    if (primary?.exitCode === null && primary.kill('SIGKILL')) await once(primary, 'exit')
    await scratch?.drop()
    await rm(folder, { recursive: true })
  })

  const playerAt = (place: number): RetryingPlayer => players[place % PLAYERS] as RetryingPlayer

  it('reaches a player on either worker', async () => {
    expect(await workerIds()).toHaveLength(2)
    // The least busy worker gets the next socket, so both have some.
    const sockets: Listener[] = []
    for (let place = 0; place < 4; place++) sockets.push(await listenAt(realtimeAddress, playerAt(0)))
    for (let round = 0; round < 3; round++) await openCase(playerAt(0))
    for (const socket of sockets) {
      await expect.poll(() => socket.heard['update user']?.length, { message: log }).toBeGreaterThanOrEqual(3)
      await expect.poll(() => socket.heard.online?.at(-1)).toBeGreaterThanOrEqual(4)
    }
    for (const socket of sockets) socket.disconnect()
  })

  it('accepts a client that polls, however its connections are handed out', async () => {
    const ask = async (query: string, init: RequestInit = {}): Promise<string> => {
      const response = await fetch(`${realtimeAddress}/socket.io/?EIO=4&transport=polling${query}`, {
        ...init,
        headers: { origin: realtimeAddress, connection: 'close' },
      })
      expect(response.status).toBe(200)
      return response.text()
    }
    const { sid } = JSON.parse((await ask('')).slice(1)) as { sid: string }
    expect(await ask(`&sid=${sid}`, { method: 'POST', body: '40{"token":null}' })).toBe('ok')
    expect(await ask(`&sid=${sid}`)).toMatch(/^40/)
  })

  /** Lets all players open cases until `until` resolves; returns what was acknowledged. */
  async function playUntil(until: Promise<unknown>): Promise<Acknowledged[]> {
    let isOver = false
    const all: Acknowledged[] = []
    const playing = players.map(async (player) => {
      while (!isOver) all.push(await player.post('/api/case/first-step/open', JSON.stringify({ count: 1 })))
    })
    await until
    isOver = true
    await Promise.all(playing)
    return all
  }

  /** Fails unless every drop that was acknowledged is in the database. */
  async function expectKept(acknowledged: readonly Acknowledged[]): Promise<void> {
    const onRetry = (): void => undefined
    const db = await openPostgres({ url: scratch.url, connections: 1, onRetry, onIdleFault: onRetry })
    try {
      const kept = new Set((await db.queries.select({ id: items.id }).from(items)).map(({ id }) => id))
      const replies = acknowledged.map(({ text }) => JSON.parse(text) as { success: boolean; drops?: { id: string }[] })
      const drops = replies.flatMap(({ drops = [] }) => drops)
      expect(drops.length).toBeGreaterThan(0)
      expect(drops.filter(({ id }) => !kept.has(id))).toEqual([])
    } finally {
      await db.close()
    }
  }

  it('replaces a worker that is killed, and loses nothing that was acknowledged', {
    timeout: 2 * MINUTE_MS,
  }, async () => {
    const before = await workerIds()
    const [victim = 0] = before
    const replaced = async (): Promise<void> => {
      process.kill(victim, 'SIGKILL')
      await vi.waitFor(
        async () => {
          const now = await workerIds()
          expect(now).not.toContain(victim)
          expect(now).toHaveLength(2)
        },
        { timeout: MINUTE_MS, interval: 50 },
      )
      await vi.waitFor(async () => expect((await fetch(`${address}/ready`)).status).toBe(200), { timeout: MINUTE_MS })
    }
    const acknowledged = await playUntil(replaced())
    expect(acknowledged.every(({ status }) => status === 200)).toBe(true)
    await expectKept(acknowledged)
  })

  it('rolls its workers without losing a call', { timeout: 3 * MINUTE_MS }, async () => {
    const before = await workerIds()
    const roll = async (): Promise<void> => {
      const { code, out, err } = await runOps(['roll'], { DATA_DIR: join(folder, 'site'), DATABASE_URL: scratch.url })
      expect(err, log).toBe('')
      expect(out).toContain('were replaced')
      expect(code).toBe(0)
    }
    const acknowledged = await playUntil(roll())
    expect(acknowledged.filter(({ sent, status }) => sent !== 1 || status !== 200)).toEqual([])
    const after = await workerIds()
    expect(after).toHaveLength(2)
    for (const id of before) expect(after).not.toContain(id)
    await expectKept(acknowledged)
  })

  it('stops as a whole', { timeout: MINUTE_MS }, async () => {
    const socket = await listenAt(realtimeAddress)
    const { code, err } = await runOps(['drain'], { DATA_DIR: join(folder, 'site'), DATABASE_URL: scratch.url })
    expect(err).toBe('')
    expect(code).toBe(0)
    if (primary.exitCode === null) await once(primary, 'exit')
    expect(primary.exitCode, log).toBe(0)
    expect(socket.connected).toBe(false)
    socket.disconnect()
  })
})

it('refuses several workers on PGlite, and says what to do', async () => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/check-settings.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, MODE: 'sandbox', WORKERS: 'auto' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  await once(child, 'close')
  expect(child.exitCode).toBe(1)
  expect(text).toContain('WORKERS: more than one process needs PostgreSQL: set DATABASE_URL')
})
