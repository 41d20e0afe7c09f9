// Players use everything while the server is killed repeatedly. After each kill, and at the end, the ledger is checked,
// and every acknowledged result is looked up by its id: a sum alone can be right although results were lost.
import { setTimeout as pass } from 'node:timers/promises'
import { type Audit, audit } from '../databases/audit.ts'
import type { DatabaseKind } from '../databases/databases.ts'
import { playAll, signInPlayer } from '../players/game-player.ts'
import type { ExpectedHoldings } from './expected-holdings.ts'
import { type DatabasePlace, type KillableServer, openKillableServer } from './killable-server.ts'
import type { Acknowledged } from './retrying-player.ts'

export interface FaultRunOptions {
  readonly kind: DatabaseKind
  readonly players: number
  /** The duration of the run. */
  readonly seconds: number
  /** From a start to the next kill; longer when the audit of the last kill has not finished. */
  readonly killEveryMs: number
  /** The longest pause of a player before each action. */
  readonly thoughtMs: number
}

export interface FaultReport {
  readonly kind: DatabaseKind
  readonly kills: number
  /** Received responses, and those of them that took more than one attempt. */
  readonly acknowledged: number
  readonly interrupted: number
  /** Calls that were repeated at the end. */
  readonly repeated: number
  /** Results that were looked up. */
  readonly results: number
  readonly refusals: ReadonlyMap<string, number>
  readonly slowestCallMs: number
  /** From the start of a process until it listened. */
  readonly slowestStartMs: number
  readonly deadlocks: number
  /** Lost, created or doubled results, and changed responses; empty without errors. */
  readonly breaches: readonly string[]
}

const REPEATED_AT_MOST = 800
const REPEATED_AT_ONCE = 10

interface Killing {
  kills: number
  slowestStartMs: number
  readonly breaches: string[]
  readonly lines: string[]
}

/**
 * Kills the server until the end of the run, and audits each crash while the next server is running, but not while it
 * starts, which is measured.
 */
async function killRepeatedly(
  site: KillableServer,
  allHoldings: readonly ExpectedHoldings[],
  wish: FaultRunOptions,
  killing: Killing,
): Promise<void> {
  const endMs = performance.now() + wish.seconds * 1000
  let looking: Promise<Audit> | undefined
  const lookedAt = async (): Promise<void> => {
    const { breaches = [] } = (await looking) ?? {}
    killing.breaches.push(...breaches.map((breach) => `after kill ${killing.kills}: ${breach}`))
  }
  while (performance.now() + wish.killEveryMs < endMs) {
    await pass(wish.killEveryMs)
    await lookedAt()
    const lines = allHoldings.flatMap((holdings) => holdings.takeLines())
    killing.lines.push(...lines)
    let snapshot: Promise<DatabasePlace> | undefined
    const startMs = await site.server.killAndRestart(() => {
      snapshot = site.snapshot()
      return snapshot
    })
    looking = snapshot?.then((place) => audit({ place, lines, isAll: false }))
    // Until it is waited for.
    looking?.catch(() => undefined)
    killing.kills++
    killing.slowestStartMs = Math.max(killing.slowestStartMs, startMs)
  }
  await pass(Math.max(0, endMs - performance.now()))
  await lookedAt()
}

/** Repeats calls with their keys; returns those with a different response. */
async function repeat(allHoldings: readonly ExpectedHoldings[], calls: readonly Acknowledged[]): Promise<string[]> {
  const players = new Map(allHoldings.map(({ player }) => [player.playerId, player]))
  const queue = [...calls]
  const changed: string[] = []
  const work = async (): Promise<void> => {
    for (let call = queue.pop(); call !== undefined; call = queue.pop()) {
      const again = await players.get(call.playerId)?.post(call.path, call.body, call.key)
      if (again?.status === call.status && again.text === call.text) continue
      changed.push(`another answer to ${call.path} ${call.body}: first ${call.text}, then ${again?.text}`)
    }
  }
  await Promise.all(Array.from({ length: REPEATED_AT_ONCE }, work))
  return changed
}

/** All interrupted calls first, then as many of the others as the time allows. */
function chosenToRepeat(allHoldings: readonly ExpectedHoldings[]): Acknowledged[] {
  const calls = allHoldings.flatMap((holdings) => holdings.calls)
  return calls.toSorted((one, other) => other.sent - one.sent).slice(0, REPEATED_AT_MOST)
}

async function playAndKill(
  site: KillableServer,
  allHoldings: readonly ExpectedHoldings[],
  wish: FaultRunOptions,
): Promise<Killing> {
  const killing: Killing = { kills: 0, slowestStartMs: 0, breaches: [], lines: [] }
  let isOver = false
  const playing = Promise.all(allHoldings.map((holdings) => playAll(holdings, wish.thoughtMs, () => isOver)))
  const killed = killRepeatedly(site, allHoldings, wish, killing)
  try {
    // The first failure ends the run.
    await Promise.race([killed, playing])
  } finally {
    isOver = true
  }
  await killed
  await playing
  return killing
}

/** Opens a site on a kind of database and runs players and kills. */
export async function faultRun(wish: FaultRunOptions): Promise<FaultReport> {
  const site = await openKillableServer(wish.kind)
  try {
    const { server } = site
    const codes = await server.start(wish.players)
    const allHoldings: ExpectedHoldings[] = []
    for (const code of codes) allHoldings.push(await signInPlayer(server, code))

    const { kills, slowestStartMs, breaches, lines } = await playAndKill(site, allHoldings, wish)
    await server.killAndRestart()
    const repeated = chosenToRepeat(allHoldings)
    const changed = await repeat(allHoldings, repeated)
    await server.kill()
    const all = [
      ...lines,
      ...allHoldings.flatMap((holdings) => holdings.takeLines()),
      ...allHoldings.map(({ playerId, balance }) => `balance ${balance} of ${playerId}`),
    ]
    const last = await audit({ place: await site.snapshot(), lines: all, isAll: true })

    const refusals = new Map<string, number>()
    for (const holdings of allHoldings) {
      for (const [code, count] of holdings.refusals) refusals.set(code, (refusals.get(code) ?? 0) + count)
    }
    return {
      kind: wish.kind,
      kills,
      acknowledged: allHoldings.reduce((sum, holdings) => sum + holdings.acknowledged, 0),
      interrupted: allHoldings.reduce((sum, holdings) => sum + holdings.interrupted, 0),
      repeated: repeated.length,
      results: all.length,
      refusals,
      slowestCallMs: Math.max(...allHoldings.map(({ player }) => player.slowestMs)),
      slowestStartMs,
      deadlocks: last.deadlocks + server.log.filter((line) => line.includes('40P01')).length,
      breaches: [...breaches, ...changed, ...last.breaches.map((breach) => `at the end: ${breach}`)],
    }
  } finally {
    await site.close()
  }
}
