// Takes players out of open battles, with what they paid.
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { cents } from '../../../game/base/money.ts'
import type { Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { battleSeats, battles } from '../../db/schema-battles.ts'
import { payBack } from '../money/escrow.ts'
import { type PlayerToNotify, storeEachNotification } from '../notices/notifications.ts'
import type { BattleRow } from './cards.ts'
import { type BattleSeatRow, battlePath, endBattles, type Refunds, refundsOfSeat } from './refunds.ts'

/** Leaves a seat of a battle whose row the transaction has locked. */
export async function vacate(tx: Queries, battle: BattleRow, seat: BattleSeatRow): Promise<Refunds> {
  await tx.delete(battleSeats).where(eq(battleSeats.id, seat.id))
  await tx
    .update(battles)
    .set({ filled: sql`${battles.filled} - 1`, fundHeld: sql`${battles.fundHeld} + ${seat.funded}` })
    .where(eq(battles.id, battle.id))
  return { battleIds: [battle.id], balances: await payBack(tx, refundsOfSeat(battle, seat)), notified: [] }
}

/**
 * Takes a player out of all open battles, so that a reversal or a freeze finds the money that is in them: their own are cancelled, seats in
 * those of others are left. Battles are locked before accounts, so no account may be locked yet.
 */
export async function leaveOpenBattles(tx: Queries, playerId: number, at: Date): Promise<Refunds> {
  const seated = tx.select({ id: battleSeats.battleId }).from(battleSeats).where(eq(battleSeats.playerId, playerId))
  const open = await tx
    .select()
    .from(battles)
    .where(and(hasState(battles.state, 'open'), or(eq(battles.creatorId, playerId), inArray(battles.id, seated))))
    .orderBy(battles.id)
    .for('no key update')
  const isOwn = ({ creatorId }: BattleRow): boolean => creatorId === playerId
  const refunds = [await endBattles(tx, open.filter(isOwn), 'creator', at, true)]
  const others = open.filter((battle) => !isOwn(battle))
  const isTheirs = and(
    eq(battleSeats.playerId, playerId),
    inArray(
      battleSeats.battleId,
      others.map(({ id }) => id),
    ),
  )
  const seats = others.length === 0 ? [] : await tx.select().from(battleSeats).where(isTheirs)
  for (const seat of seats) {
    const battle = others.find(({ id }) => id === seat.battleId)
    if (battle !== undefined) refunds.push(await vacate(tx, battle, seat))
  }
  const left = seats.map(({ battleId, paid }): PlayerToNotify => {
    const notification = { kind: 'battleLeft', amounts: { amount: cents(paid) }, link: battlePath(battleId) } as const
    return { playerId, notification }
  })
  await storeEachNotification(tx, left)
  return {
    battleIds: refunds.flatMap(({ battleIds }) => battleIds),
    balances: new Map(refunds.flatMap(({ balances }) => [...balances])),
    notified: [...refunds.flatMap(({ notified }) => notified), ...left],
  }
}
