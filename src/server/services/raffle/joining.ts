// Joining raffles: free, once each, for players who deposited in the raffle's last period. What happens by the clock is in
// lifecycle.ts, the views in views.ts.
import { and, eq, gt } from 'drizzle-orm'
import { COUNTED_STATES } from '../../../game/payments/reversal.ts'
import { depositSince } from '../../../game/rewards/raffle.ts'
import { RAFFLE_KINDS, type RaffleKind } from '../../../game/rewards/rewards.ts'
import { isId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { heldItems } from '../../db/schema.ts'
import { orders } from '../../db/schema-payments.ts'
import { raffleEntries, raffles } from '../../db/schema-rewards.ts'
import { assertNotExcluded } from '../account/protection.ts'
import type { IdempotencyKey } from '../calls/idempotency.ts'
import { lockPlayer } from '../calls/player.ts'
import { type GameParts, playOnce, storeResponse } from '../rolls/play.ts'

export interface RaffleJoined {
  /** How many players have joined now. */
  readonly players: number
}

export interface Joining {
  /**
   * Enters a player into a raffle.
   *
   * @throws RefusalError 'raffle-closed' also for an unknown raffle, 'raffle-deposit', 'raffle-joined', 'reward-paused',
   *   'excluded'
   */
  join(playerId: number, raffleId: string, idempotencyKey: IdempotencyKey): Promise<RaffleJoined>
}

export interface JoiningParts extends Pick<GameParts, 'db' | 'idempotency' | 'protection'> {
  readonly now: () => number
}

/** Selects paid deposits of any amount since a moment, without refunded and disputed ones. */
function paidSince(playerId: number, sinceMs: number) {
  return and(
    eq(orders.playerId, playerId),
    gt(orders.paidAt, new Date(sinceMs)),
    hasState(orders.state, ...COUNTED_STATES),
  )
}

/** Returns the kinds of raffles that a player's deposits allow them to join now. */
export async function kindsOpenTo(queries: Queries, playerId: number, nowMs: number): Promise<ReadonlySet<RaffleKind>> {
  const counted = await Promise.all(
    RAFFLE_KINDS.map((kind) => queries.$count(orders, paidSince(playerId, depositSince(kind, nowMs)))),
  )
  return new Set(RAFFLE_KINDS.filter((_, at) => (counted[at] ?? 0) > 0))
}

async function enter(
  tx: Queries,
  playerId: number,
  raffleId: string,
  idempotencyKey: IdempotencyKey,
  nowMs: number,
): Promise<RaffleJoined> {
  await lockPlayer(tx, playerId)
  await assertNotExcluded(tx, playerId, new Date(nowMs))
  if (!isId(raffleId)) throw new RefusalError('raffle-closed')
  // A shared lock among players who join; the freeze waits for all of them, and a later entry finds the raffle frozen.
  const [raffle] = await tx.select().from(raffles).where(eq(raffles.id, raffleId)).for('share')
  if (raffle?.state !== 'open' || raffle.closesAt.getTime() <= nowMs) throw new RefusalError('raffle-closed')
  if ((await tx.$count(heldItems, eq(heldItems.itemId, raffle.itemId))) > 0) throw new RefusalError('reward-paused')
  const { kind } = raffle
  const own = and(eq(raffleEntries.raffleId, raffleId), eq(raffleEntries.playerId, playerId))
  if ((await tx.$count(raffleEntries, own)) > 0) throw new RefusalError('raffle-joined')
  if ((await tx.$count(orders, paidSince(playerId, depositSince(kind, nowMs)))) === 0) {
    throw new RefusalError('raffle-deposit', {}, { context: kind })
  }
  // No other transaction can enter this player: the player's row is locked.
  await tx.insert(raffleEntries).values({ raffleId, playerId, at: new Date(nowMs) })
  const joined = { players: await tx.$count(raffleEntries, eq(raffleEntries.raffleId, raffleId)) }
  await storeResponse(tx, idempotencyKey, joined)
  return joined
}

/** Makes the entries over a database. */
export function createJoining({ db, idempotency, protection, now }: JoiningParts): Joining {
  return {
    join: (playerId, raffleId, idempotencyKey) =>
      playOnce({ idempotency, protection }, idempotencyKey, () =>
        db.transaction((tx) => enter(tx, playerId, raffleId, idempotencyKey, now())),
      ),
  }
}
