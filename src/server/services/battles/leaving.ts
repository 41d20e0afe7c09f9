// Ends open battles and frees their seats: for players, by time, by a new catalogue edition, and for excluded and banned players.
import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { cents } from '../../../game/base/money.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import { type Queries, queryRows } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { battleSeats, battles } from '../../db/schema-battles.ts'
import { gamesClosedSql } from '../account/holds.ts'
import type { IdempotencyKey } from '../calls/idempotency.ts'
import { lockBalance } from '../money/pay.ts'
import { storeResponse } from '../rolls/play.ts'
import type { BattleRow } from './cards.ts'
import { workThrough } from './due-work.ts'
import { vacate } from './exits.ts'
import { answerMove, type BattleMove, type BattleParts, lockOpenBattle, type StoredMove } from './parts.ts'
import { countUnpaidLeave } from './refund-limit.ts'
import { type BattleSeatRow, endBattles, type Refunds } from './refunds.ts'

const BATTLES_AT_ONCE = 50

export interface BattleLeaving {
  /**
   * Leaves a seat of an open battle; what was paid for it is paid back.
   *
   * @throws RefusalError 'battle-unknown', 'battle-closed', 'battle-full', 'battle-unseated', 'battle-own' for the creator
   */
  leave(playerId: number, battleId: string, idempotencyKey: IdempotencyKey): Promise<BattleMove>
  /**
   * Cancels an open battle of its creator.
   *
   * @throws RefusalError as `leave`, 'battle-own' for everyone but the creator
   */
  cancel(playerId: number, battleId: string, idempotencyKey: IdempotencyKey): Promise<BattleMove>
  /** Ends open battles whose time is up. Returns how many. */
  expireDue(): Promise<number>
  /** Ends open battles with a case that is switched off, or whose odds or price are no longer in force. Returns how many. */
  endRepriced(): Promise<number>
  /** Takes excluded and banned players out of open battles, and ends those that they made. Returns how many seats. */
  removeClosedPlayers(): Promise<number>
}

async function seatOf(tx: Queries, battleId: string, playerId: number): Promise<BattleSeatRow> {
  const [seat] = await tx
    .select()
    .from(battleSeats)
    .where(and(eq(battleSeats.battleId, battleId), eq(battleSeats.playerId, playerId)))
  if (seat === undefined) throw new RefusalError('battle-unseated')
  return seat
}

/** Stores the response of a move that pays back. */
async function storeMove(
  tx: Queries,
  battleId: string,
  { balances }: Refunds,
  idempotencyKey: IdempotencyKey,
): Promise<StoredMove> {
  const { playerId } = idempotencyKey
  const balance = balances.get(playerId) ?? (await lockBalance(tx, playerId))
  const stored = { id: battleId, receipt: null, balance }
  await storeResponse(tx, idempotencyKey, stored)
  return stored
}

/** Locks open battles that no other transaction has locked. */
function claimOpen(tx: Queries, which: Parameters<typeof and>[0]): Promise<BattleRow[]> {
  return tx
    .select()
    .from(battles)
    .where(and(hasState(battles.state, 'open'), which))
    .orderBy(battles.id)
    .for('no key update', { skipLocked: true })
}

/**
 * Selects battles with a case whose odds in force are not those of its rounds, or that is switched off. Odds are in force once every
 * process can read them.
 */
function hasChangedCase({ catalogue }: LoadedCatalogue): SQL {
  const off = [...catalogue.cases.values()].filter(({ enabled }) => !enabled).map(({ url }) => url)
  return sql`${battles.id} in (
    select battle_rounds.battle_id from battle_rounds
    join battles open on open.id = battle_rounds.battle_id and open.state = 'open'
    where battle_rounds.case_url = any(${sql.param(off)}::text[])
      or battle_rounds.odds_hash is distinct from (select hash from odds_periods
        where odds_periods.reference = battle_rounds.case_url order by odds_periods.id desc limit 1))`
}

