// What a player has deposited and not got back.
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/money.ts'
import type { Queries } from '../../db/database.ts'
import { orders } from '../../db/schema-payments.ts'

/** Returns the sum of a player's paid deposits, less what refunds and lost disputes returned. */
export async function keptDeposits(tx: Queries, playerId: number): Promise<Cents> {
  const [paid] = await tx
    .select({ kept: sql<string>`coalesce(sum(${orders.amount} - ${orders.returned}), 0)` })
    .from(orders)
    .where(and(eq(orders.playerId, playerId), isNotNull(orders.paidAt)))
  return cents(Number(paid?.kept ?? 0))
}
