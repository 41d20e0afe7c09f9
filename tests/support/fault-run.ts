// Players play everything while the server is killed again and again. After each kill, and at the end, the books are checked, and
// everything that was acknowledged is looked up by its id: a sum alone can add up and still have lost.
import { setTimeout as pass } from 'node:timers/promises'
import { playAll, sitDown } from './all-games.ts'
import { type Audit, audit } from './audit.ts'
import type { DatabaseKind } from './databases.ts'
import type { Hand } from './hand.ts'
import type { Acknowledged } from './lasting-player.ts'
import { type DatabasePlace, type MortalSite, openMortalSite } from './mortal-site.ts'

export interface FaultWish {
  readonly kind: DatabaseKind
  readonly players: number
  /** How long they play. */
  readonly seconds: number
  /** From a start to the next kill; longer when the books of the last one were not checked by then. */
  readonly killEveryMs: number
  /** The most that a player thinks before each turn. */
  readonly thoughtMs: number
}

export interface FaultReport {
  readonly kind: DatabaseKind
  readonly kills: number
  /** Answers that came, and those of them that took more than one attempt. */
  readonly acknowledged: number
  readonly interrupted: number
  /** Calls that were sent once more at the end. */
  readonly repeated: number
  /** Results that were looked up. */
  readonly results: number
  readonly refusals: ReadonlyMap<string, number>
  readonly slowestCallMs: number
  /** From the start of a process until it listened. */
  readonly slowestStartMs: number
  readonly deadlocks: number
  /** Lost, made or doubled, and answers that changed; empty when nothing was. */
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
 * Kills the server until the time is over, and has each crash looked at while the next server is running: not while it starts, which is
 * measured.
 */
async function killAgainAndAgain(
  site: MortalSite,
  hands: readonly Hand[],
  wish: FaultWish,
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
    const lines = hands.flatMap((hand) => hand.takeLines())
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

/** Sends calls once more under their keys; says which got another answer than the first time. */
async function repeat(hands: readonly Hand[], calls: readonly Acknowledged[]): Promise<string[]> {
  const players = new Map(hands.map(({ player }) => [player.playerId, player]))
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

/** All that were interrupted first, then of the others as many as there is time for. */
function chosenToRepeat(hands: readonly Hand[]): Acknowledged[] {
  const calls = hands.flatMap((hand) => hand.calls)
  return calls.toSorted((one, other) => other.sent - one.sent).slice(0, REPEATED_AT_MOST)
}

async function playAndKill(site: MortalSite, hands: readonly Hand[], wish: FaultWish): Promise<Killing> {
  const killing: Killing = { kills: 0, slowestStartMs: 0, breaches: [], lines: [] }
  let isOver = false
  const playing = Promise.all(hands.map((hand) => playAll(hand, wish.thoughtMs, () => isOver)))
  const killed = killAgainAndAgain(site, hands, wish, killing)
  try {
    // Whichever fails first ends it.
    await Promise.race([killed, playing])
  } finally {
    isOver = true
  }
  await killed
  await playing
  return killing
}

/** Opens a site on a database of a kind and has it played on and killed. */
export async function faultRun(wish: FaultWish): Promise<FaultReport> {
  const site = await openMortalSite(wish.kind)
  try {
    const { server } = site
    const codes = await server.start(wish.players)
    const hands: Hand[] = []
    for (const code of codes) hands.push(await sitDown(server, code))

    const { kills, slowestStartMs, breaches, lines } = await playAndKill(site, hands, wish)
    await server.killAndRestart()
    const repeated = chosenToRepeat(hands)
    const changed = await repeat(hands, repeated)
    await server.kill()
    const all = [
      ...lines,
      ...hands.flatMap((hand) => hand.takeLines()),
      ...hands.map(({ playerId, balance }) => `balance ${balance} of ${playerId}`),
    ]
    const last = await audit({ place: await site.snapshot(), lines: all, isAll: true })

    const refusals = new Map<string, number>()
    for (const hand of hands) {
      for (const [code, count] of hand.refusals) refusals.set(code, (refusals.get(code) ?? 0) + count)
    }
    return {
      kind: wish.kind,
      kills,
      acknowledged: hands.reduce((sum, hand) => sum + hand.acknowledged, 0),
      interrupted: hands.reduce((sum, hand) => sum + hand.interrupted, 0),
      repeated: repeated.length,
      results: all.length,
      refusals,
      slowestCallMs: Math.max(...hands.map(({ player }) => player.slowestMs)),
      slowestStartMs,
      deadlocks: last.deadlocks + server.log.filter((line) => line.includes('40P01')).length,
      breaches: [...breaches, ...changed, ...last.breaches.map((breach) => `at the end: ${breach}`)],
    }
  } finally {
    await site.close()
  }
}
