// What happens to a raffle by the clock: it opens, it is frozen when its time is up, it is drawn. Each step is one transaction that
// locks the raffle and asks for the state before it, so that several processes, and one that was down, take it once.
//
// Whoever has excluded himself after joining stays in the list: joining was open to him, and what he wins he can withdraw. Taking him
// out would change the list of everybody else, too, after they had seen it.
import { createHash } from 'node:crypto'
import { and, asc, desc, eq, lte, sql } from 'drizzle-orm'
import type { ItemView } from '../../contract/common.ts'
import type { LiveDrop } from '../../contract/live.ts'
import { drawRound, roundTime } from '../../game/beacon.ts'
import { cents } from '../../game/money.ts'
import { drawRaffle, dueSpans, entriesText, rafflePrize, raffleSpan } from '../../game/raffle.ts'
import type { RaffleKind } from '../../game/rewards.ts'
import type { Beacon, Beat } from '../beacon/beacon.ts'
import type { HeldCatalogue } from '../catalogue/catalogue-holder.ts'
import type { Database, Queries } from '../db/database.ts'
import { catalogueItems, players } from '../db/schema.ts'
import { raffleEntries, raffles } from '../db/schema-rewards.ts'
import type { SiteEvents } from '../events.ts'
import { newId } from '../ids.ts'
import { dropPlayer } from './drop-player.ts'
import { proofPath } from './drops.ts'
import { winItem } from './game-turn.ts'
import { keepNotice, type Notice } from './notifications.ts'
import { freshSeed, hmacOf } from './seeds.ts'

/** Names the lock under which raffles of a kind are opened, so that two processes give out no number twice or in vain. */
const OPENING_LOCK = 7_020

type RaffleRow = typeof raffles.$inferSelect

export interface RaffleCareParts {
  readonly db: Database
  readonly catalogue: () => HeldCatalogue
  readonly events: SiteEvents
  readonly now: () => number
  readonly timeZone: string
  /** What raffles are drawn from; null for seeds that are committed to. */
  readonly beacon: Beacon | null
}

export interface RaffleCare {
  /** Opens the raffle of the period that it is, and those of periods that were missed. */
  open(kind: RaffleKind): Promise<void>
  /** Freezes raffles whose time is up; one without players gives its prize back. Answers how many. */
  freeze(): Promise<number>
  /** Raffles that wait for their draw. */
  waiting(): Promise<readonly { readonly id: string; readonly number: number }[]>
  /**
   * Draws a raffle.
   *
   * @returns false while what it is drawn from is not there yet
   * @throws BeaconSilent when no relay tells its round
   */
  draw(id: string): Promise<boolean>
  /** When the next one that is open closes; null where none is. */
  nextClosing(): Promise<number | null>
}