/** Finds seats in open battles of players for whom games are closed. */
function findClosedSeats(tx: Queries, at: Date): Promise<{ battle_id: string; player_id: number }[]> {
  return queryRows(
    tx,
    sql`
    select battle_seats.battle_id, battle_seats.player_id from battles
    join battle_seats on battle_seats.battle_id = battles.id
    where battles.state = 'open' and battle_seats.player_id is not null
      and ${sql.raw(gamesClosedSql('battle_seats.player_id', `'${at.toISOString()}'::timestamptz`))}
    order by battle_seats.battle_id limit ${BATTLES_AT_ONCE}`,
  )
}

/** Makes the leaving over a database. */
export function createBattleLeaving(parts: BattleParts): BattleLeaving {
  const { db, idempotency, views, announce, now, log } = parts

  /** Runs a move that pays back. It is open to excluded players. */
  async function move(
    battleId: string,
    idempotencyKey: IdempotencyKey,
    work: (tx: Queries, battle: BattleRow) => Promise<Refunds>,
  ): Promise<BattleMove> {
    const stored = await idempotency.run(idempotencyKey, async () => {
      const done = await db.transaction(async (tx) => {
        const battle = await lockOpenBattle(tx, battleId)
        const refunds = await work(tx, battle)
        return { refunds, stored: await storeMove(tx, battle.id, refunds, idempotencyKey) }
      })
      announce.refunded(done.refunds)
      return done.stored
    })
    return answerMove(views, { ...stored, balance: cents(stored.balance) }, idempotencyKey.playerId)
  }

  /** Ends open battles. Returns how many. */
  function endWhere(which: () => SQL | undefined, endedBy: 'time' | 'catalogue'): Promise<number> {
    const work = async (ids: readonly string[]): Promise<number> => {
      const chosen = and(which(), inArray(battles.id, [...ids]))
      const refunds = await db.transaction(async (tx) =>
        endBattles(tx, await claimOpen(tx, chosen), endedBy, new Date(now())),
      )
      announce.refunded(refunds)
      return refunds.battleIds.length
    }
    const open = (): SQL | undefined => and(hasState(battles.state, 'open'), which())
    return workThrough({ db, which: open, atOnce: BATTLES_AT_ONCE, work, failure: 'a battle could not be ended', log })
  }

  async function removeOne(battleId: string, playerId: number): Promise<void> {
    const refunds = await db.transaction(async (tx) => {
      const [battle] = await claimOpen(tx, eq(battles.id, battleId))
      if (battle === undefined) return null
      if (battle.creatorId === playerId) return endBattles(tx, [battle], 'creator', new Date(now()))
      const own = and(eq(battleSeats.battleId, battleId), eq(battleSeats.playerId, playerId))
      const [seat] = await tx.select().from(battleSeats).where(own)
      return seat === undefined ? null : vacate(tx, battle, seat)
    })
    if (refunds !== null) announce.refunded(refunds)
  }

  return {
    leave: (playerId, battleId, idempotencyKey) =>
      move(battleId, idempotencyKey, async (tx, battle) => {
        const seat = await seatOf(tx, battle.id, playerId)
        if (battle.creatorId === playerId) throw new RefusalError('battle-own', {}, { context: 'leave' })
        if (seat.paid === 0) await countUnpaidLeave(tx, playerId, new Date(now()))
        return vacate(tx, battle, seat)
      }),
    cancel: (playerId, battleId, idempotencyKey) =>
      move(battleId, idempotencyKey, async (tx, battle) => {
        if (battle.creatorId !== playerId) throw new RefusalError('battle-own')
        return endBattles(tx, [battle], 'creator', new Date(now()))
      }),
    expireDue: () => endWhere(() => lte(battles.expiresAt, new Date(now())), 'time'),
    endRepriced: () => endWhere(() => hasChangedCase(parts.catalogue()), 'catalogue'),
    removeClosedPlayers: async () => {
      const seats = await findClosedSeats(db.queries, new Date(now()))
      for (const { battle_id: battleId, player_id: playerId } of seats) await removeOne(battleId, playerId)
      return seats.length
    },
  }
}
