// The life of a raffle by the clock: it opens, is frozen when its time is up, and is drawn. Each step is one transaction that
// locks the raffle and checks the state before, so that several processes, or one that was down, take it once.
//
// A player who excludes themselves after joining stays in the list: they could join, and they can withdraw what they win.
// Removing them would change the list of everyone else after they have seen it.
import { createHash } from 'node:crypto'
import { and, desc, eq, lte, sql } from 'drizzle-orm'
import { cents } from '../../../game/base/money.ts'
import { drawRound, roundTime } from '../../../game/fairness/beacon.ts'
import { drawRaffle, dueSpans, rafflePrize, raffleSpan } from '../../../game/rewards/raffle.ts'
import type { RaffleKind } from '../../../game/rewards/rewards.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type { LiveDrop } from '../../../protocol/live.ts'
import type { SiteEvents } from '../../base/events.ts'
import { newId } from '../../base/ids.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Beacon, BeaconRound } from '../../beacon/beacon.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { catalogueItems, players } from '../../db/schema.ts'
import { raffles } from '../../db/schema-rewards.ts'
import { storeNotification, storeNotifications } from '../notices/notifications.ts'
import { dropPlayer } from '../rolls/drop-player.ts'
import { proofPath } from '../rolls/drops.ts'
import { isHeld } from '../rolls/held-items.ts'
import { winItem } from '../rolls/play.ts'
import { generateSeed, hmacOf } from '../rolls/seeds.ts'
import { entriesOf, joinedOf, listOf, payRaffle, prizeCost } from './funding.ts'

/**
 * The advisory lock under which raffles of a kind are opened, so that two processes do not give out the same number or skip one.
 */
const OPENING_LOCK = 7_020

type RaffleRow = typeof raffles.$inferSelect

export interface RaffleLifecycleParts {
  readonly db: Database
  readonly catalogue: () => LoadedCatalogue
  readonly events: SiteEvents
  readonly now: () => number
  readonly timeZone: string
  /** The beacon that raffles are drawn from; null for committed seeds. */
  readonly beacon: Beacon | null
}

