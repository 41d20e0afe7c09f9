// What a player has deposited and not got back.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { COUNTED_STATES } from '../../../game/payments/reversal.ts'
import { type Queries, queryRows } from '../../db/database.ts'

/** Tells in SQL whether a player has a deposit that was kept and is not disputed; the id of the player is SQL too. */
export function hasCountedDeposit(playerId: SQLWrapper): SQL<boolean> {
  const states = sql.join(
    COUNTED_STATES.map((state) => sql`${state}`),
    sql`, `,
  )
  return sql<boolean>`exists (select from orders
    where orders.player_id = ${playerId} and orders.paid_at is not null and orders.amount > orders.returned
      and orders.state in (${states}))`
}

/** Returns the sum of a player's paid deposits, less what refunds and lost disputes returned. */
export async function keptDeposits(tx: Queries, playerId: number): Promise<Cents> {
  const statement = sql`select coalesce(sum(orders.amount - orders.returned), 0) as kept from orders
    where orders.player_id = ${playerId}::int and orders.paid_at is not null`
  const [paid] = await queryRows<{ kept: string | number }>(tx, statement)
  return cents(Number(paid?.kept ?? 0))
}
