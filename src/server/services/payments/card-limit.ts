// The limit of deposits by card on a new account: stolen cards are used on new accounts.
import { and, eq, gt, or, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { DAY_MS } from '../../../game/payments/limits.ts'
import { cardAllowance, type PaymentRules } from '../../../game/payments/payment-rules.ts'
import type { Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { orders } from '../../db/schema-payments.ts'

/**
 * Returns what a player may still deposit by card today; null for no limit. For a reservation the caller has locked the player.
 *
 * @param rules undefined where there is no limit
 * @param counted 'paid' for a payment that has arrived: open orders may never be paid
 */
export async function cardLeft(
  queries: Queries,
  rules: PaymentRules | undefined,
  playerId: number,
  at: Date,
  counted: 'paid and open' | 'paid' = 'paid and open',
): Promise<Cents | null> {
  if (rules === undefined) return null
  const dayAgo = new Date(at.getTime() - DAY_MS)
  const isPaid = gt(orders.paidAt, dayAgo)
  const countsToday = counted === 'paid' ? isPaid : or(hasState(orders.state, 'created'), isPaid)
  const [row] = await queries
    .select({
      first: sql<string | null>`min(${orders.paidAt})`,
      used: sql<string | null>`sum(${orders.amount}) filter (where ${countsToday})`,
    })
    .from(orders)
    .where(and(eq(orders.playerId, playerId), eq(orders.kind, 'card')))
  const first = row?.first ?? null
  return cardAllowance(rules, first === null ? null : Date.parse(first), cents(Number(row?.used ?? 0)), at.getTime())
}
