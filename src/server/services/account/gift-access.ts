// Who gets gifts. Every player with a deposit that was kept, and is not disputed, does. Without one, gifts ask for a Steam account that is not made for
// them, and of related players only the first who claimed one gets more. A deposit lifts both; nobody is banned by them.
import { eq, type SQL, sql } from 'drizzle-orm'
import { missingForGifts } from '../../../game/rewards/gifts.ts'
import type { GiftRules } from '../../../game/rewards/rewards.ts'
import { RefusalError } from '../../base/refusal.ts'
import { type Database, type Queries, queryRows } from '../../db/database.ts'
import { players } from '../../db/schema.ts'
import { hasCountedDeposit } from '../money/kept-deposits.ts'
import { readSteamAccountOf, type SteamAccountParts, storedSteamAccount } from './steam-account.ts'

/** The key of the advisory lock under which related players claim their first gift, so that one of them is the first; any number. */
const FIRST_GIFT_LOCK = 6_301_447

/** Steam is not asked again within this time when it did not answer. */
const ASKED_MS = 60_000

/** The rules of gifts without a deposit, as of now. */
export interface GiftAsk {
  readonly rules: Pick<GiftRules, 'withoutDeposit'>
  readonly at: Date
}

export interface GiftAccess {
  /** Asks Steam about a player without a deposit, unless it was asked lately. A claim does so before its transaction. */
  refresh(playerId: number): Promise<void>
  /** Returns the refusal that a claim would get, without the rules of the claim itself; null when it would get none. */
  refusalOf(playerId: number): Promise<RefusalError | null>
}

export interface GiftAccessParts extends SteamAccountParts {
  readonly db: Database
  readonly gifts: () => Pick<GiftRules, 'withoutDeposit'>
  readonly now: () => number
}

async function hasDeposited(queries: Queries, playerId: number): Promise<boolean> {
  const [row] = await queryRows<{ has: boolean }>(
    queries,
    sql`select ${hasCountedDeposit(sql`${playerId}::int`)} as has`,
  )
  return row?.has === true
}

/** Returns the refusal of a player whose Steam account is not enough; null for none. */
async function steamRefusal(queries: Queries, playerId: number, { rules, at }: GiftAsk): Promise<RefusalError | null> {
  const [player] = await queries.select({ level: players.steamLevel }).from(players).where(eq(players.id, playerId))
  const stored = await storedSteamAccount(queries, playerId)
  const context = missingForGifts(player?.level ?? null, stored?.account ?? null, at.getTime(), rules)
  if (context === null) return null
  const { steamLevel: level, accountDays: days } = rules.withoutDeposit
  return new RefusalError('gift-steam', {}, { context, level, days })
}

/** Selects the players who share a device or a card with one; no other trace counts: see `sharesDevice`. */
const sharing = (playerId: number): SQL => sql`
  select distinct other.player_id from account_traces mine
  join account_traces other on other.kind = mine.kind and other.value = mine.value and other.player_id <> mine.player_id
  where mine.player_id = ${playerId}::int and mine.kind in ('device', 'card')`

/**
 * Returns the refusal of a player who shares a device or a card with one who claimed a gift before them, and who has no deposit either;
 * null for none. Gifts that need no deposit are the free spin, days of the calendar, missions, cases of promo codes and the social bonus.
 *
 * @param lock true to let no related player claim their first gift until the transaction ends
 */
async function relatedRefusal(queries: Queries, playerId: number, lock: boolean): Promise<RefusalError | null> {
  const related = await queryRows(queries, sql`select from (${sharing(playerId)}) related limit 1`)
  if (related.length === 0) return null
  if (lock) await queries.execute(sql`select pg_advisory_xact_lock(${FIRST_GIFT_LOCK})`)
  const first = await queryRows(
    queries,
    sql`
    with claimants as (${sharing(playerId)} union select ${playerId}::int),
    claims as (
      select player_id, min(at) as first from (
        select player_id, at from wheel_spins where free_day is not null and player_id in (select player_id from claimants)
        union all select player_id, at from calendar_claims where player_id in (select player_id from claimants)
        union all select player_id, at from mission_claims where player_id in (select player_id from claimants)
        union all select player_id, at from promo_openings where player_id in (select player_id from claimants)
        union all select reference::int, at from transfers
          where kind = 'social' and reference in (select player_id::text from claimants)
      ) gifts group by player_id)
    select from claims
    where player_id <> ${playerId}::int and not ${hasCountedDeposit(sql`claims.player_id`)}
      and not exists (select from claims own where own.player_id = ${playerId}::int
        and (own.first, own.player_id) < (claims.first, claims.player_id))
    limit 1`,
  )
  return first.length === 0 ? null : new RefusalError('gift-related')
}

async function refusalWithin(
  queries: Queries,
  playerId: number,
  ask: GiftAsk,
  lock: boolean,
): Promise<RefusalError | null> {
  if (await hasDeposited(queries, playerId)) return null
  return (await steamRefusal(queries, playerId, ask)) ?? (await relatedRefusal(queries, playerId, lock))
}

/**
 * Throws the refusal of a player who gets no gifts. What Steam says is read as it was stored. The caller has locked the player's
 * row, and claims the gift in the same transaction.
 *
 * @throws RefusalError 'gift-steam', 'gift-related'
 */
export async function assertMayHaveGift(tx: Queries, playerId: number, ask: GiftAsk): Promise<void> {
  const refusal = await refusalWithin(tx, playerId, ask, true)
  if (refusal !== null) throw refusal
}

/** Makes the access to gifts over a database and Steam. */
export function createGiftAccess({ db, gifts, now, ...steam }: GiftAccessParts): GiftAccess {
  const asked = new Map<number, Promise<void>>()

  async function ask(playerId: number): Promise<void> {
    if (await hasDeposited(db.queries, playerId)) return
    await readSteamAccountOf(steam, db.queries, playerId, new Date(now()))
  }

  function refresh(playerId: number): Promise<void> {
    const running = asked.get(playerId)
    if (running !== undefined) return running
    const asking = ask(playerId).catch((error: unknown) => {
      asked.delete(playerId)
      throw error
    })
    asked.set(playerId, asking)
    setTimeout(() => asked.delete(playerId), ASKED_MS).unref()
    return asking
  }

  return {
    refresh,
    refusalOf: async (playerId) => {
      await refresh(playerId)
      return refusalWithin(db.queries, playerId, { rules: gifts(), at: new Date(now()) }, false)
    },
  }
}