export interface RaffleLifecycle {
  /**
   * Opens the raffle of the current period, and those of missed periods, once those that are due are frozen. A prize that no group of
   * entrants could pay is raffled again in the current one.
   */
  open(kind: RaffleKind): Promise<void>
  /**
   * Freezes raffles whose time is up. Those who can pay an equal share of the prize out of their margin are in the draw. Without players the
   * shop keeps the prize; where no group of them can pay it, or its price is held, it rolls over. Returns how many.
   */
  freeze(): Promise<number>
  /** Returns the raffles that wait for their draw. */
  waiting(): Promise<readonly { readonly id: string; readonly number: number }[]>
  /**
   * Draws a raffle.
   *
   * @returns false while the randomness it needs does not exist yet, or the price of its prize is held
   * @throws BeaconUnavailable when no relay returns its round
   */
  draw(id: string): Promise<boolean>
  /** Returns when the next open raffle closes; null for none. */
  nextClosing(): Promise<number | null>
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Chooses the source of randomness of a raffle when it opens. */
function sourceOf(beacon: Beacon | null, closesAtMs: number) {
  return beacon === null
    ? { source: 'seed' as const, ...generateSeed() }
    : { source: 'drand' as const, round: drawRound(beacon.chain, closesAtMs) }
}

async function openIn(tx: Queries, kind: RaffleKind, parts: RaffleLifecycleParts): Promise<void> {
  const { catalogue, now, timeZone, beacon } = parts
  await tx.execute(sql`select pg_advisory_xact_lock(${OPENING_LOCK})`)
  const nowMs = now()
  const [last] = await tx
    .select({ closesAt: raffles.closesAt, state: raffles.state, joined: raffles.joined, itemId: raffles.itemId })
    .from(raffles)
    // One of a later period is of an instance whose clock was ahead.
    .where(and(eq(raffles.kind, kind), lte(raffles.opensAt, new Date(nowMs))))
    .orderBy(desc(raffles.opensAt))
    .limit(1)
  const spans = dueSpans(kind, last?.closesAt.getTime() ?? null, nowMs, timeZone)
  // One that is due but open has to be frozen first: its prize may roll over.
  if (spans.length === 0 || last?.state === 'open') return
  const { catalogue: current, rewards, priceState } = catalogue()
  // The prices of all prizes are held: the kind opens again with the first that is not.
  if (rewards.raffles[kind].length === 0) return
  const isAgain = last !== undefined && isRolledOver(last) && !priceState.held.has(last.itemId)
  const rolled = isAgain ? current.items.get(last.itemId) : undefined
  const opened = spans.map((span, place) => {
    const due = rafflePrize(kind, raffleSpan(kind, span.fromMs, timeZone), rewards.raffles[kind])
    // Nobody can join those that were missed.
    const item = place === spans.length - 1 ? (rolled ?? due) : due
    const prize = { itemId: item.id, price: item.priceCents }
    const times = { opensAt: new Date(span.fromMs), closesAt: new Date(span.toMs) }
    return { id: newId(), kind, ...times, ...prize, ...sourceOf(beacon, span.toMs) }
  })
  await tx
    .insert(raffles)
    .values(opened)
    .onConflictDoNothing({ target: [raffles.kind, raffles.opensAt] })
}

/** Tells whether players had joined a raffle, and no group of them could pay its prize. */
export function isRolledOver({ state, joined }: Pick<RaffleRow, 'state' | 'joined'>): boolean {
  return state === 'returned' && joined !== null && joined > 0
}

/** Locks a raffle that is in a state; undefined when another process has changed the state. */
async function lockIn(tx: Queries, id: string, state: RaffleRow['state']): Promise<RaffleRow | undefined> {
  const [row] = await tx
    .select()
    .from(raffles)
    .where(and(eq(raffles.id, id), hasState(raffles.state, state)))
    .for('no key update')
  return row
}

/** What a freeze tells entrants who are not in the draw. */
interface LeftOut {
  readonly playerIds: readonly number[]
  readonly notification: PlayerNotification
}

/** Joining locks the raffle too, so no entry can be added while this runs. Returns undefined when another process has frozen it. */
async function freezeIn(tx: Queries, id: string, at: Date, loaded: LoadedCatalogue): Promise<LeftOut | undefined> {
  const row = await lockIn(tx, id, 'open')
  if (row === undefined) return undefined
  const cost = prizeCost(row, loaded)
  // What a held prize costs is not known, so nobody pays for it.
  const isPrizeHeld = await isHeld(tx, loaded, row.itemId)
  const { joined, funded } = isPrizeHeld
    ? { joined: await joinedOf(tx, id), funded: null }
    : await payRaffle(tx, id, cost, loaded.rewards.gifts)
  const list = await entriesOf(tx, id)
  await tx
    .update(raffles)
    .set({
      state: funded === null ? 'returned' : 'frozen',
      joined: joined.length,
      cost: isPrizeHeld ? null : cost,
      entries: list.length,
      entriesHash: sha256(listOf(row, list)),
      frozenAt: at,
    })
    .where(eq(raffles.id, id))
  const inDraw = new Set(list.map(({ playerId }) => playerId))
  const playerIds = joined.filter((playerId) => !inDraw.has(playerId))
  const kind = isPrizeHeld ? 'raffleHeld' : funded === null ? 'raffleRolledOver' : 'raffleLeftOut'
  const notification: PlayerNotification = { kind, amounts: { amount: row.price }, link: '/raffle' }
  await storeNotifications(tx, playerIds, notification)
  return { playerIds, notification }
}

interface Won {
  readonly playerId: number
  readonly drop: LiveDrop
  readonly notification: PlayerNotification
}

/** Returns the winner with everything that the drop shows. */
async function winnerView(tx: Queries, playerId: number, itemId: string) {
  const [found] = await tx
    .select({ username: players.username, avatar: players.avatar, view: catalogueItems.view })
    .from(players)
    .innerJoin(catalogueItems, eq(catalogueItems.id, itemId))
    .where(eq(players.id, playerId))
  if (found === undefined) throw new Error(`Player ${playerId} or item ${itemId} is gone`)
  return { ...found, view: found.view as ItemView }
}

/** @param key the key of the roll, as hex */
async function drawIn(
  tx: Queries,
  row: RaffleRow,
  key: string,
  at: Date,
): Promise<Won & { roll: number; wonId: string }> {
  const list = await entriesOf(tx, row.id)
  const { entriesHash, number, id, itemId } = row
  if (entriesHash === null || sha256(listOf(row, list)) !== entriesHash) {
    throw new Error(`The entries of raffle ${number} differ from the frozen ones`)
  }
  const roll = drawRaffle(hmacOf(key), { number, entries: list.length, entriesHash })
  const playerId = list[roll - 1]?.playerId
  if (playerId === undefined) throw new Error(`Raffle ${number} drew place ${roll} of ${list.length}`)
  const wonId = newId()
  const price = cents(row.price)
  const winning = {
    id: wonId,
    item: { id: itemId, priceCents: price },
    source: 'raffle',
    reference: id,
    rollId: null,
    locked: cents(0),
  } as const
  const totals = await winItem(tx, playerId, winning)
  const notification: PlayerNotification = { kind: 'raffleWon', amounts: { amount: price }, link: '/raffle' }
  await storeNotification(tx, playerId, notification)
  const { view, ...face } = await winnerView(tx, playerId, itemId)
  const user = dropPlayer({ id: playerId, ...face, ...totals })
  const proof = proofPath({ type: 'raffle', rollId: null, reference: id })
  return {
    playerId,
    roll,
    wonId,
    notification,
    drop: { id: wonId, type: 'raffle', price, item: view, proof, user, created_at: at.getTime() },
  }
}

/** Makes the lifecycle over a database and the source of randomness. */
export function createRaffleLifecycle(parts: RaffleLifecycleParts): RaffleLifecycle {
  const { db, events, now, beacon } = parts

  /** Returns the beacon's round of a raffle; null while it does not exist yet. */
  async function beaconRoundOf({ number, round }: RaffleRow): Promise<BeaconRound | null> {
    if (beacon === null) throw new Error(`Raffle ${number} needs a beacon, and this site has none`)
    if (round === null) throw new Error(`Raffle ${number} has no round`)
    return now() < roundTime(beacon.chain, round) ? null : beacon.read(round)
  }

  async function drawWith(id: string, key: string, signature: string | null): Promise<Won | undefined> {
    return db.transaction(async (tx) => {
      const row = await lockIn(tx, id, 'frozen')
      if (row === undefined) return undefined
      const at = new Date(now())
      const { roll, wonId, ...won } = await drawIn(tx, row, key, at)
      const drawn = { state: 'drawn', roll, wonId, winnerId: won.playerId, drawnAt: at, signature } as const
      await tx.update(raffles).set(drawn).where(eq(raffles.id, id))
      return won
    })
  }

  function emitWon({ playerId, drop, notification }: Won): void {
    events.emit('drops', [drop], playerId)
    events.emit('notification', { playerId, notification })
  }

  /** @param kind all kinds when it is left out */
  async function freezeDue(kind?: RaffleKind): Promise<number> {
    const isDue = and(hasState(raffles.state, 'open'), lte(raffles.closesAt, new Date(now())))
    const due = await db.queries
      .select({ id: raffles.id })
      .from(raffles)
      .where(kind === undefined ? isDue : and(isDue, eq(raffles.kind, kind)))
      .orderBy(raffles.number)
    let frozen = 0
    for (const { id } of due) {
      const leftOut = await db.transaction((tx) => freezeIn(tx, id, new Date(now()), parts.catalogue()))
      if (leftOut === undefined) continue
      frozen++
      const { playerIds, notification } = leftOut
      for (const playerId of playerIds) events.emit('notification', { playerId, notification })
    }
    return frozen
  }

  return {
    open: async (kind) => {
      await freezeDue(kind)
      await db.transaction((tx) => openIn(tx, kind, parts))
    },
    freeze: () => freezeDue(),
    waiting: () =>
      db.queries
        .select({ id: raffles.id, number: raffles.number })
        .from(raffles)
        .where(hasState(raffles.state, 'frozen'))
        .orderBy(raffles.number),
    draw: async (id) => {
      const [row] = await db.queries.select().from(raffles).where(eq(raffles.id, id))
      if (row === undefined || row.state !== 'frozen') return true
      // Its list is frozen and paid: the prize is given once its price is decided.
      if (await isHeld(db.queries, parts.catalogue(), row.itemId)) return false
      const beaconRound = row.source === 'drand' ? await beaconRoundOf(row) : null
      const key = row.source === 'drand' ? beaconRound?.randomness : row.serverSeed
      if (key === undefined) return false
      if (key === null) throw new Error(`Raffle ${row.number} has no seed`)
      const won = await drawWith(id, key, beaconRound?.signature ?? null)
      if (won !== undefined) emitWon(won)
      return true
    },
    nextClosing: async () => {
      const [next] = await db.queries
        .select({ closesAt: raffles.closesAt })
        .from(raffles)
        .where(hasState(raffles.state, 'open'))
        .orderBy(raffles.closesAt)
        .limit(1)
      return next?.closesAt.getTime() ?? null
    },
  }
}
