// Seats players and bots of the house in open battles. A battle is read once, and one statement takes the seat (seating.ts); if others took or
// left a seat in between, the battle is read again. Joins at the same time share both the read and the statement.
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { cents } from '../../../game/base/money.ts'
import { isPart, partOfPrice } from '../../../game/battles/battle.ts'
import type { BattleView, JoinBattleBody } from '../../../protocol/battle.ts'
import { isId, newId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import { shareStatements } from '../../base/shared-statement.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import { queryRows } from '../../db/database.ts'
import { sharesDevice } from '../account/related-players.ts'
import type { IdempotencyKey } from '../calls/idempotency.ts'
import { playOnce } from '../rolls/play.ts'
import { type ReadBattle, readBattles, type SeatRow } from './cards.ts'
import {
  answerMove,
  type BattleMove,
  type BattleParts,
  changedRefusal,
  closedRefusal,
  type StoredMove,
} from './parts.ts'
import { assertRefundsLeft } from './refund-limit.ts'
import { createSeating, type SeatedAccount, type WantedSeat } from './seating.ts'

/** A try fails when a seat was taken or left meanwhile. A battle has six seats, so more failures in a row are a fault. */
const TRIES_MOST = 20
/** More than one, so that a statement whose connection hangs does not stop the others. */
const TWO_LANES = { atOnce: 2 }

export interface BattleJoining {
  /**
   * Takes a seat. The last one locks the battle.
   *
   * @throws RefusalError 'battle-unknown', 'battle-closed', 'battle-full', 'seat-taken', 'battle-joined', 'battle-part',
   *   'price-changed', 'prices-old', 'battle-cluster', 'battle-fund', 'balance', 'excluded'
   */
  join(playerId: number, battleId: string, body: JoinBattleBody, idempotencyKey: IdempotencyKey): Promise<BattleMove>
  /**
   * Gives a free seat to a bot of the house, which pays it.
   *
   * @throws RefusalError as `join`, and 'battle-own' for everyone but the creator
   */
  addBot(playerId: number, battleId: string, slot: number, idempotencyKey: IdempotencyKey): Promise<BattleMove>
}

/** A seat that is taken. */
interface Taken {
  readonly stored: StoredMove
  /** The battle as the player sees it; null where it has to be read again. */
  readonly view: BattleView | null
}

type Seat = WantedSeat['seat']

/** A seat that somebody wants; the player is null for a bot. */
interface SeatWish {
  readonly slot: number
  readonly joins: number | null
}

/** Tells whether a case of a battle is off. Odds of a case that is off stay in force: the seating finds those that changed. */
function hasCaseOff({ rounds }: ReadBattle, { catalogue }: LoadedCatalogue): boolean {
  return rounds.some(({ url }) => catalogue.cases.get(url)?.enabled !== true)
}

/** Refuses a seat of a battle that is not open or cannot be drawn, or that is taken, or whose player has another one. */
function checkSeat(
  battle: ReadBattle,
  { slot, joins: playerId }: SeatWish,
  { at, canDraw, loaded }: { readonly at: Date; readonly canDraw: boolean; readonly loaded: LoadedCatalogue },
): void {
  const { row, seats } = battle
  if (row.state !== 'open') throw closedRefusal(row)
  if (row.expiresAt <= at || !canDraw) throw new RefusalError('battle-closed')
  if (hasCaseOff(battle, loaded)) throw changedRefusal()
  if (slot > row.seats || seats.some((seat) => seat.slot === slot)) throw new RefusalError('seat-taken')
  if (playerId !== null && seats.some((seat) => seat.player_id === playerId)) throw new RefusalError('battle-joined')
}

/** Returns the client seed of a bot: it follows from battle and seat, because the site knows a sandbox's seed and could choose it by that. */
function botSeed(battleId: string, slot: number): string {
  return createHash('sha256').update(`bot:${battleId}:${slot}`).digest('hex').slice(0, 16)
}

/** Returns the seat of a bot, which the house pays. */
function botSeat({ row }: ReadBattle, creatorId: number, slot: number): Seat {
  if (row.creatorId !== creatorId) throw new RefusalError('battle-own')
  const parted = { percent: 100, paid: cents(0), funded: cents(0), house: cents(row.price) }
  return { id: newId(), slot, playerId: null, seed: botSeed(row.id, slot), ...parted }
}

/** Returns a battle as it is with another seat, whose player the statement has read. */
function withSeat({ battle, seat, made, at }: WantedSeat, account: SeatedAccount): ReadBattle {
  const { id, slot, seed, percent, playerId, funded } = seat
  const { username, avatar, hidden, spent } = account
  const player =
    playerId === null
      ? { player_id: null, username: null, avatar: null, hidden: null, spent: null }
      : { player_id: playerId, username, avatar, hidden, spent }
  const seats: SeatRow[] = [...battle.seats, { id, slot, seed, percent, ...player }]
  const { row } = battle
  const locked =
    made === null ? {} : { state: 'locked' as const, lockedAt: at, round: made.lock.round, dueAt: made.dueAt }
  return {
    ...battle,
    row: { ...row, filled: row.filled + 1, fundHeld: row.fundHeld - funded, ...locked },
    seats: seats.sort((one, other) => one.slot - other.slot),
  }
}

/** Makes the joining over a database. */
export function createBattleJoining(parts: BattleParts): BattleJoining {
  const { db, views, locks, announce, log } = parts
  const takeSeat = createSeating(db)
  const read = shareStatements(async (ids: readonly string[]): Promise<ReadonlyMap<string, ReadBattle>> => {
    const battles = await readBattles(db, [...new Set(ids)])
    return new Map(battles.map((battle) => [battle.row.id, battle]))
  }, TWO_LANES)

  /** Returns the seat that a player pays, with what the creator and the house pay of it. */
  async function playerSeat({ row }: ReadBattle, playerId: number, body: JoinBattleBody): Promise<Seat> {
    const { slot, percent, pays, seed } = body
    const price = cents(row.price)
    const part = partOfPrice(price, percent)
    const funded = partOfPrice(price, Math.min(row.fund, percent))
    if (pays !== part - funded) throw new RefusalError('price-changed')
    if (funded > 0) {
      const related = sql`select 1 as found where ${sharesDevice(sql`${playerId}::int`, sql`${row.creatorId}::int`)}`
      if ((await queryRows(db.queries, related)).length > 0) throw new RefusalError('battle-cluster')
    }
    const shares = { paid: cents(part - funded), funded, house: cents(price - part) }
    return { id: newId(), slot, playerId, seed, percent, ...shares }
  }

  /** Sends the lock of the last seat. The seat stays taken when sending fails: the job sends the lock later. */
  async function sendLock({ made }: WantedSeat, battle: ReadBattle): Promise<ReadBattle | null> {
    if (made === null) return battle
    try {
      const lock = await locks.send(battle, made.lock)
      return lock === null ? null : { ...battle, locks: [lock] }
    } catch (error) {
      log.error({ err: error, battle: battle.row.id }, 'a lock could not be sent')
      return null
    }
  }

  /** Takes a seat, and announces it. */
  async function take(
    battleId: string,
    idempotencyKey: IdempotencyKey,
    wish: SeatWish,
    seatIn: (battle: ReadBattle) => Promise<Seat> | Seat,
  ): Promise<Taken> {
    const { playerId } = idempotencyKey
    if (wish.joins !== null) await assertRefundsLeft(db.queries, playerId, new Date(parts.now()))
    for (let attempt = 1; attempt <= TRIES_MOST; attempt++) {
      const battle = isId(battleId) ? (await read(battleId)).get(battleId) : undefined
      if (battle === undefined) throw new RefusalError('battle-unknown')
      const at = new Date(parts.now())
      const loaded = parts.drawnCatalogue()
      checkSeat(battle, wish, { at, canDraw: parts.beacons.canDraw(battle.row), loaded })
      const seat = await seatIn(battle)
      const seats = [...battle.seats, seat].sort((one, other) => one.slot - other.slot)
      const made = seats.length < battle.row.seats ? null : locks.make({ ...battle, seats })
      const wanted = {
        battle,
        seat,
        made,
        at,
        ownPercent: loaded.rewards.gifts.ownPercent,
        digest: loaded.digest,
        idempotencyKey,
      }
      const account = await takeSeat(wanted)
      if (account === null) continue
      const { balance } = account
      announce.balance(playerId, balance)
      if (made === null) announce.changed([battleId])
      const after = await sendLock(wanted, withSeat(wanted, account))
      const stored = { id: battleId, receipt: seat.playerId === null ? null : seat.id, balance }
      return { stored, view: after === null ? null : await views.viewOf(after, playerId) }
    }
    throw new RefusalError('seat-taken')
  }

  /** Runs a move once per key. If the key was used before, answers with the stored response and the current battle. */
  async function answer(idempotencyKey: IdempotencyKey, move: () => Promise<Taken>): Promise<BattleMove> {
    let view: BattleView | null = null
    const stored = await playOnce(parts, idempotencyKey, async () => {
      const taken = await move()
      view = taken.view
      return taken.stored
    })
    return answerMove(views, stored, idempotencyKey.playerId, view)
  }

  return {
    join: async (playerId, battleId, body, idempotencyKey) => {
      if (!isPart(body.percent)) throw new RefusalError('battle-part')
      const wish = { slot: body.slot, joins: playerId }
      return answer(idempotencyKey, () =>
        take(battleId, idempotencyKey, wish, (battle) => playerSeat(battle, playerId, body)),
      )
    },
    addBot: (playerId, battleId, slot, idempotencyKey) =>
      answer(idempotencyKey, () =>
        take(battleId, idempotencyKey, { slot, joins: null }, (battle) => botSeat(battle, playerId, slot)),
      ),
  }
}
