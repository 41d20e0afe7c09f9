// Openings and pages a second of one instance with one worker and with two, on PostgreSQL, without Redis and nginx. The load and the
// database take processors too: on two of them the second worker gains what they leave.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../../scripts/server-process.mjs'
import { type ScratchPostgres, scratchPostgres } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { QUIET_SITE, start, stop } from './processes.ts'
import type { LoadSite } from './site-process.ts'
import { missingWrk, wrkLoad } from './wrk.ts'

const CLIENTS = 20
const SECONDS = 10
const WARM_SECONDS = 3
const ROUNDS = 3
const WORKERS = [1, 2]
const OPEN = '/api/case/orion/open'
const PAGE = '/en/faq'

interface Rates {
  readonly openings: number
  readonly pages: number
  readonly failed: number
}

type Settings = Record<string, string>

/** Makes rich players, signed in, by a process that ends then. */
async function makePlayers(settings: Settings): Promise<LoadSite['players']> {
  const environment = { ...settings, PORT: '0', REALTIME_PORT: '0' }
  const { said, child } = await start<LoadSite>('tests/load/site-process.ts', [String(CLIENTS)], environment)
  await stop(child)
  return said.players
}

/** Starts the built site; resolves once it serves. */
async function startSite(settings: Settings): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...SERVER_FLAGS, 'src/server/main.ts'], {
    env: { ...process.env, ...SERVER_ENVIRONMENT, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  const isUp = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('realtime on port')) resolve()
    })
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The site ended with ${code}`)
  })
  await Promise.race([isUp, ended])
  // Its end is expected from now on.
  ended.catch(() => undefined)
  return child
}

async function pagesASecond(port: number): Promise<number> {
  const words = ['--threads', '2', '--connections', '50', '--duration', `${SECONDS}s`]
  const { stdout } = await promisify(execFile)('wrk', [
    ...words,
    '--header',
    'accept-encoding: gzip',
    `http://127.0.0.1:${port}${PAGE}`,
  ])
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]
  if (rate === undefined || /Non-2xx/.test(stdout)) throw new Error(`wrk failed: ${stdout}`)
  return Number(rate)
}

async function measure(workers: number, settings: Settings, players: LoadSite['players']): Promise<Rates> {
  const [port, realtimePort] = [await freePort(), await freePort()]
  const own = { WORKERS: String(workers), PORT: String(port), REALTIME_PORT: String(realtimePort) }
  const child = await startSite({ ...settings, ...own })
  try {
    const site: LoadSite = { port, players }
    const openFor = (seconds: number) => wrkLoad(site, OPEN, '{"count":1}', seconds)
    await openFor(WARM_SECONDS)
    const { done, failed, seconds } = await openFor(SECONDS)
    await pagesASecond(port)
    return { openings: done / seconds, pages: await pagesASecond(port), failed }
  } finally {
    await stop(child)
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

async function measureAll(scratch: ScratchPostgres, folder: string): Promise<boolean> {
  const settings = {
    ...QUIET_SITE,
    MODE: 'sandbox',
    SITE_URL: '',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    DATABASE_URL: scratch.url,
    DATABASE_CONNECTIONS: '10',
    REDIS_URL: '',
    DATA_DIR: folder,
    SECRET: 'a-secret-of-at-least-32-characters',
    PAGES_PER_MINUTE: '100000000',
  }
  const players = await makePlayers(settings)
  const found = new Map<number, Rates[]>(WORKERS.map((workers) => [workers, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const workers of WORKERS) found.get(workers)?.push(await measure(workers, settings, players))
  }
  console.log(`${CLIENTS} clients, ${SECONDS} s each; median of ${ROUNDS} rounds\n`)
  console.log(`${'workers'.padEnd(10)}${'openings a second'.padStart(20)}${'pages a second'.padStart(20)}`)
  let failed = 0
  for (const [workers, rates] of found) {
    const [openings, pages] = [median(rates.map((one) => one.openings)), median(rates.map((one) => one.pages))]
    failed += rates.reduce((sum, one) => sum + one.failed, 0)
    console.log(`${String(workers).padEnd(10)}${openings.toFixed(0).padStart(20)}${pages.toFixed(0).padStart(20)}`)
  }
  console.log(`\n${failed} failed`)
  return failed === 0
}

/** Measures both in turn, so that other work on the machine affects both. Returns true when no call failed. */
export async function run(): Promise<boolean> {
  const missing = missingWrk()
  if (missing !== null) throw new Error(missing)
  const scratch = await scratchPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'spacedrop-workers-'))
  try {
    return await measureAll(scratch, folder)
  } finally {
    rmSync(folder, { recursive: true })
    await scratch.drop()
  }
}
