// Battles under load on PostgreSQL: joins at a steady rate, a thousand shows that end at one moment beside pgbench, and ten thousand
// spectators of one battle on one process.
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { BattleMoveReply } from '../../../src/protocol/battle.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { scratchPostgres } from '../../support/databases/databases.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { type PacedCall, pacedLoad, percentile, postOnce } from '../http/http-load.ts'
import { tpcB } from '../http/yardsticks.ts'
import { Clients, costOf, QUIET_SITE, start, stop } from '../processes.ts'
import type { Report } from '../realtime/realtime-clients.ts'
import type { LoadPlayer, LoadSite } from '../site-process.ts'

const JOINS_A_SECOND = 500
const JOIN_GOAL_MS = 150
const SETTLE_GOAL_MS = 2_000
/** Who joins, each over one connection. */
const JOINERS = 50
/** Each has as many open battles as one may have. */
const OPEN_EACH = 5
const CASE = { url: 'first-step', priceCents: 50 }
/** Their shows last half a minute: none ends before all battles are drawn. */
const ROUNDS = 4
/** The free seats of 1v1v1: every other join takes the last one, and locks. */
const FREE_SLOTS = [2, 3] as const
const CALLS_AT_ONCE = 10
const PGBENCH = { clients: 20, seconds: 10 }

export interface BattleLoadOptions {
  /** Battles that are joined, and settled at one moment. */
  readonly battles: number
  readonly spectators: number
}

const freshSeed = (): string => randomBytes(8).toString('hex')
const ms = (value: number): string => `${value.toFixed(0)} ms`

function createBody(format: string): string {
  const rounds = Array.from({ length: ROUNDS }, () => CASE.url)
  const price = ROUNDS * CASE.priceCents
  const terms = { format, mode: 'normal', crazy: false, fast: false, isPrivate: false, percent: 100, fund: 0 }
  return JSON.stringify({ ...terms, rounds, price, seed: freshSeed() })
}

function joinCall(battleId: string, slot: number): PacedCall {
  const body = { slot, percent: 100, pays: ROUNDS * CASE.priceCents, seed: freshSeed() }
  return { path: `/api/battles/${battleId}/join`, body: JSON.stringify(body) }
}

async function post({ path, body }: PacedCall, site: LoadSite, player: LoadPlayer): Promise<string> {
  const reply = await postOnce<BattleMoveReply>(site, player, path, body)
  if (!reply.success) throw new Error(`${path}: ${reply.code}`)
  return reply.battle.id
}

const create = (site: LoadSite, player: LoadPlayer, format: string): Promise<string> =>
  post({ path: '/api/battles', body: createBody(format) }, site, player)

/** Makes open battles of three seats, some of each creator; returns their ids. */
async function createAll(site: LoadSite, creators: readonly LoadPlayer[], count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at += CALLS_AT_ONCE) {
    const some = Array.from({ length: Math.min(CALLS_AT_ONCE, count - at) }, (_, place) => at + place)
    const made = some.map((place) => create(site, creators[place % creators.length] as LoadPlayer, '1v1v1'))
    ids.push(...(await Promise.all(made)))
  }
  return ids
}

/** A site on PostgreSQL, and the database as its owner. */
interface Measured {
  readonly site: LoadSite
  readonly creators: readonly LoadPlayer[]
  readonly child: ChildProcess
  readonly owner: pg.Client
}

/** Resolves once no battle waits for its last player or its draw. */
async function drawAll({ owner }: Measured): Promise<void> {
  for (;;) {
    const { rows } = await owner.query(`select 1 from battles where state in ('open', 'locked') limit 1`)
    if (rows.length === 0) return
    await wait(100)
  }
}

/** Joins battles at a steady rate; returns true when the goal is reached. */
async function measureJoins(measured: Measured, count: number): Promise<boolean> {
  const { site, creators, child } = measured
  const ids = await createAll(site, creators, count)
  // Both seats of a battle are far apart, for players who may meet there once only.
  const calls = FREE_SLOTS.flatMap((slot) => ids.map((id) => joinCall(id, slot)))
  const spread = slots(calls, ids.length)
  const before = costOf(child).seconds
  const [result] = await Promise.all([
    pacedLoad({ ...site, players: site.players.slice(0, JOINERS) }, spread, JOINS_A_SECOND),
    drawAll(measured),
  ])
  const rate = result.done / result.seconds
  const p99 = percentile(result, 0.99)
  const cpu = ((costOf(child).seconds - before) / result.done) * 1000
  console.log(
    `${result.done} joins, ${ids.length} of them the last: ${rate.toFixed(0)} a second (goal ${JOINS_A_SECOND}), p50 ${ms(percentile(result, 0.5))}, ` +
      `p99 ${ms(p99)} (goal ${JOIN_GOAL_MS}), ${result.failed} failed; the server's processor time ${cpu.toFixed(2)} ms a join, with its draw`,
  )
  return result.failed === 0 && rate >= 0.98 * JOINS_A_SECOND && p99 < JOIN_GOAL_MS
}

/** Orders joins so that each battle gets its last player soon after the one before, and no player twice. */
function slots(calls: readonly PacedCall[], battles: number): PacedCall[] {
  const ordered: PacedCall[] = []
  for (let at = 0; at < battles; at += JOINERS - 1) {
    for (const slot of FREE_SLOTS.keys()) {
      ordered.push(...calls.slice(slot * battles + at, slot * battles + Math.min(at + JOINERS - 1, battles)))
    }
  }
  return ordered
}

