// Pages a second: a page of texts and one of the catalogue from memory, against nginx with one worker on the same bytes, alternating in one run. The goal is a share of nginx's result on the same machine at the
// same time. The processor time of a page stays comparable when other processes use the processors.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startSite } from '../../support/browsers/browser.ts'
import { startNginx } from './yardsticks.ts'

const CONNECTIONS = 50
const SECONDS = 5
/** nginx and the site alternate, so that other load on the machine affects both. */
const ROUNDS = 3
const GOAL = 0.4
const STATIC_PAGE = '/faq'
const RENDERED_PAGE = '/case/orion'

const root = new URL('../../..', import.meta.url).pathname
const runFile = promisify(execFile)

interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly failed: number
  /** Processor time of the server, in microseconds a page. */
  readonly cpuMicros: number
}

/** Microseconds of a tick of the processor times in /proc. */
const TICK_MICROS = 10_000

/** Returns the processor time that a process has used, in microseconds. */
function cpuMicrosOf(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * TICK_MICROS
}

async function load({ port, path, pid }: Target, seconds: number): Promise<Measured> {
  const before = cpuMicrosOf(pid)
  const { stdout } = await runFile(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    join(root, 'tests/load/http/get-load.ts'),
    ...[port, path, CONNECTIONS, seconds].map(String),
  ])
  const said = JSON.parse(stdout) as { done: number; failed: number; seconds: number; p50: number; p99: number }
  const { done, p50, p99, failed } = said
  const cpuMicros = (cpuMicrosOf(pid) - before) / (done + failed)
  return { perSecond: done / said.seconds, p50, p99, failed, cpuMicros }
}

function median(rounds: readonly Measured[]): Measured {
  const sorted = [...rounds].sort((one, other) => one.perSecond - other.perSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('Nothing was measured')
  return middle
}

function row(name: string, { perSecond, p50, p99, failed, cpuMicros }: Measured): string {
  const latency = `${p50.toFixed(2)} / ${p99.toFixed(2)}`
  const cells = [perSecond.toFixed(0).padStart(10), latency.padStart(18), cpuMicros.toFixed(1).padStart(10)]
  return `${name.padEnd(44)}${cells.join('')}${String(failed).padStart(8)}`
}

interface Target {
  readonly name: string
  readonly port: number
  readonly pid: number
  readonly path: string
}

/** Measures every target once a round, after a warm-up. */
async function measureInTurns(targets: readonly Target[]): Promise<Measured[]> {
  for (const target of targets) await load(target, 1)
  const rounds: Measured[][] = targets.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, target] of targets.entries()) rounds[at]?.push(await load(target, SECONDS))
  }
  return rounds.map(median)
}

/** Measures pages a second and prints a table; true when the site reaches its share of nginx. */
export async function run(): Promise<boolean> {
  console.log(`${CONNECTIONS} connections, no pipelining, gzip; median of ${ROUNDS} rounds of ${SECONDS} s each\n`)
  const stops: (() => Promise<void>)[] = []
  try {
    const site = await startSite()
    stops.push(() => site.stop())
    const port = Number(new URL(site.url).port)
    const nginx = await startNginx(site.url, STATIC_PAGE)
    if (nginx !== null) stops.push(nginx.stop)
    const targets: Target[] = [
      { name: `${STATIC_PAGE}, the site`, port, pid: site.pid, path: STATIC_PAGE },
      ...(nginx === null ? [] : [{ ...nginx, name: `${STATIC_PAGE}, nginx, one worker`, path: STATIC_PAGE }]),
      { name: `${RENDERED_PAGE}, the site`, port, pid: site.pid, path: RENDERED_PAGE },
    ]
    const measured = await measureInTurns(targets)
    console.log(
      `${''.padEnd(44)}${'a second'.padStart(10)}${'p50 / p99 ms'.padStart(18)}${'CPU µs'.padStart(10)}${'failed'.padStart(8)}`,
    )
    for (const [at, target] of targets.entries()) {
      const result = measured[at]
      if (result !== undefined) console.log(row(target.name, result))
    }
    const failed = measured.reduce((sum, result) => sum + result.failed, 0)
    const [own, yardstick] = measured
    if (nginx === null || own === undefined || yardstick === undefined) {
      console.log('\nLeft out: nginx. Install it to measure the ratio.')
      return failed === 0
    }
    const ratio = own.perSecond / yardstick.perSecond
    console.log(`\nthe site / nginx: ${ratio.toFixed(2)} (goal ${GOAL.toFixed(1)})`)
    return ratio >= GOAL && failed === 0
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}
