// Levels: a notification in the transaction of the game that reached one, and an event for the player's open pages.
import { EXP_PER_CENT, LEVEL_BASE_EXP } from '../../../game/base/economy-everywhere.ts'
import { expOfSpending, levelOf } from '../../../game/base/levels.ts'
import { type Cents, cents } from '../../../game/base/money.ts'
import type { SiteEvents } from '../../base/events.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Queries } from '../../db/database.ts'
import { storeNotification } from './notifications.ts'

/** The link of a level's notification. */
export const LEVEL_LINK = '/dashboard'

/**
 * Returns SQL for the level of an amount spent, for statements that cannot call `levelOf`. At a boundary the number under the
 * root is a square, whose root is exact; one point below, the root is off by more than a double's last digit.
 */
export function levelSql(spent: string): string {
  return `floor((sqrt(1 + 8 * (${spent})::float8 * ${EXP_PER_CENT} / ${LEVEL_BASE_EXP}) - 1) / 2)::int`
}

/**
 * Returns the notification of the level that spending reached.
 *
 * @param spent total spent, including what was paid now
 * @returns null when no level was reached
 */
export function levelNotification(spent: Cents, paid: Cents): PlayerNotification | null {
  const level = levelOf(expOfSpending(spent))
  if (level === levelOf(expOfSpending(cents(spent - paid)))) return null
  return { kind: 'level', amounts: { level }, link: LEVEL_LINK }
}

/** Stores the notification of a level when the spending reached one. */
export async function storeLevelUp(
  tx: Queries,
  playerId: number,
  spent: Cents,
  paid: Cents,
): Promise<PlayerNotification | null> {
  const notification = levelNotification(spent, paid)
  if (notification !== null) await storeNotification(tx, playerId, notification)
  return notification
}

/** Emits a player's new balance and level to their open pages. */
export function emitSpending(
  events: SiteEvents,
  playerId: number,
  { balance, spent }: { readonly balance: Cents; readonly spent: Cents },
  notification: PlayerNotification | null,
): void {
  events.emit('balance', { playerId, balance, exp: expOfSpending(spent) })
  if (notification !== null) events.emit('notification', { playerId, notification })
}
