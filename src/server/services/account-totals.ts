// What an account counts of its player: games played, what was won, what is owned. Counting the rows anew would cost more with
// every drop, so whatever plays, sells or withdraws changes the counts in its own transaction; the ledger's check proves them.
import { eq, sql } from 'drizzle-orm'
import type { PlayedGame } from '../../contract/account.ts'
import { type Cents, cents } from '../../game/money.ts'
import type { Queries } from '../db/database.ts'
import { accounts } from '../db/schema.ts'
import { TRANSACTION } from '../db/snapshot.ts'
import { RefusalError } from '../refusal.ts'

/** How a player stands after a game. */
export interface Standing {
  readonly balance: Cents
  /** On games, in all the time. */
  readonly spent: Cents
  /** True for a player whom nobody else may see. */
  readonly hidden: boolean
}

/** How a player stands after a game that is counted. */
export interface Counted extends Standing {
  /** The transaction that counted it. */
  readonly transaction: string
}

/** A game that was played. */
export interface Turn {
  readonly game: Exclude<PlayedGame, 'case'>
  /** The part of the stake that came from the balance. */
  readonly paid: Cents
  /** The part of it that was items. */
  readonly staked: readonly { readonly price: Cents }[]
  /** The item that came out; null when there was none. */
  readonly won: { readonly id: string; readonly price: Cents } | null
}

/**
 * Changes what a player owns: more items, or fewer of them with numbers below zero. For everything that is neither a game nor a
 * sale, which count for themselves.
 *
 * @param change how many items came, and what they are worth in cents
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

interface StandingRow {
  balance: string | number
  spent: string | number
  hidden: boolean
}

function standingOf({ balance, spent, hidden }: StandingRow): Standing {
  return { balance: cents(Number(balance)), spent: cents(Number(spent)), hidden }
}

/** Counts an item that was won without a stake of items. */
export async function countWin(
  tx: Queries,
  playerId: number,
  { id, price }: { readonly id: string; readonly price: Cents },
): Promise<Standing> {
  const { rows } = (await tx.execute(sql`
    update accounts set won = won + ${price}::bigint,
      best_id = case when ${price}::bigint > best_price then ${id}::uuid else best_id end,
      best_price = greatest(best_price, ${price}::bigint),
      items = items + 1, worth = worth + ${price}::bigint
    from players
    where accounts.id = ${playerId} and players.id = accounts.id
    returning balance, spent, hidden`)) as unknown as { rows: StandingRow[] }
  const [row] = rows
  if (row === undefined) throw new Error(`Player ${playerId} has no account`)
  return standingOf(row)
}

/**
 * Takes what a game costs from the balance and counts the game.
 *
 * @throws RefusalError 'balance' when the balance does not cover it
 */
export async function countTurn(tx: Queries, playerId: number, { game, paid, staked, won }: Turn): Promise<Counted> {
  const played = sql.raw(game === 'upgrade' ? 'upgrades' : 'contracts')
  const price = won?.price ?? 0
  const items = (won === null ? 0 : 1) - staked.length
  const worth = staked.reduce((sum, item) => sum - item.price, price)
  const { rows } = (await tx.execute(sql`
    update accounts set balance = balance - ${paid}::bigint, spent = spent + ${paid}::bigint, ${played} = ${played} + 1,
      won = won + ${price}::bigint,
      best_id = case when ${price}::bigint > best_price then ${won?.id ?? null}::uuid else best_id end,
      best_price = greatest(best_price, ${price}::bigint),
      items = items + ${items}::int, worth = worth + ${worth}::bigint
    from players
    where accounts.id = ${playerId} and players.id = accounts.id and balance >= ${paid}::bigint
    returning balance, spent, hidden, ${sql.raw(TRANSACTION)} as transaction`)) as unknown as {
    rows: (StandingRow & { transaction: string })[]
  }
  const [row] = rows
  if (row === undefined) throw new RefusalError('balance', { price: paid })
  return { ...standingOf(row), transaction: row.transaction }
}

/**
 * Takes what a game costs that is not counted by itself, and that stakes nothing else.
 *
 * @param paid 0 for a game that was free: it changes nothing, and the account waits for its transaction as any game's does
 * @throws RefusalError 'balance' when the balance does not cover it
 */
export async function paySpending(tx: Queries, playerId: number, paid: Cents): Promise<Standing> {
  const { rows } = (await tx.execute(sql`
    update accounts set balance = balance - ${paid}::bigint, spent = spent + ${paid}::bigint
    from players
    where accounts.id = ${playerId} and players.id = accounts.id and balance >= ${paid}::bigint
    returning balance, spent, hidden`)) as unknown as { rows: StandingRow[] }
  const [row] = rows
  if (row === undefined) throw new RefusalError('balance', { price: paid })
  return standingOf(row)
}