/** The list of a raffle's entries: players' ids, ascending. */
export async function entriesOf(queries: Queries, raffleId: string): Promise<number[]> {
  const rows = await queries
    .select({ playerId: raffleEntries.playerId })
    .from(raffleEntries)
    .where(eq(raffleEntries.raffleId, raffleId))
    .orderBy(asc(raffleEntries.playerId))
  return rows.map(({ playerId }) => playerId)
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What a raffle that closes at a moment will be drawn from, fixed now. */
function sourceOf(beacon: Beacon | null, closesAtMs: number) {
  return beacon === null
    ? { source: 'seed' as const, ...freshSeed() }
    : { source: 'drand' as const, round: drawRound(beacon.chain, closesAtMs) }
}

async function openIn(tx: Queries, kind: RaffleKind, parts: RaffleCareParts): Promise<void> {
  const { catalogue, now, timeZone, beacon } = parts
  await tx.execute(sql`select pg_advisory_xact_lock(${OPENING_LOCK})`)
  const [last] = await tx
    .select({ closesAt: raffles.closesAt })
    .from(raffles)
    .where(eq(raffles.kind, kind))
    .orderBy(desc(raffles.opensAt))
    .limit(1)
  const spans = dueSpans(kind, last?.closesAt.getTime() ?? null, now(), timeZone)
  if (spans.length === 0) return
  const prizes = catalogue().rewards.raffles[kind]
  await tx.insert(raffles).values(
    spans.map((span) => {
      const item = rafflePrize(kind, raffleSpan(kind, span.fromMs, timeZone), prizes)
      const prize = { itemId: item.id, price: item.priceCents }
      const times = { opensAt: new Date(span.fromMs), closesAt: new Date(span.toMs) }
      return { id: newId(), kind, ...times, ...prize, ...sourceOf(beacon, span.toMs) }
    }),
  )
}

/** Holds a raffle that is in a state; undefined when another has moved it on. */
async function lockIn(tx: Queries, id: string, state: RaffleRow['state']): Promise<RaffleRow | undefined> {
  const [row] = await tx
    .select()
    .from(raffles)
    .where(and(eq(raffles.id, id), eq(raffles.state, state)))
    .for('no key update')
  return row
}

/** Joining holds the raffle too, so that what is read here is all that will ever be there. */
async function freezeIn(tx: Queries, id: string, at: Date): Promise<boolean> {
  const row = await lockIn(tx, id, 'open')
  if (row === undefined) return false
  const list = await entriesOf(tx, id)
  await tx
    .update(raffles)
    .set({
      state: list.length === 0 ? 'returned' : 'frozen',
      entries: list.length,
      entriesHash: sha256(entriesText(row, list)),
      frozenAt: at,
    })
    .where(eq(raffles.id, id))
  return true
}

interface Won {
  readonly playerId: number
  readonly drop: LiveDrop
  readonly notice: Notice
}

/** Who won, with what his drop has to show. */
async function faceOf(tx: Queries, playerId: number, itemId: string) {
  const [found] = await tx
    .select({ username: players.username, avatar: players.avatar, view: catalogueItems.view })
    .from(players)
    .innerJoin(catalogueItems, eq(catalogueItems.id, itemId))
    .where(eq(players.id, playerId))
  if (found === undefined) throw new Error(`Player ${playerId} or item ${itemId} is gone`)
  return { ...found, view: found.view as ItemView }
}

/** @param key what the roll is drawn with, as hex */
async function drawIn(
  tx: Queries,
  row: RaffleRow,
  key: string,
  at: Date,
): Promise<Won & { roll: number; wonId: string }> {
  const list = await entriesOf(tx, row.id)
  const { entriesHash, number, id, itemId } = row
  if (entriesHash === null || sha256(entriesText(row, list)) !== entriesHash) {
    throw new Error(`The entries of raffle ${number} are not those that were frozen`)
  }
  const roll = drawRaffle(hmacOf(key), { number, entries: list.length, entriesHash })
  const playerId = list[roll - 1]
  if (playerId === undefined) throw new Error(`Raffle ${number} drew place ${roll} of ${list.length}`)
  const wonId = newId()
  const price = cents(row.price)
  const winning = {
    id: wonId,
    item: { id: itemId, priceCents: price },
    source: 'raffle',
    reference: id,
    rollId: null,
  } as const
  const standing = await winItem(tx, playerId, winning)
  const notice: Notice = { kind: 'raffleWon', amounts: { amount: price }, link: '/raffle' }
  await keepNotice(tx, playerId, notice)
  const { view, ...face } = await faceOf(tx, playerId, itemId)
  const user = dropPlayer({ id: playerId, ...face, ...standing })
  const proof = proofPath({ type: 'raffle', rollId: null, reference: id })
  return {
    playerId,
    roll,
    wonId,
    notice,
    drop: { id: wonId, type: 'raffle', price, item: view, proof, user, created_at: at.getTime() },
  }
}

/** The care over a database and what raffles are drawn from. */
export function createRaffleCare(parts: RaffleCareParts): RaffleCare {
  const { db, events, now, beacon } = parts

  /** What a beacon said; null while its round is not there, or not to be had here. */
  async function beatOf({ number, round }: RaffleRow): Promise<Beat | null> {
    if (beacon === null) throw new Error(`Raffle ${number} waits for a beacon, and this site has none`)
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

  function tell({ playerId, drop, notice }: Won): void {
    events.emit('drops', [drop])
    events.emit('notice', { playerId, notice })
  }

  return {
    open: (kind) => db.transaction((tx) => openIn(tx, kind, parts)),
    freeze: async () => {
      const due = await db.queries
        .select({ id: raffles.id })
        .from(raffles)
        .where(and(eq(raffles.state, 'open'), lte(raffles.closesAt, new Date(now()))))
        .orderBy(raffles.number)
      let frozen = 0
      for (const { id } of due) {
        if (await db.transaction((tx) => freezeIn(tx, id, new Date(now())))) frozen++
      }
      return frozen
    },
    waiting: () =>
      db.queries
        .select({ id: raffles.id, number: raffles.number })
        .from(raffles)
        .where(eq(raffles.state, 'frozen'))
        .orderBy(raffles.number),
    draw: async (id) => {
      const [row] = await db.queries.select().from(raffles).where(eq(raffles.id, id))
      if (row === undefined || row.state !== 'frozen') return true
      const beat = row.source === 'drand' ? await beatOf(row) : null
      const key = row.source === 'drand' ? beat?.randomness : row.serverSeed
      if (key === undefined) return false
      if (key === null) throw new Error(`Raffle ${row.number} has no seed`)
      const won = await drawWith(id, key, beat?.signature ?? null)
      if (won !== undefined) tell(won)
      return true
    },
    nextClosing: async () => {
      const [next] = await db.queries
        .select({ closesAt: raffles.closesAt })
        .from(raffles)
        .where(eq(raffles.state, 'open'))
        .orderBy(raffles.closesAt)
        .limit(1)
      return next?.closesAt.getTime() ?? null
    },
  }
}
