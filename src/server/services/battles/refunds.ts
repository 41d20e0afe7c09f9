// Ends open battles without a result, and pays back everything that their accounts hold.
import { inArray } from 'drizzle-orm'
import { GAMES } from '../../../game/base/games.ts'
import { type Cents, cents } from '../../../game/base/money.ts'
import type { BattleView } from '../../../protocol/battle.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Queries } from '../../db/database.ts'
import { battleSeats, battles } from '../../db/schema-battles.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { type BattleTransfer, escrowOf, payBack } from '../money/escrow.ts'
import { type PlayerToNotify, storeEachNotification } from '../notices/notifications.ts'
import type { BattleRow } from './cards.ts'

type EndedBy = NonNullable<BattleView['endedBy']>
export type BattleSeatRow = typeof battleSeats.$inferSelect

const KINDS: Readonly<Record<EndedBy, PlayerNotification['kind']>> = {
  creator: 'battleCancelled',
  time: 'battleExpired',
  catalogue: 'battleRepriced',
  source: 'battleCancelled',
}

/** What ended battles paid back. */
export interface Refunds {
  readonly battleIds: readonly string[]
  readonly balances: ReadonlyMap<number, Cents>
  readonly notified: readonly PlayerToNotify[]
}

export const NOTHING_REFUNDED: Refunds = { battleIds: [], balances: new Map(), notified: [] }

/** Returns the path of a battle's page. */
export const battlePath = (battleId: string): string => `${GAMES.battle.path}/${battleId}`

/** Returns the seats of battles, by slot. */
export async function seatsOf(tx: Queries, battleIds: readonly string[]): Promise<Map<string, BattleSeatRow[]>> {
  const rows = await tx
    .select()
    .from(battleSeats)
    .where(inArray(battleSeats.battleId, [...battleIds]))
    .orderBy(battleSeats.battleId, battleSeats.slot)
  return Map.groupBy(rows, ({ battleId }) => battleId)
}

/** Returns what is paid back for a seat: to its player, and to the house. */
export function refundsOfSeat(battle: BattleRow, { playerId, paid, locked, house }: BattleSeatRow): BattleTransfer[] {
  const common = { debitId: escrowOf(battle), reference: battle.id }
  const transfers: BattleTransfer[] = []
  if (playerId !== null && paid > 0) {
    transfers.push({ ...common, kind: 'battle-back', creditId: playerId, amount: cents(paid), locked: cents(locked) })
  }
  if (house > 0) {
    const creditId = HOUSE_ACCOUNTS.battle
    transfers.push({ ...common, kind: 'battle-house-back', creditId, amount: cents(house), locked: cents(0) })
  }
  return transfers
}

/** Returns what is paid back to a creator for the seats of others; none where they paid nothing. */
export function refundOfFund(battle: BattleRow, amount: number): BattleTransfer[] {
  if (amount === 0) return []
  const { id: reference, creatorId: creditId } = battle
  return [
    { kind: 'battle-back', debitId: escrowOf(battle), creditId, amount: cents(amount), reference, locked: cents(0) },
  ]
}

function refundsOf(battle: BattleRow, seats: readonly BattleSeatRow[]): BattleTransfer[] {
  const funded = seats.reduce((sum, seat) => sum + seat.funded, battle.fundHeld)
  return [...seats.flatMap((seat) => refundsOfSeat(battle, seat)), ...refundOfFund(battle, funded)]
}

/** Returns the notifications of one battle: what each player was paid back. A creator who ended the battle themselves gets none. */
function notificationsOf(
  battle: BattleRow,
  transfers: readonly BattleTransfer[],
  endedBy: EndedBy,
  tellsCreator: boolean,
): PlayerToNotify[] {
  const sums = new Map<number, number>()
  for (const { kind, creditId, amount } of transfers) {
    if (kind === 'battle-back') sums.set(creditId, (sums.get(creditId) ?? 0) + amount)
  }
  if (!tellsCreator) sums.delete(battle.creatorId)
  return [...sums].map(([playerId, amount]) => ({
    playerId,
    notification: { kind: KINDS[endedBy], amounts: { amount }, link: battlePath(battle.id) },
  }))
}

/**
 * Ends battles that were not drawn and whose rows the transaction has locked.
 *
 * @param tellsCreator true for creators who did not end them themselves
 */
export async function endBattles(
  tx: Queries,
  open: readonly BattleRow[],
  endedBy: EndedBy,
  at: Date,
  tellsCreator = endedBy !== 'creator',
): Promise<Refunds> {
  const battleIds = open.map(({ id }) => id)
  if (battleIds.length === 0) return NOTHING_REFUNDED
  const seats = await seatsOf(tx, battleIds)
  const refunds = open.map((battle) => ({ battle, transfers: refundsOf(battle, seats.get(battle.id) ?? []) }))
  const balances = await payBack(
    tx,
    refunds.flatMap(({ transfers }) => transfers),
  )
  const state = endedBy === 'time' ? 'expired' : 'cancelled'
  await tx
    .update(battles)
    .set({ state, endedBy, endedAt: at, dueAt: null, fundHeld: 0 })
    .where(inArray(battles.id, battleIds))
  const notified = refunds.flatMap(({ battle, transfers }) => notificationsOf(battle, transfers, endedBy, tellsCreator))
  await storeEachNotification(tx, notified)
  return { battleIds, balances, notified }
}
