// Reaching a level: a notice in the transaction of the game that did it, and word of it to the pages that are open.
import { EXP_PER_CENT, LEVEL_BASE_EXP } from '../../game/economy-everywhere.ts'
import { expOfSpending, levelOf } from '../../game/levels.ts'
import { type Cents, cents } from '../../game/money.ts'
import type { Queries } from '../db/database.ts'
import type { SiteEvents } from '../events.ts'
import type { Standing } from './account-totals.ts'
import { keepNotice, type Notice } from './notifications.ts'

/** Where a level's notice leads. */
export const LEVEL_LINK = '/dashboard'

/**
 * The level of an amount spent, as SQL, for the statement that cannot ask `levelOf`. At a boundary the number under the root is a
 * square, whose root is exact; a point below it the root is further off than a double's last digit.
 */
export function levelSql(spent: string): string {
  return `floor((sqrt(1 + 8 * (${spent})::float8 * ${EXP_PER_CENT} / ${LEVEL_BASE_EXP}) - 1) / 2)::int`
}

/**
 * The notice of the level that spending reached.
 *
 * @param spent in all, with what was paid now
 * @returns null when it reached none
 */
export function levelUp(spent: Cents, paid: Cents): Notice | null {
  const level = levelOf(expOfSpending(spent))
  if (level === levelOf(expOfSpending(cents(spent - paid)))) return null
  return { kind: 'level', amounts: { level }, link: LEVEL_LINK }
}

/** Keeps the notice of a level, when the spending reached one. */
export async function keepLevelUp(tx: Queries, playerId: number, spent: Cents, paid: Cents): Promise<Notice | null> {
  const notice = levelUp(spent, paid)
  if (notice !== null) await keepNotice(tx, playerId, notice)
  return notice
}

/** Tells a player's pages what playing did to balance and level. */
export function tellSpending(
  events: SiteEvents,
  playerId: number,
  { balance, spent }: Pick<Standing, 'balance' | 'spent'>,
  notice: Notice | null,
): void {
  events.emit('balance', { playerId, balance, exp: expOfSpending(spent) })
  if (notice !== null) events.emit('notice', { playerId, notice })
}
