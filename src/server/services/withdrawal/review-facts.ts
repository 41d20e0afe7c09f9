// The facts that decide whether a person checks a withdrawal.
import { and, eq, inArray, min, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { DAY_MS } from '../../../game/payments/limits.ts'
import { COUNTED_STATES } from '../../../game/payments/reversal.ts'
import type { ReviewFacts } from '../../../game/withdrawal/withdrawal-review.ts'
import type { LoadedCatalogue } from '../../catalogue/reloadable-catalogue.ts'
import type { Queries } from '../../db/database.ts'
import { items } from '../../db/schema.ts'
import { orders } from '../../db/schema-payments.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'
import { battleFlags } from '../account/battle-pairs.ts'
import { sharedKinds } from '../account/related-players.ts'
import { readSteamAccountOf, type SteamAccountParts } from '../account/steam-account.ts'
import type { WithdrawalRow } from './transitions.ts'

export interface ReviewFactsParts extends SteamAccountParts {
  readonly catalogue: () => Pick<LoadedCatalogue, 'catalogue'>
}

/** Returns what an item costs now; what it was won at when it is no longer sold. */
export function priceNow({ catalogue }: Pick<LoadedCatalogue, 'catalogue'>, itemId: string, won: Cents): Cents {
  return catalogue.items.get(itemId)?.priceCents ?? won
}

/** Returns the facts of a withdrawal, as they are now. */
export async function reviewFacts(
  parts: ReviewFactsParts,
  queries: Queries,
  { id, playerId }: WithdrawalRow,
  at: Date,
): Promise<ReviewFacts> {
  const loaded = parts.catalogue()
  const dayAgo = sql`${new Date(at.getTime() - DAY_MS).toISOString()}::timestamptz`
  const recent = await queries
    .select({ id: withdrawals.id, itemId: items.itemId, won: items.price })
    .from(withdrawals)
    .innerJoin(items, eq(items.id, withdrawals.itemId))
    .where(
      and(
        eq(withdrawals.playerId, playerId),
        sql`(${withdrawals.id} = ${id} or (${withdrawals.requestedAt} > ${dayAgo} and ${withdrawals.state} not in
          ('declined', 'reversed', 'replaced', 'returned', 'refused')))`,
      ),
    )
  const worths = recent.map((row) => ({
    id: row.id,
    worth: Math.max(row.won, priceNow(loaded, row.itemId, cents(row.won))),
  }))
  const [deposit] = await queries
    .select({ first: min(orders.paidAt) })
    .from(orders)
    .where(and(eq(orders.playerId, playerId), inArray(orders.state, [...COUNTED_STATES])))
  return {
    worth: cents(worths.find((row) => row.id === id)?.worth ?? 0),
    dayWorth: cents(worths.reduce((sum, { worth }) => sum + worth, 0)),
    firstDepositMs: deposit?.first?.getTime() ?? null,
    steam: await readSteamAccountOf(parts, queries, playerId, at),
    related: new Set(await sharedKinds(queries, playerId)),
    battles: new Set(await battleFlags(queries, playerId, at)),
  }
}
