// The facts that decide whether a person checks a withdrawal.
import { and, eq, gt, inArray, min, sql } from 'drizzle-orm'
import { DAY_MS } from '../../../game/limits.ts'
import { type Cents, cents } from '../../../game/money.ts'
import { COUNTED_STATES } from '../../../game/reversal.ts'
import type { ReviewFacts, SteamAccount } from '../../../game/withdrawal-review.ts'
import type { LoadedCatalogue } from '../../catalogue/reloadable-catalogue.ts'
import type { Queries } from '../../db/database.ts'
import { items, players } from '../../db/schema.ts'
import { orders } from '../../db/schema-payments.ts'
import { steamAccounts, withdrawals } from '../../db/schema-withdrawals.ts'
import { SteamAccountUnknown } from '../../steam/account.ts'
import { sharedKinds } from '../account/related-players.ts'
import type { WithdrawalRow } from './transitions.ts'

/** What Steam said is asked again after this long. */
const STEAM_FRESH_MS = DAY_MS

export interface ReviewFactsParts {
  readonly catalogue: () => Pick<LoadedCatalogue, 'catalogue'>
  /** Asks Steam about an account; throws SteamAccountUnknown. */
  readonly steamAccountOf: (steamid: string) => Promise<SteamAccount>
  readonly log: { warn(fields: object, message: string): void }
}

/** Returns what an item costs now; what it was won at when it is no longer sold. */
export function priceNow({ catalogue }: Pick<LoadedCatalogue, 'catalogue'>, itemId: string, won: Cents): Cents {
  return catalogue.items.get(itemId)?.priceCents ?? won
}

async function storedAccount(queries: Queries, playerId: number, at: Date): Promise<SteamAccount | undefined> {
  const isFresh = gt(steamAccounts.checkedAt, new Date(at.getTime() - STEAM_FRESH_MS))
  const [row] = await queries
    .select()
    .from(steamAccounts)
    .where(and(eq(steamAccounts.playerId, playerId), isFresh))
  if (row === undefined) return undefined
  const { createdAt, isPrivate, isLimited, isTradeBanned } = row
  return { createdMs: createdAt?.getTime() ?? null, isPrivate, isLimited, isTradeBanned }
}

/** Returns what Steam says of a player's account, asked once a day; null when it did not answer. */
async function steamAccountOf(
  { steamAccountOf: ask, log }: ReviewFactsParts,
  queries: Queries,
  playerId: number,
  at: Date,
): Promise<SteamAccount | null> {
  const stored = await storedAccount(queries, playerId, at)
  if (stored !== undefined) return stored
  const [player] = await queries.select({ steamid: players.steamid }).from(players).where(eq(players.id, playerId))
  if (player === undefined) throw new Error(`There is no player ${playerId}`)
  try {
    const { createdMs, ...rest } = await ask(player.steamid)
    const row = { playerId, checkedAt: at, createdAt: createdMs === null ? null : new Date(createdMs), ...rest }
    await queries.insert(steamAccounts).values(row).onConflictDoUpdate({ target: steamAccounts.playerId, set: row })
    return { createdMs, ...rest }
  } catch (error) {
    if (!(error instanceof SteamAccountUnknown)) throw error
    log.warn({ player: playerId, reason: error.message }, 'Steam could not be asked about an account')
    return null
  }
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
    steam: await steamAccountOf(parts, queries, playerId, at),
    related: new Set(await sharedKinds(queries, playerId)),
  }
}
