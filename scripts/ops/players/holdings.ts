// What a player holds, for the commands about players.
import { eq } from 'drizzle-orm'
import { cents } from '../../../src/game/money.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { accounts } from '../../../src/server/db/schema.ts'

export type AccountRow = typeof accounts.$inferSelect

/** Reads the account of a player. */
export async function accountOf({ queries }: Database, playerId: number): Promise<AccountRow> {
  const [account] = await queries.select().from(accounts).where(eq(accounts.id, playerId))
  if (account === undefined) throw new Error(`Player ${playerId} has no account`)
  return account
}

/** Returns the lines of a player's balance and items. */
export function holdingsOf({ balance, items, worth }: AccountRow): (readonly [name: string, value: string])[] {
  return [
    ['balance', formatMoney(cents(balance ?? 0))],
    ['items', `${items} worth ${formatMoney(cents(worth))}`],
  ]
}
