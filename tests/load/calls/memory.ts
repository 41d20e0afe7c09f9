// Memory of a site that is started by `npm start`: at its first start, at a later one, idle and after a minute of load.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../../../scripts/server-process.mjs'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { PAGES } from '../../support/browsers/pages.ts'
import { scratchPostgres } from '../../support/databases/databases.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { SandboxPlayer } from '../scale/sandbox-player.ts'

const REST_MS = 30_000
const LOAD_MS = 60_000
const PLAYERS = 6
const GUESTS = 10
const CASE = 'first-step'
/** Megabytes. */
const GOALS = { sandbox: { peak: 700, rest: 550 }, postgres: { rest: 200 } } as const

const root = new URL('../../..', import.meta.url).pathname

interface Running {
  readonly url: string
  readonly child: ChildProcess
}

async function start(environment: Record<string, string>): Promise<Running> {
  const [port, realtimePort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [...SERVER_FLAGS, 'src/server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...SERVER_ENVIRONMENT,
      NODE_ENV: 'production',
      MODE: 'sandbox',
      SITE_URL: url,
      PORT: String(port),
      REALTIME_PORT: String(realtimePort),
      METRICS_PORT: 'off',
      OFFICE_PORT: 'off',
      ICONS: 'off',
      LOG_LEVEL: 'warn',
      CALLS_PER_MINUTE: '100000000',
      ACTIONS_PER_MINUTE: '100000000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(url)) resolve()
    })
    child.once('exit', (code) => reject(new Error(`The site ended with ${code}`)))
  })
  return { url, child }
}

async function stop({ child }: Running): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** Megabytes of memory: the maximum so far, and now. */
interface Memory {
  readonly peak: number
  readonly now: number
}

function memoryOf({ child }: Running): Memory {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const megabytes = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { peak: megabytes('VmHWM'), now: megabytes('VmRSS') }
}

/** Every page in every language, with the paths of cases. */
async function pathsOf({ url }: Running): Promise<string[]> {
  const map = await (await fetch(`${url}/sitemap.xml`)).text()
  const listed = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  const others = LANGUAGES.flatMap((language) => PAGES.map((path) => `/${language}${path === '/' ? '' : path}`))
  return [...new Set([...listed, ...others])]
}

async function readAll({ url }: Running, paths: readonly string[]): Promise<void> {
  for (const path of paths) await (await fetch(url + path)).arrayBuffer()
}

async function play(player: SandboxPlayer, until: number): Promise<number> {
  let calls = 0
  for (; performance.now() < until; calls++) {
    const opened = await player.post<{ success: boolean }>(`/api/case/${CASE}/open`, { count: 1 + (calls % 10) })
    if (!opened.success || calls % 8 === 0) await player.post('/api/user/items/sell', { ids: [], isAll: true })
    await player.get('/api/user/get')
    await player.get('/api/user/items?sort=new')
    await player.get('/api/user/history')
  }
  return calls
}

async function browse({ url }: Running, paths: readonly string[], place: number, until: number): Promise<number> {
  const calls = ['/api/cases', '/api/live', '/api/raffle', '/api/settings']
  let requests = 0
  for (; performance.now() < until; requests++) {
    const at = place * 7 + requests
    const path = requests % 2 === 0 ? paths[at % paths.length] : calls[at % calls.length]
    await (await fetch(`${url}${path}`)).arrayBuffer()
  }
  return requests
}

/** Loads a site for a minute with players and guests. */
async function load(site: Running, paths: readonly string[]): Promise<void> {
  const players = await Promise.all(
    Array.from({ length: PLAYERS }, (_, place) => SandboxPlayer.signIn(site.url, place)),
  )
  const until = performance.now() + LOAD_MS
  const played = Promise.all(players.map((player) => play(player, until)))
  const browsed = Promise.all(Array.from({ length: GUESTS }, (_, place) => browse(site, paths, place, until)))
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
  console.log(`  load: ${sum(await played)} rounds of play, ${sum(await browsed)} requests of guests`)
}

function row(name: string, { peak, now }: Memory): void {
  console.log(`${name.padEnd(44)}${peak.toFixed(0).padStart(8)}${now.toFixed(0).padStart(8)}`)
}

/** Starts a site, reads all of its documents and stays idle. */
async function startAndRest(environment: Record<string, string>): Promise<{ site: Running; paths: string[] }> {
  const site = await start(environment)
  const paths = await pathsOf(site)
  await readAll(site, paths)
  await wait(REST_MS)
  return { site, paths }
}

interface Measured {
  readonly peak: number
  /** The maximum of the idle measurements. */
  readonly rest: number
}

async function measure(name: string, database: Record<string, string>): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'spacedrop-memory-'))
  const environment = { DATA_DIR: folder, ...database }
  try {
    const first = await startAndRest(environment)
    const atFirst = memoryOf(first.site)
    row(`${name}: first start, 30 s at rest`, atFirst)
    await stop(first.site)
    const { site, paths } = await startAndRest(environment)
    const atSecond = memoryOf(site)
    row(`${name}: another start, 30 s at rest`, atSecond)
    await load(site, paths)
    row(`${name}: at the end of a minute of load`, memoryOf(site))
    await wait(REST_MS)
    const atEnd = memoryOf(site)
    row(`${name}: 30 s after the load`, atEnd)
    await stop(site)
    return { peak: Math.max(atFirst.peak, atEnd.peak), rest: Math.max(atFirst.now, atSecond.now, atEnd.now) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Measures memory and prints a table; true when every goal is met. */
export async function run(): Promise<boolean> {
  console.log('Resident memory in MB, with the documents of all languages in memory\n')
  console.log(`${''.padEnd(44)}${'peak'.padStart(8)}${'now'.padStart(8)}`)
  const sandbox = await measure('PGlite', { DATABASE_URL: '' })
  const { peak, rest } = GOALS.sandbox
  console.log(`goal: at most ${peak} at the peak, ${rest} at rest\n`)
  const holds = sandbox.peak <= peak && sandbox.rest <= rest
  if (process.env.TEST_DATABASE_URL === undefined) {
    console.log('Left out: PostgreSQL. Set TEST_DATABASE_URL to measure it.')
    return holds
  }
  const scratch = await scratchPostgres()
  try {
    const postgres = await measure('PostgreSQL', { DATABASE_URL: scratch.url })
    console.log(`goal: at most ${GOALS.postgres.rest} at rest`)
    return holds && postgres.rest <= GOALS.postgres.rest
  } finally {
    await scratch.drop()
  }
}
