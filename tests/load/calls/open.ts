// Openings a second through HTTP, with everything that an opening does, next to pgbench's TPC-B at the same number of
// clients.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../../../scripts/server-process.mjs'
import type { OpenReply } from '../../../src/protocol/case.ts'
import { scratchPostgres } from '../../support/databases/databases.ts'
import { postOnce } from '../http/http-load.ts'
import { missingWrk, type WrkResult, wrkLoad } from '../http/wrk.ts'
import { tpcB } from '../http/yardsticks.ts'
import type { LoadSite } from '../site-process.ts'

/** The site's connections to the database: the guide advises 10 to 20, however many play. */
const CONNECTIONS_MOST = 20
const SECONDS = 15
const SAMPLED_SECONDS = 5
const GOAL = 1.2
const OPEN = '/api/case/orion/open'
const ONE = '{"count":1}'

interface Running {
  readonly site: LoadSite
  readonly process: ChildProcess
  /** Resolves with the next line that begins with a text. */
  line(beginning: string): Promise<string>
}

async function startSite(environment: Record<string, string>, clients: number): Promise<Running> {
  const child = spawn(process.execPath, [...SERVER_FLAGS, 'tests/load/site-process.ts', String(clients)], {
    env: {
      ...process.env,
      ...SERVER_ENVIRONMENT,
      ...environment,
      PORT: '0',
      REALTIME_PORT: '0',
      METRICS_PORT: 'off',
      OFFICE_PORT: 'off',
      SITE_URL: '',
      HOUSE_PLAYERS: 'off',
      ICONS: 'off',
      LOG_LEVEL: 'warn',
      DATABASE_CONNECTIONS: String(Math.min(clients, CONNECTIONS_MOST)),
      CALLS_PER_MINUTE: '100000000',
      ACTIONS_PER_MINUTE: '100000000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)
  const line = (beginning: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const gone = (code: number | null): void => reject(new Error(`The site ended with ${code}`))
      child.once('exit', gone)
      const hear = (said: string): void => {
        if (!said.startsWith(beginning)) return
        lines.off('line', hear)
        child.off('exit', gone)
        resolve(said)
      }
      lines.on('line', hear)
    })
  return { site: JSON.parse(await line('{"port"')) as LoadSite, process: child, line }
}

/** Processor time, in seconds. */
interface Processor {
  readonly server: number
  readonly postgres: number
}

/** Returns the processor time that the server and all processes of PostgreSQL have taken, in seconds. */
function processorTime(serverPid: number): Processor {
  const ticks = Number(execFileSync('getconf', ['CLK_TCK']).toString())
  const timeOf = (pid: string): { name: string; seconds: number } => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {
      name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
      seconds: (Number(fields[11]) + Number(fields[12])) / ticks,
    }
  }
  let postgres = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const { name, seconds } = timeOf(pid)
      if (name === 'postgres') postgres += seconds
    } catch (fault) {
      // It ended between the listing and the look.
      if (!(fault instanceof Error && 'code' in fault && (fault.code === 'ENOENT' || fault.code === 'ESRCH')))
        throw fault
    }
  }
  return { server: timeOf(String(serverPid)).seconds, postgres }
}

interface Measured extends WrkResult {
  /** Processor time of an opening, in microseconds. */
  readonly server: number
  readonly postgres: number
  /** The server's processor time of an opening by what it is for, in microseconds. */
  readonly parts: readonly (readonly [part: string, microseconds: number])[]
}

/** Fails unless so many cases were opened, by the nonces of one more opening of each player: refusals are answers too. */
async function expectOpened(site: LoadSite, answers: number): Promise<void> {
  const replies = await Promise.all(site.players.map((player) => postOnce<OpenReply>(site, player, OPEN, ONE)))
  const opened = replies.reduce((sum, reply) => sum + (reply.success ? (reply.rolls[0]?.nonce ?? 0) : 0), 0)
  if (opened < answers) throw new Error(`${answers} answers, but only ${opened} cases were opened`)
}

