// Ten thousand sockets on one process: how fast a drop reaches all of them compared with a bare ws server, the cost of
// clients that stop reading, and the reconnects after a restart. The clients run in a second process on the same
// machine.
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../support/runner/free-port.ts'
import { postLoad } from '../http/http-load.ts'
import { Clients, costOf, QUIET_SITE, type Started, start, stop } from '../processes.ts'
import type { LoadSite } from '../site-process.ts'
import type { Report } from './realtime-clients.ts'

const STALLED = 200
const SECONDS = 20
const STALLED_SECONDS = 60
/** The number of players who open cases all the time, slowly enough to leave the processor to the sockets. */
const PLAYERS = 2
const BROADCAST_GOAL_MS = 500
const STALLED_GOAL_BYTES = 100 * 1024 * 1024
const RETURN_GOAL_MS = 60_000
const CALLS_GOAL_MS = 1_000

const row = (name: string, ...cells: string[]): void =>
  console.log(name.padEnd(48) + cells.map((cell) => cell.padStart(14)).join(''))
const ms = (value: number): string => `${value.toFixed(0)} ms`

interface Broadcast {
  readonly report: Report
  readonly cpu: number
}

/** What all clients receive in `SECONDS`, and the server's share of a processor for it. */
async function listen(clients: Clients, server: ChildProcess): Promise<Broadcast> {
  await clients.tell({ do: 'forget' })
  const before = costOf(server).seconds
  await wait(SECONDS * 1000)
  const cpu = (costOf(server).seconds - before) / SECONDS
  return { report: await clients.report(), cpu }
}

function showBroadcast(name: string, { report, cpu }: Broadcast): void {
  const { latency, spread, open, messages } = report
  row(
    name,
    String(open),
    (messages / SECONDS).toFixed(1),
    ms(latency.p99),
    ms(spread.p99),
    `${(cpu * 100).toFixed(0)} %`,
  )
}

async function measureBare(sockets: number): Promise<Broadcast> {
  const { said, child } = await start<{ port: number }>('tests/load/realtime/realtime-bare.ts', [], {})
  const clients = new Clients()
  try {
    await clients.tell({ do: 'open', url: `ws://127.0.0.1:${said.port}`, bare: true, count: sockets })
    return await listen(clients, child)
  } finally {
    clients.stop()
    await stop(child)
  }
}

/** The site on ports that a restart keeps. */
class Site {
  readonly #environment: Record<string, string>
  #started: Started<LoadSite> | undefined

  constructor(environment: Record<string, string>) {
    this.#environment = environment
  }

  async start(): Promise<void> {
    this.#started = await start<LoadSite>('tests/load/site-process.ts', [String(PLAYERS)], this.#environment)
  }

  get child(): ChildProcess {
    if (this.#started === undefined) throw new Error('The site was not started')
    return this.#started.child
  }

  /**
   * Lets its players open cases until the returned function is called; openings are drops, batched to five messages a
   * second.
   */
  play(): () => Promise<void> {
    const site = this.#started?.said
    if (site === undefined) throw new Error('The site was not started')
    let going = true
    const playing = (async () => {
      while (going) {
        await postLoad(site, '/api/case/orion/open', '{"count":1}', 0.02)
        await wait(40)
      }
    })()
    return async () => {
      going = false
      await playing
    }
  }
}

async function measureStalled(site: Site, clients: Clients): Promise<boolean> {
  const before = costOf(site.child).bytes
  await clients.tell({ do: 'stall', count: STALLED })
  let most = before
  for (let second = 0; second < STALLED_SECONDS; second++) {
    await wait(1000)
    most = Math.max(most, costOf(site.child).bytes)
  }
  const megabytes = (most - before) / 1024 / 1024
  console.log(
    `\n${STALLED} of them stop reading for ${STALLED_SECONDS} s while drops keep coming: ${megabytes.toFixed(0)} MB more at most (goal 100)`,
  )
  return most - before <= STALLED_GOAL_BYTES
}

/** Returns the clients' report once it meets a condition, or after twice the allowed time. */
async function until(clients: Clients, meets: (report: Report) => boolean): Promise<Report> {
  const giveUpAt = performance.now() + 2 * RETURN_GOAL_MS
  for (;;) {
    const report = await clients.report()
    if (meets(report) || performance.now() > giveUpAt) return report
    await wait(250)
  }
}

async function measureReturn(site: Site, clients: Clients, live: string, sockets: number): Promise<boolean> {
  await clients.tell({ do: 'return', live })
  await clients.tell({ do: 'resume' })
  // Dropped clients reconnect first.
  await until(clients, ({ open }) => open === sockets)
  await clients.tell({ do: 'forget' })
  await stop(site.child)
  await site.start()
  await until(clients, ({ returned }) => returned >= sockets)
  // Some of them still read.
  const report = await until(clients, ({ returned, calls }) => calls.count >= returned)
  const { calls, failedCalls } = report
  const tookMs = report.backAt - report.lostAt
  console.log(
    `\nafter a restart ${report.open} of ${sockets} are back in ${(tookMs / 1000).toFixed(1)} s (goal 60), each reads GET /api/live: p50 ${ms(calls.p50)}, p99 ${ms(calls.p99)} (goal 1000), ${failedCalls} failed`,
  )
  return report.open === sockets && tookMs <= RETURN_GOAL_MS && calls.p99 < CALLS_GOAL_MS && failedCalls === 0
}

async function measureSite(sockets: number): Promise<{ broadcast: Broadcast; holds: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'spacedrop-realtime-'))
  const [port, realtimePort] = [await freePort(), await freePort()]
  const site = new Site({
    DATA_DIR: folder,
    DATABASE_URL: '',
    PORT: String(port),
    REALTIME_PORT: String(realtimePort),
    SITE_URL: `http://127.0.0.1:${port}`,
    ...QUIET_SITE,
  })
  await site.start()
  const clients = new Clients()
  try {
    const url = `ws://127.0.0.1:${realtimePort}/socket.io/?EIO=4&transport=websocket`
    await clients.tell({ do: 'open', url, bare: false, count: sockets })
    const rest = site.play()
    const broadcast = await listen(clients, site.child)
    const memory = await measureStalled(site, clients)
    await rest()
    const back = await measureReturn(site, clients, `http://127.0.0.1:${port}/api/live`, sockets)
    return { broadcast, holds: memory && back }
  } finally {
    clients.stop()
    await stop(site.child)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures broadcasts, stalled clients and a restart; true when all of them meet their goals. */
export async function run(sockets: number): Promise<boolean> {
  console.log(`${sockets} sockets, clients in a second process on this machine, ${SECONDS} s each\n`)
  row('', 'sockets', 'messages/s', 'p99', 'p99 from first', 'processor')
  const bare = await measureBare(sockets)
  showBroadcast('a bare ws server', bare)
  const { broadcast, holds } = await measureSite(sockets)
  showBroadcast('the site, from the moment that a drop is won', broadcast)
  const p99 = broadcast.report.latency.p99
  const ratio = broadcast.report.spread.p99 / Math.max(bare.report.spread.p99, 1)
  console.log(
    `\na drop reaches 99 % of them within ${ms(p99)} (goal ${BROADCAST_GOAL_MS}); from the first to 99 % of them: the site / bare ws ${ratio.toFixed(2)}, processor ${(broadcast.cpu / bare.cpu).toFixed(2)}`,
  )
  return p99 <= BROADCAST_GOAL_MS && broadcast.report.open === sockets && holds
}
