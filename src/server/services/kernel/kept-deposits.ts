// What a player has deposited and not got back.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/money.ts'
import { type Queries, queryRows } from '../../db/database.ts'

/** Returns the sum of a player's paid deposits, less what refunds and lost disputes returned, in SQL; the id of the player is SQL too. */
export function keptDepositsSql(playerId: SQLWrapper): SQL {
  return sql`(select coalesce(sum(orders.amount - orders.returned), 0) from orders
    where orders.player_id = ${playerId} and orders.paid_at is not null)`
}

/** Returns the sum of a player's paid deposits, less what refunds and lost disputes returned. */
export async function keptDeposits(tx: Queries, playerId: number): Promise<Cents> {
  const statement = sql`select ${keptDepositsSql(sql`${playerId}::int`)} as kept`
  const [paid] = await queryRows<{ kept: string | number }>(tx, statement)
  return cents(Number(paid?.kept ?? 0))
}