async function measure(environment: Record<string, string>, clients: number): Promise<Measured> {
  const { site, process: child, line } = await startSite(environment, clients)
  const open = (seconds: number): Promise<WrkResult> => wrkLoad(site, OPEN, ONE, seconds)
  try {
    const warm = await open(3)
    const before = processorTime(child.pid ?? 0)
    const result = await open(SECONDS)
    const after = processorTime(child.pid ?? 0)
    child.kill('SIGUSR2')
    const sampled = await open(SAMPLED_SECONDS)
    const said = line('{"parts"')
    child.kill('SIGUSR2')
    const { parts } = JSON.parse(await said) as { parts: Record<string, number> }
    await expectOpened(site, warm.done + result.done + sampled.done)
    const each = (seconds: number): number => (seconds / result.done) * 1e6
    return {
      ...result,
      server: each(after.server - before.server),
      postgres: each(after.postgres - before.postgres),
      parts: Object.entries(parts)
        .map(([part, microseconds]) => [part, microseconds / sampled.done] as const)
        .sort(([, one], [, other]) => other - one),
    }
  } finally {
    child.removeAllListeners('exit')
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
}

function row(name: string, perSecond: number, result?: WrkResult): string {
  const latency = result === undefined ? '' : `${result.p50.toFixed(1)} / ${result.p99.toFixed(1)}`
  return `${name.padEnd(28)}${perSecond.toFixed(0).padStart(10)}${latency.padStart(18)}${String(result?.failed ?? '').padStart(8)}`
}

function printParts({ server, postgres, parts }: Measured): void {
  console.log(
    `\nProcessor time of an opening: server ${server.toFixed(0)} µs, PostgreSQL ${postgres.toFixed(0)} µs. The server's, sampled:`,
  )
  for (const [part, microseconds] of parts) console.log(`${microseconds.toFixed(1).padStart(8)} µs  ${part}`)
}

/**
 * Measures openings on both databases and pgbench, one after the other, on an otherwise unchanged machine.
 *
 * @param clients how many players open at once, and clients of pgbench
 */
export async function run(clients: number): Promise<boolean> {
  const missing = missingWrk()
  if (missing !== null) throw new Error(missing)
  console.log(`${clients} clients, ${SECONDS} s each\n`)
  console.log(`${''.padEnd(28)}${'a second'.padStart(10)}${'p50 / p99 ms'.padStart(18)}${'failed'.padStart(8)}`)
  const folder = mkdtempSync(join(tmpdir(), 'spacedrop-bench-'))
  const onPglite = await measure({ DATA_DIR: folder, DATABASE_URL: '' }, clients)
  rmSync(folder, { recursive: true })
  console.log(row('openings on PGlite', onPglite.done / onPglite.seconds, onPglite))
  if (process.env.TEST_DATABASE_URL === undefined) {
    console.log('Left out: PostgreSQL and pgbench. Set TEST_DATABASE_URL to measure them.')
    return onPglite.failed === 0
  }
  const yardstick = await scratchPostgres()
  const before = await tpcB(yardstick.url, { clients, seconds: SECONDS })
  console.log(row('pgbench TPC-B', before))
  const scratch = await scratchPostgres()
  const secrets = mkdtempSync(join(tmpdir(), 'spacedrop-bench-'))
  const onPostgres = await measure({ DATA_DIR: secrets, DATABASE_URL: scratch.url }, clients)
  rmSync(secrets, { recursive: true })
  console.log(row('openings on PostgreSQL', onPostgres.done / onPostgres.seconds, onPostgres))
  const after = await tpcB(yardstick.url, { clients, seconds: SECONDS })
  console.log(row('pgbench TPC-B again', after))
  await scratch.drop()
  await yardstick.drop()
  const ratio = onPostgres.done / onPostgres.seconds / ((before + after) / 2)
  console.log(`\nopenings on PostgreSQL / pgbench: ${ratio.toFixed(2)} (goal ${GOAL.toFixed(1)})`)
  printParts(onPostgres)
  return ratio >= GOAL && onPostgres.failed === 0 && onPglite.failed === 0
}
