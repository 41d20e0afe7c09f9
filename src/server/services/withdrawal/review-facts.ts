// The facts that decide whether a person checks a withdrawal.
import { and, eq, gt, inArray, min, or } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { DAY_MS } from '../../../game/payments/limits.ts'
import { COUNTED_STATES } from '../../../game/payments/reversal.ts'
import type { ReviewFacts } from '../../../game/withdrawal/withdrawal-review.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Queries } from '../../db/database.ts'
import { hasState, lacksState } from '../../db/has-state.ts'
import { items } from '../../db/schema.ts'
import { orders } from '../../db/schema-payments.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'
import { battleFlags } from '../account/battle-pairs.ts'
import { withdrawalHolds } from '../account/holds.ts'
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

/** What a withdrawal is worth: what its item costs now, or was won at if that is more. */
export interface WithdrawalWorth {
  readonly id: string
  readonly worth: Cents
}

/**
 * Returns what a player's withdrawals of the last 24 hours are worth: all that were not ended without a delivery.
 *
 * @param besides the ids of others that are returned too
 */
export async function dayWorths(
  loaded: Pick<LoadedCatalogue, 'catalogue'>,
  queries: Queries,
  { playerId, besides, at }: { readonly playerId: number; readonly besides: readonly string[]; readonly at: Date },
): Promise<readonly WithdrawalWorth[]> {
  const dayAgo = new Date(at.getTime() - DAY_MS)
  const isOfDay = and(
    gt(withdrawals.requestedAt, dayAgo),
    lacksState(withdrawals.state, 'declined', 'reversed', 'replaced', 'returned', 'refused'),
  )
  const recent = await queries
    .select({ id: withdrawals.id, itemId: items.itemId, won: items.price })
    .from(withdrawals)
    .innerJoin(items, eq(items.id, withdrawals.itemId))
    .where(
      and(
        eq(withdrawals.playerId, playerId),
        besides.length === 0 ? isOfDay : or(inArray(withdrawals.id, [...besides]), isOfDay),
      ),
    )
  return recent.map((row) => ({
    id: row.id,
    worth: cents(Math.max(row.won, priceNow(loaded, row.itemId, cents(row.won)))),
  }))
}

/** Returns the sum of what withdrawals are worth. */
export function worthOf(worths: readonly WithdrawalWorth[]): Cents {
  return cents(worths.reduce((sum, { worth }) => sum + worth, 0))
}

/** Returns the facts of a withdrawal, as they are now. */
export async function reviewFacts(
  parts: ReviewFactsParts,
  queries: Queries,
  { id, playerId }: WithdrawalRow,
  at: Date,
): Promise<ReviewFacts> {
  const worths = await dayWorths(parts.catalogue(), queries, { playerId, besides: [id], at })
  const [deposit] = await queries
    .select({ first: min(orders.paidAt) })
    .from(orders)
    .where(and(eq(orders.playerId, playerId), hasState(orders.state, ...COUNTED_STATES)))
  const holds = await withdrawalHolds(queries, playerId, at)
  return {
    worth: cents(worths.find((row) => row.id === id)?.worth ?? 0),
    dayWorth: worthOf(worths),
    firstDepositMs: deposit?.first?.getTime() ?? null,
    steam: await readSteamAccountOf(parts, queries, playerId, at),
    related: new Set(await sharedKinds(queries, playerId)),
    battles: new Set(await battleFlags(queries, playerId, at)),
    // The hold after a deposit passes by itself: it is waited for, and says nothing about the player.
    isFrozen: holds.some(({ reason }) => reason !== 'deposit-hold'),
  }
}
