// What the reversal of a deposit changes in the player's margin and turnover, and the prizes of leaderboards that the rest of it no longer covers.
import { eq, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { stakesAfterReversal } from '../../../game/rewards/gifts.ts'
import { prizesOverMargin } from '../../../game/rewards/leaderboard.ts'
import { marginAfterReversal, microcents } from '../../../game/rewards/margin.ts'
import type { GiftRules } from '../../../game/rewards/rewards.ts'
import { type Queries, queryRows } from '../../db/database.ts'
import { accounts } from '../../db/schema.ts'
import { leaderDays } from '../../db/schema-leaders.ts'
import { keptDeposits } from '../money/kept-deposits.ts'
import { lockGiftAccount } from '../money/pay.ts'

/** Takes as large a part out of the leaderboards as of the margin. */
async function voidDays(tx: Queries, playerId: number, margin: number, before: number): Promise<void> {
  await tx
    .update(leaderDays)
    .set({ margin: sql`floor(${leaderDays.margin}::numeric * ${margin}::bigint / ${before}::bigint)::bigint` })
    .where(eq(leaderDays.playerId, playerId))
}

/** What a reversal took back of what the player's play had made. */
export interface VoidedPlay {
  /** In millionths of a cent. */
  readonly margin: number
  /** Cash stakes that counted as turnover. */
  readonly stakes: Cents
}

/** Takes back as much of a player's margin, and of the stakes that count as turnover, as of their deposits goes back. */
export async function voidPlay(tx: Queries, playerId: number, reversed: Cents): Promise<VoidedPlay> {
  const { margin: before, stakedCents } = await lockGiftAccount(tx, playerId)
  const deposited = await keptDeposits(tx, playerId)
  const margin = marginAfterReversal(before, deposited, reversed)
  const stakes = cents(stakedCents - stakesAfterReversal(stakedCents, deposited, reversed))
  await tx
    .update(accounts)
    .set({ margin, voidedStakes: sql`${accounts.voidedStakes} + ${stakes}` })
    .where(eq(accounts.id, playerId))
  if (before > 0) await voidDays(tx, playerId, margin, before)
  return { margin: before - margin, stakes }
}

interface PrizesRow {
  margin: string | number
  raffled: string | number
  /** What the player was paid for places, less what went back. */
  prizes: string | number
}

/** Takes the prizes of leaderboards that the margin which is left does not cover out of what it paid. Returns how much is charged for them. */
export async function claimLeaderPrizes(
  tx: Queries,
  playerId: number,
  gifts: Pick<GiftRules, 'rafflePercent'>,
): Promise<Cents> {
  const [row] = await queryRows<PrizesRow>(
    tx,
    sql`select margin, raffled, (select coalesce(sum(paid), 0) from leader_prizes where player_id = accounts.id)
        - (select coalesce(sum(leader_prizes), 0) from order_reversals join orders on orders.id = order_reversals.order_id
          where player_id = accounts.id) as prizes
      from accounts where id = ${playerId}`,
  )
  if (row === undefined) throw new Error(`Player ${playerId} has no account`)
  const made = { margin: microcents(Number(row.margin)), raffledCents: cents(Number(row.raffled)) }
  const over = prizesOverMargin({ ...made, prizeCents: cents(Number(row.prizes)) }, gifts)
  if (over === 0) return over
  await tx
    .update(accounts)
    .set({ raffled: sql`${accounts.raffled} - ${over}` })
    .where(eq(accounts.id, playerId))
  return over
}
