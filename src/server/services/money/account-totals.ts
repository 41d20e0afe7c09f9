// Totals of a player's account: games played, value won, items owned. Counting the rows again would cost more with every drop, so
// everything that plays, sells or withdraws changes the totals in its own transaction; the ledger check recomputes them.
import { eq, sql } from 'drizzle-orm'
import { type CountedGame, GAMES } from '../../../game/base/games.ts'
import { type Cents, cents } from '../../../game/base/money.ts'
import type { Microcents } from '../../../game/rewards/margin.ts'
import { type Queries, queryRows } from '../../db/database.ts'
import { accounts } from '../../db/schema.ts'
import { TRANSACTION } from '../../db/snapshot.ts'

/** A player's totals after a game. */
export interface AccountTotals {
  readonly balance: Cents
  /** Spent on games since the account was made. */
  readonly spent: Cents
  /** True for a player who hides their name from others. */
  readonly hidden: boolean
}

/** A player's totals after a game that is counted. */
export interface CountedTotals extends AccountTotals {
  /** Id of the transaction that counted it. */
  readonly transaction: string
  /** How often the player has played this game now. */
  readonly played: number
}

/** A game that was played. */
export interface PlayedGame {
  readonly game: Exclude<CountedGame, 'case'>
  /** The part of the stake that was paid from the balance. */
  readonly paid: Cents
  /** The part of the stake that was items, by the prices when they were won. */
  readonly staked: readonly { readonly wonPrice: Cents }[]
  /** The item that was won; null for none. */
  readonly won: { readonly id: string; readonly price: Cents } | null
  /** The margin that the stake made. */
  readonly margin: Microcents
}

/**
 * Changes how many items a player owns and what they were worth when they were won. For everything but games and sales, which update the totals
 * themselves.
 *
 * @param change items added and their worth in cents; below zero for items that leave
 */
export async function changeOwned(
  tx: Queries,
  playerId: number,
  change: { readonly items: number; readonly worth: number },
): Promise<void> {
  const changed = await tx
    .update(accounts)
    .set({ items: sql`${accounts.items} + ${change.items}`, worth: sql`${accounts.worth} + ${change.worth}` })
    .where(eq(accounts.id, playerId))
    .returning({ id: accounts.id })
  if (changed.length !== 1) throw new Error(`Player ${playerId} has no account`)
}

interface TotalsRow {
  balance: string | number
  spent: string | number
  hidden: boolean
}

function totalsOf({ balance, spent, hidden }: TotalsRow): AccountTotals {
  return { balance: cents(Number(balance)), spent: cents(Number(spent)), hidden }
}

/** Counts an item that was won without a stake of items. */
export async function countWin(
  tx: Queries,
  playerId: number,
  { id, price }: { readonly id: string; readonly price: Cents },
): Promise<AccountTotals> {
  const rows = await queryRows<TotalsRow>(
    tx,
    sql`
    update accounts set won = won + ${price}::bigint,
      best_id = case when ${price}::bigint > best_price then ${id}::uuid else best_id end,
      best_price = greatest(best_price, ${price}::bigint),
      items = items + 1, worth = worth + ${price}::bigint
    from players
    where accounts.id = ${playerId} and players.id = accounts.id
    returning balance, spent, hidden`,
  )
  const [row] = rows
  if (row === undefined) throw new Error(`Player ${playerId} has no account`)
  return totalsOf(row)
}

/** Counts a game that was played; pay.ts has charged its price before. */
export async function countPlay(
  tx: Queries,
  playerId: number,
  { game, paid, staked, won, margin }: PlayedGame,
): Promise<CountedTotals> {
  const played = sql.raw(GAMES[game].counter)
  const price = won?.price ?? 0
  const items = (won === null ? 0 : 1) - staked.length
  const worth = staked.reduce((sum, item) => sum - item.wonPrice, price)
  const rows = await queryRows<TotalsRow & { transaction: string; played: number }>(
    tx,
    sql`
    update accounts set spent = spent + ${paid}::bigint, ${played} = ${played} + 1, won = won + ${price}::bigint,
      margin = margin + ${margin}::bigint,
      best_id = case when ${price}::bigint > best_price then ${won?.id ?? null}::uuid else best_id end,
      best_price = greatest(best_price, ${price}::bigint),
      items = items + ${items}::int, worth = worth + ${worth}::bigint
    from players
    where accounts.id = ${playerId} and players.id = accounts.id
    returning balance, spent, hidden, ${sql.raw(TRANSACTION)} as transaction, ${played} as played`,
  )
  const [row] = rows
  if (row === undefined) throw new Error(`Player ${playerId} has no account`)
  return { ...totalsOf(row), transaction: row.transaction, played: row.played }
}

/**
 * Counts the price of a game that stakes no items and has no counter of its own.
 *
 * @param paid 0 for a free game, which changes nothing but locks the account as every game does
 * @param margin that the stake made
 */
export async function countSpending(
  tx: Queries,
  playerId: number,
  paid: Cents,
  margin: Microcents,
): Promise<AccountTotals> {
  const rows = await queryRows<TotalsRow>(
    tx,
    sql`
    update accounts set spent = spent + ${paid}::bigint, margin = margin + ${margin}::bigint
    from players
    where accounts.id = ${playerId} and players.id = accounts.id
    returning balance, spent, hidden`,
  )
  const [row] = rows
  if (row === undefined) throw new Error(`Player ${playerId} has no account`)
  return totalsOf(row)
}
