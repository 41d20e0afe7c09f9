// Visits by referral links: sums by day and code, without who came and from where.
import { eq, sql } from 'drizzle-orm'
import { dayAt } from '../../../game/base/site-time.ts'
import type { Queries } from '../../db/database.ts'
import { referralVisits } from '../../db/schema-rewards.ts'

/**
 * Counts a visit by the link of a code; none where the code is unknown, or its owner is a bot, is banned, or follows the link themselves.
 *
 * @param visit.playerId who is signed in; null for a guest
 */
export async function countVisit(
  queries: Queries,
  visit: { readonly code: string; readonly playerId: number | null; readonly atMs: number; readonly timeZone: string },
): Promise<void> {
  const day = dayAt(visit.atMs, visit.timeZone)
  await queries.execute(sql`
    insert into referral_visits (code, day, visits) select referral_codes.code, ${day}, 1 from referral_codes
    join players on players.id = referral_codes.player_id and not players.house
    where referral_codes.code = ${visit.code} and players.id <> ${visit.playerId ?? 0}
      and not exists (select from bans where bans.player_id = players.id and bans.lifted_at is null)
    on conflict (code, day) do update set visits = referral_visits.visits + 1`)
}

/** Gives the visits of a code to the one that replaces it. */
export async function moveVisits(tx: Queries, from: string, to: string): Promise<void> {
  await tx.update(referralVisits).set({ code: to }).where(eq(referralVisits.code, from))
}

/** Returns how often the links of a player's code were followed. */
export async function visitsOf(queries: Queries, code: string): Promise<number> {
  const [row] = await queries
    .select({ visits: sql<string>`coalesce(sum(${referralVisits.visits}), 0)` })
    .from(referralVisits)
    .where(eq(referralVisits.code, code))
  return Number(row?.visits ?? 0)
}