/** Ends the shows of all drawn battles at one moment. Returns how many they were, and how long it took to settle them. */
async function settleAll({ owner }: Measured): Promise<{ readonly count: number; readonly tookMs: number }> {
  const { rows: due } = await owner.query(
    `update battles set due_at = now(), starts_at = now() - interval '1 minute' where state = 'drawn' returning id`,
  )
  for (;;) {
    const { rows } = await owner.query(
      `select count(*) filter (where state = 'drawn')::int as left, extract(epoch from clock_timestamp() - min(ended_at)) * 1000 as took
       from battles where id = any($1::uuid[])`,
      [due.map(({ id }) => id)],
    )
    if (rows[0]?.left === 0) return { count: due.length, tookMs: Number(rows[0].took) }
    await wait(10)
  }
}

/** Measures joins and settlements on PostgreSQL between two runs of pgbench. */
async function measureBattles(battles: number): Promise<boolean> {
  const yardstick = await scratchPostgres()
  const scratch = await scratchPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'spacedrop-battles-'))
  const creators = Math.ceil(battles / OPEN_EACH)
  const tps = await tpcB(yardstick.url, PGBENCH)
  const started = await start<LoadSite>('tests/load/site-process.ts', [String(JOINERS + creators)], {
    ...QUIET_SITE,
    ...{ DATA_DIR: folder, DATABASE_URL: scratch.url, PORT: '0', REALTIME_PORT: '0', SITE_URL: '' },
  })
  const { said: site, child } = started
  const owner = new pg.Client({ connectionString: scratch.url })
  await owner.connect()
  const measured = { site, creators: site.players.slice(JOINERS), child, owner }
  try {
    console.log('To warm up:')
    await measureJoins(measured, Math.ceil(battles / OPEN_EACH))
    console.log(`Settled in ${ms((await settleAll(measured)).tookMs)}\n`)
    const isFast = await measureJoins(measured, battles)
    const before = costOf(child).seconds
    const { count, tookMs } = await settleAll(measured)
    const cpu = costOf(child).seconds - before
    const again = await tpcB(yardstick.url, PGBENCH)
    const ratio = count / (tookMs / 1000) / ((tps + again) / 2)
    console.log(
      `${count} battles settled in ${ms(tookMs)} (goal ${SETTLE_GOAL_MS}), the server's processor time ${(cpu * 1000).toFixed(0)} ms; ` +
        `pgbench TPC-B ${tps.toFixed(0)} and ${again.toFixed(0)} a second, settlements / pgbench ${ratio.toFixed(2)}`,
    )
    return (await isClean(scratch.url)) && isFast && count === battles && tookMs <= SETTLE_GOAL_MS
  } finally {
    await owner.end()
    await stop(child)
    rmSync(folder, { recursive: true, force: true })
    await scratch.drop()
    await yardstick.drop()
  }
}

async function isClean(url: string): Promise<boolean> {
  const db = await openPostgres({ url, connections: 2, onRetry: () => undefined, onIdleFault: () => undefined })
  const { difference } = await checkLedger(db)
  await db.close()
  if (difference !== undefined) console.error(`${difference.rule}: ${JSON.stringify(difference.row)}`)
  return difference === undefined
}

/** Returns what spectators received once all of them have it, or after a minute. */
async function received(clients: Clients, spectators: number): Promise<Report> {
  const giveUpAt = performance.now() + 60_000
  for (;;) {
    const report = await clients.report()
    if (report.latency.count >= spectators || performance.now() > giveUpAt) return report
    await wait(50)
  }
}

/** Lets spectators watch one battle, and measures when they receive its two events; true when all of them do. */
async function measureSpectators(spectators: number): Promise<boolean> {
  const scratch = await scratchPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'spacedrop-battles-'))
  const realtimePort = await freePort()
  const { said: site, child } = await start<LoadSite>('tests/load/site-process.ts', ['2'], {
    ...QUIET_SITE,
    ...{ DATA_DIR: folder, DATABASE_URL: scratch.url, PORT: '0', REALTIME_PORT: String(realtimePort), SITE_URL: '' },
  })
  const clients = new Clients()
  try {
    const [creator, other] = site.players as [LoadPlayer, LoadPlayer]
    const id = await create(site, creator, '1v1')
    const atRest = costOf(child).bytes
    const url = `ws://127.0.0.1:${realtimePort}/socket.io/?EIO=4&transport=websocket`
    await clients.tell({ do: 'open', url, bare: false, count: spectators, topic: `battle:${id}` })
    const open = costOf(child).bytes
    await clients.tell({ do: 'forget' })
    await post(joinCall(id, 2), site, other)
    const locked = await received(clients, spectators)
    await clients.tell({ do: 'forget' })
    const drawn = await received(clients, spectators)
    const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MiB`
    for (const [name, { latency }] of Object.entries({ locked, drawn })) {
      console.log(
        `${latency.count} of ${spectators} spectators received \`${name}\`: p50 ${ms(latency.p50)}, p99 ${ms(latency.p99)}, the last ${ms(latency.most)}`,
      )
    }
    console.log(
      `memory: ${mebibytes(atRest)} without them, ${mebibytes(open)} with them, ${mebibytes(costOf(child).bytes)} after both events`,
    )
    return locked.latency.count === spectators && drawn.latency.count === spectators
  } finally {
    clients.stop()
    await stop(child)
    rmSync(folder, { recursive: true, force: true })
    await scratch.drop()
  }
}

/** Measures battles on PostgreSQL (TEST_DATABASE_URL); true when every goal is reached. */
export async function run({ battles, spectators }: BattleLoadOptions): Promise<boolean> {
  const isFast = await measureBattles(battles)
  return (await measureSpectators(spectators)) && isFast
}
