// Calls while 100 connections request pages that do not exist, or ask for namespaces of sockets that nobody knows, against the same calls on a quiet site, alternating in one run.
import { execFile } from 'node:child_process'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RunningSite, startSite } from '../../support/browsers/browser.ts'
import { freePort } from '../../support/runner/free-port.ts'

const CONNECTIONS = 100
const CALLERS = 4
const SECONDS = 4
const ROUNDS = 5
/** Paths without a page, a case and a player. */
const FLOODS = ['/missing-{n}', '/case/missing-{n}', '/user/9{n}'] as const
/** Between two calls of one caller: the calls alone must not load the site. */
const PAUSE_MS = 10
const GOAL = 3
const CALLS = ['/api/settings', '/api/cases', '/api/live', '/api/user/get', '/api/fairness']

const root = new URL('../../..', import.meta.url).pathname
const runFile = promisify(execFile)

function call(address: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (response) => {
      response.resume().once('end', resolve)
    }).once('error', reject)
  })
}

async function callUntil(site: RunningSite, until: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const latencies: number[] = []
  for (let at = 0; performance.now() < until; at++) {
    const started = performance.now()
    await call(`${site.url}${CALLS[at % CALLS.length]}`, agent)
    latencies.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  agent.destroy()
  return latencies
}

interface Latency {
  readonly p50: number
  readonly p95: number
}

/** Measures calls for some seconds, in milliseconds. */
async function measureCalls(site: RunningSite): Promise<Latency> {
  const until = performance.now() + SECONDS * 1000
  const all = await Promise.all(Array.from({ length: CALLERS }, () => callUntil(site, until)))
  const sorted = all.flat().sort((one, other) => one - other)
  const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

interface Loaded extends Latency {
  readonly missingPerSecond: number
  readonly failed: number
}

async function measureLoaded(site: RunningSite, path: string): Promise<Loaded> {
  const words = [new URL(site.url).port, path, CONNECTIONS, SECONDS + 1, 404].map(String)
  const load = runFile(process.execPath, [join(root, 'tests/load/http/get-load.ts'), ...words])
  await new Promise((resolve) => setTimeout(resolve, 500))
  const latency = await measureCalls(site)
  const { done, failed, seconds } = JSON.parse((await load).stdout) as { done: number; failed: number; seconds: number }
  return { ...latency, missingPerSecond: done / seconds, failed }
}

/** Measures calls beside sockets that ask for unknown namespaces. */
async function measureBesideSockets(site: RunningSite, realtimePort: number): Promise<Loaded> {
  const words = [realtimePort, CONNECTIONS, SECONDS + 1].map(String)
  const load = runFile(process.execPath, [join(root, 'tests/load/http/namespace-flood.ts'), ...words])
  await new Promise((resolve) => setTimeout(resolve, 500))
  const latency = await measureCalls(site)
  const { sent, cut, refused } = JSON.parse((await load).stdout) as { sent: number; cut: number; refused: number }
  console.log(`  ${sent} packets sent, ${cut} connections cut, ${refused} refused`)
  return { ...latency, missingPerSecond: sent / (SECONDS + 1), failed: 0 }
}

function medianBy<T>(rounds: readonly T[], value: (round: T) => number): T {
  const sorted = [...rounds].sort((one, other) => value(one) - value(other))
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('Nothing was measured')
  return middle
}

const row = (name: string, { p50, p95 }: Latency): string =>
  `${name.padEnd(44)}${p50.toFixed(2).padStart(10)}${p95.toFixed(2).padStart(10)}`

interface Round {
  readonly quiet: Latency
  readonly loaded: Loaded
}

const ratioOf = ({ quiet, loaded }: Round): number => loaded.p95 / quiet.p95

/** Prints the middle one of the rounds beside one flood; true when calls are at most three times slower. */
function printFlood(path: string, rounds: readonly Round[]): boolean {
  const median = medianBy(rounds, ratioOf)
  const failed = rounds.reduce((sum, { loaded }) => sum + loaded.failed, 0)
  console.log(`\n${path}: ${median.loaded.missingPerSecond.toFixed(0)} a second, ${failed} failed`)
  console.log(row('  calls on a quiet site', median.quiet))
  console.log(row(`  calls beside ${CONNECTIONS} connections`, median.loaded))
  console.log(`  loaded / quiet, p95: ${ratioOf(median).toFixed(2)} (goal at most ${GOAL})`)
  return failed === 0 && ratioOf(median) <= GOAL
}

/** Measures calls beside requests for pages that do not exist, and prints a table; true when the goal is reached beside each. */
export async function run(): Promise<boolean> {
  // All connections have one address here: its limit would answer most of them, and a flood has many addresses.
  const realtimePort = await freePort()
  const site = await startSite({ PAGES_PER_MINUTE: '1000000000', REALTIME_PORT: String(realtimePort) })
  try {
    await measureCalls(site)
    console.log(`${CALLERS} callers; median of ${ROUNDS} rounds of ${SECONDS} s each\n`)
    console.log(`${''.padEnd(44)}${'p50 ms'.padStart(10)}${'p95 ms'.padStart(10)}`)
    let hasReachedGoal = true
    for (const path of FLOODS) {
      const rounds: Round[] = []
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push({ quiet: await measureCalls(site), loaded: await measureLoaded(site, path) })
      }
      hasReachedGoal = printFlood(path, rounds) && hasReachedGoal
    }
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ quiet: await measureCalls(site), loaded: await measureBesideSockets(site, realtimePort) })
    }
    return printFlood('namespaces of sockets', rounds) && hasReachedGoal
  } finally {
    await site.stop()
  }
}
