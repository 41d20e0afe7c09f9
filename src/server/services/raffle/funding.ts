// Who pays a raffle when it is frozen: the largest group of entrants who can each pay an equal share of its prize out of their margin.
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { microcents } from '../../../game/rewards/margin.ts'
import { entriesText, type RaffleName } from '../../../game/rewards/raffle.ts'
import {
  type FundedRaffle,
  fundRaffle,
  type RaffleEntrant,
  raffleAllowance,
} from '../../../game/rewards/raffle-funding.ts'
import type { GiftRules } from '../../../game/rewards/rewards.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Queries } from '../../db/database.ts'
import { accounts } from '../../db/schema.ts'
import { raffleEntries, type raffles } from '../../db/schema-rewards.ts'

type RaffleRules = Pick<GiftRules, 'rafflePercent'>

/** Returns who joined a raffle: player ids, ascending. */
export async function joinedOf(queries: Queries, raffleId: string): Promise<number[]> {
  const rows = await queries
    .select({ playerId: raffleEntries.playerId })
    .from(raffleEntries)
    .where(eq(raffleEntries.raffleId, raffleId))
    .orderBy(asc(raffleEntries.playerId))
  return rows.map(({ playerId }) => playerId)
}

/** A player's entry, and the number that stands for them in the list. */
export interface RaffleEntry {
  readonly playerId: number
  readonly publicNumber: number
}

/** Returns the entries in the draw of a frozen raffle in the order of the list: by their numbers, ascending. */
export function entriesOf(queries: Queries, raffleId: string): Promise<RaffleEntry[]> {
  return queries
    .select({ playerId: raffleEntries.playerId, publicNumber: raffleEntries.publicNumber })
    .from(raffleEntries)
    .where(and(eq(raffleEntries.raffleId, raffleId), isNotNull(raffleEntries.share)))
    .orderBy(asc(raffleEntries.publicNumber))
}

/** Returns the number that stands for a player in a raffle, in its draw or not; null for who has not joined. */
export async function publicNumberOf(queries: Queries, raffleId: string, playerId: number): Promise<number | null> {
  const [row] = await queries
    .select({ publicNumber: raffleEntries.publicNumber })
    .from(raffleEntries)
    .where(and(eq(raffleEntries.raffleId, raffleId), eq(raffleEntries.playerId, playerId)))
  return row?.publicNumber ?? null
}

/** Returns the list of a raffle as it is hashed and published. */
export function listOf(raffle: RaffleName, entries: readonly RaffleEntry[]): string {
  return entriesText(
    raffle,
    entries.map(({ publicNumber }) => publicNumber),
  )
}

/** Returns what the prize of a raffle costs now: its price when it opened, or the catalogue's if that is higher. */
export function prizeCost(
  { itemId, price }: Pick<typeof raffles.$inferSelect, 'itemId' | 'price'>,
  { catalogue }: Pick<LoadedCatalogue, 'catalogue'>,
): Cents {
  return cents(Math.max(price, catalogue.items.get(itemId)?.priceCents ?? price))
}

const ALLOWANCE = { playerId: accounts.id, margin: accounts.margin, raffled: accounts.raffled }

function entrantOf(row: { playerId: number; margin: number; raffled: number }, rules: RaffleRules): RaffleEntrant {
  const { playerId, margin, raffled } = row
  const made = { margin: microcents(margin), raffledCents: cents(raffled) }
  return { playerId, availableCents: raffleAllowance(made, rules) }
}

/** Returns what a player could pay for raffles now. */
export async function allowanceOf(queries: Queries, playerId: number, rules: RaffleRules): Promise<RaffleEntrant> {
  const [row] = await queries.select(ALLOWANCE).from(accounts).where(eq(accounts.id, playerId))
  if (row === undefined) throw new Error(`Player ${playerId} has no account`)
  return entrantOf(row, rules)
}

/** Returns who joined raffles, by their ids, and what each could pay: now, or when the raffle was frozen. */
export async function entrantsOf(
  queries: Queries,
  raffleIds: readonly string[],
  rules: RaffleRules,
): Promise<ReadonlyMap<string, readonly RaffleEntrant[]>> {
  const entrants = new Map<string, RaffleEntrant[]>(raffleIds.map((id) => [id, []]))
  if (raffleIds.length === 0) return entrants
  const rows = await queries
    .select({ ...ALLOWANCE, raffleId: raffleEntries.raffleId, available: raffleEntries.available })
    .from(raffleEntries)
    .innerJoin(accounts, eq(accounts.id, raffleEntries.playerId))
    .where(inArray(raffleEntries.raffleId, [...raffleIds]))
  for (const { raffleId, available, ...row } of rows) {
    const entrant =
      available === null ? entrantOf(row, rules) : { playerId: row.playerId, availableCents: cents(available) }
    entrants.get(raffleId)?.push(entrant)
  }
  return entrants
}

/** A raffle that was paid for, or that nobody could pay. */
export interface Funding {
  readonly joined: readonly number[]
  /** Null when the prize rolls over. */
  readonly funded: FundedRaffle | null
}

async function storeShares(
  tx: Queries,
  raffleId: string,
  entrants: readonly RaffleEntrant[],
  funded: FundedRaffle | null,
): Promise<void> {
  const paying = new Set(funded?.players)
  const rows = entrants.map(({ playerId, availableCents: available }) => ({
    id: playerId,
    available,
    share: paying.has(playerId) ? funded?.shareCents : null,
  }))
  await tx.execute(sql`
    update ${raffleEntries} set available = given.available, share = given.share
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id int, available bigint, share bigint)
    where ${raffleEntries.raffleId} = ${raffleId} and ${raffleEntries.playerId} = given.id`)
  if (funded === null) return
  await tx
    .update(accounts)
    .set({ raffled: sql`${accounts.raffled} + ${funded.shareCents}` })
    .where(inArray(accounts.id, [...funded.players]))
}

/**
 * Lets the entrants of a raffle pay its prize; before its roll is known, and while nobody can join. Their accounts stay locked, so that
 * two raffles do not take the same margin.
 *
 * @param costCents what the prize costs
 */
export async function payRaffle(tx: Queries, raffleId: string, costCents: Cents, rules: RaffleRules): Promise<Funding> {
  const joined = await joinedOf(tx, raffleId)
  if (joined.length === 0) return { joined, funded: null }
  const rows = await tx
    .select(ALLOWANCE)
    .from(accounts)
    .where(inArray(accounts.id, joined))
    .orderBy(asc(accounts.id))
    .for('update')
  const entrants = rows.map((row) => entrantOf(row, rules))
  const funded = fundRaffle(costCents, entrants)
  await storeShares(tx, raffleId, entrants, funded)
  return { joined, funded }
}
