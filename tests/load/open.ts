// Openings a second through HTTP, with everything that an opening does, next to pgbench's TPC-B at the same number of
// clients.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { scratchPostgres } from '../support/databases.ts'
import { type LoadResult, percentile, postLoad } from './http-load.ts'
import type { LoadSite } from './site-process.ts'

const CLIENTS = 20
const SECONDS = 15
const GOAL = 1.0
const CASE = 'orion'

interface Running {
  readonly site: LoadSite
  readonly process: ChildProcess
}

function startSite(environment: Record<string, string>): Promise<Running> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'tests/load/site-process.ts', String(CLIENTS)],
    {
      env: {
        ...process.env,
        ...environment,
        PORT: '0',
        REALTIME_PORT: '0',
        METRICS_PORT: 'off',
        SITE_URL: '',
        HOUSE_PLAYERS: 'off',
        ICONS: 'off',
        LOG_LEVEL: 'warn',
        DATABASE_CONNECTIONS: String(CLIENTS),
        CALLS_PER_MINUTE: '100000000',
        ACTIONS_PER_MINUTE: '100000000',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const line = said.split('\n').find((candidate) => candidate.startsWith('{"port"'))
      if (line !== undefined) resolve({ site: JSON.parse(line) as LoadSite, process: child })
    })
    child.once('exit', (code) => reject(new Error(`The site ended with ${code}`)))
  })
}

async function measure(environment: Record<string, string>): Promise<LoadResult> {
  const { site, process: child } = await startSite(environment)
  try {
    await postLoad(site, `/api/case/${CASE}/open`, '{"count":1}', 3)
    return await postLoad(site, `/api/case/${CASE}/open`, '{"count":1}', SECONDS)
  } finally {
    child.removeAllListeners('exit')
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
}

async function tpcB(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.end()
  execFileSync('pgbench', ['--initialize', '--quiet', '--scale', String(CLIENTS), url], { stdio: 'ignore' })
  const said = execFileSync(
    'pgbench',
    [
      '--client',
      String(CLIENTS),
      '--jobs',
      '2',
      '--protocol',
      'prepared',
      '--time',
      String(SECONDS),
      '--no-vacuum',
      url,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  ).toString()
  const tps = /tps = ([\d.]+)/.exec(said)?.[1]
  if (tps === undefined) throw new Error(`pgbench said nothing of its speed: ${said}`)
  return Number(tps)
}

function row(name: string, perSecond: number, result?: LoadResult): string {
  const latency =
    result === undefined ? '' : `${percentile(result, 0.5).toFixed(1)} / ${percentile(result, 0.99).toFixed(1)}`
  return `${name.padEnd(28)}${perSecond.toFixed(0).padStart(10)}${latency.padStart(18)}${String(result?.failed ?? '').padStart(8)}`
}

/** Measures openings on both databases and pgbench, one after the other, on an otherwise unchanged machine. */
export async function run(): Promise<boolean> {
  console.log(`${CLIENTS} clients, ${SECONDS} s each\n`)
  console.log(`${''.padEnd(28)}${'a second'.padStart(10)}${'p50 / p99 ms'.padStart(18)}${'failed'.padStart(8)}`)
  const folder = mkdtempSync(join(tmpdir(), 'spacedrop-bench-'))
  const onPglite = await measure({ DATA_DIR: folder, DATABASE_URL: '' })
  rmSync(folder, { recursive: true })
  console.log(row('openings on PGlite', onPglite.done / onPglite.seconds, onPglite))
  if (process.env.TEST_DATABASE_URL === undefined) {
    console.log('Left out: PostgreSQL and pgbench. Set TEST_DATABASE_URL to measure them.')
    return onPglite.failed === 0
  }
  const yardstick = await scratchPostgres()
  const before = await tpcB(yardstick.url)
  console.log(row('pgbench TPC-B', before))
  const scratch = await scratchPostgres()
  const secrets = mkdtempSync(join(tmpdir(), 'spacedrop-bench-'))
  const onPostgres = await measure({ DATA_DIR: secrets, DATABASE_URL: scratch.url })
  rmSync(secrets, { recursive: true })
  console.log(row('openings on PostgreSQL', onPostgres.done / onPostgres.seconds, onPostgres))
  const after = await tpcB(yardstick.url)
  console.log(row('pgbench TPC-B again', after))
  await scratch.drop()
  await yardstick.drop()
  const ratio = onPostgres.done / onPostgres.seconds / ((before + after) / 2)
  console.log(`\nopenings on PostgreSQL / pgbench: ${ratio.toFixed(2)} (goal ${GOAL.toFixed(1)})`)
  return ratio >= GOAL && onPostgres.failed === 0 && onPglite.failed === 0
}
