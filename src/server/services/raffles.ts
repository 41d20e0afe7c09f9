// Joining raffles: free, once each, for players who deposited in the raffle's last period. What happens by the clock is in
// raffle-care.ts, what is shown in raffle-views.ts.
import { and, eq, gt } from 'drizzle-orm'
import { depositSince } from '../../game/raffle.ts'
import { RAFFLE_KINDS, type RaffleKind } from '../../game/rewards.ts'
import type { Queries } from '../db/database.ts'
import { players } from '../db/schema.ts'
import { orders } from '../db/schema-payments.ts'
import { raffleEntries, raffles } from '../db/schema-rewards.ts'
import { isId } from '../ids.ts'
import { RefusalError } from '../refusal.ts'
import { type GameParts, keepAnswer, playOnce } from './game-turn.ts'
import type { Click } from './once.ts'
import { assertNotExcluded } from './protection.ts'

export interface Joined {
  /** How many are in it now. */
  readonly players: number
}

export interface Joining {
  /**
   * Gives a player his entry.
   *
   * @throws RefusalError 'raffle-closed' also for one that is none, 'raffle-deposit', 'raffle-joined', 'excluded'
   */
  join(playerId: number, raffleId: string, click: Click): Promise<Joined>
}

export interface JoiningParts extends Pick<GameParts, 'db' | 'once' | 'protection'> {
  readonly now: () => number
}

/** A paid deposit that was not paid back, of whatever amount, since a moment. */
function paidSince(playerId: number, sinceMs: number) {
  return and(eq(orders.playerId, playerId), gt(orders.paidAt, new Date(sinceMs)), eq(orders.state, 'paid'))
}

/** The kinds that a player's deposits let him join now. */
export async function kindsOpenTo(queries: Queries, playerId: number, nowMs: number): Promise<ReadonlySet<RaffleKind>> {
  const counted = await Promise.all(
    RAFFLE_KINDS.map((kind) => queries.$count(orders, paidSince(playerId, depositSince(kind, nowMs)))),
  )
  return new Set(RAFFLE_KINDS.filter((_, at) => (counted[at] ?? 0) > 0))
}

async function enter(tx: Queries, playerId: number, raffleId: string, click: Click, nowMs: number): Promise<Joined> {
  // An exclusion takes this lock too: what comes after it finds it.
  await tx.select({ id: players.id }).from(players).where(eq(players.id, playerId)).for('no key update')
  await assertNotExcluded(tx, playerId, new Date(nowMs))
  if (!isId(raffleId)) throw new RefusalError('raffle-closed')
  // Shared among those who join; the freeze waits for all of them, and whoever comes later finds it frozen.
  const [raffle] = await tx.select().from(raffles).where(eq(raffles.id, raffleId)).for('share')
  if (raffle?.state !== 'open' || raffle.closesAt.getTime() <= nowMs) throw new RefusalError('raffle-closed')
  const { kind } = raffle
  const own = and(eq(raffleEntries.raffleId, raffleId), eq(raffleEntries.playerId, playerId))
  if ((await tx.$count(raffleEntries, own)) > 0) throw new RefusalError('raffle-joined')
  if ((await tx.$count(orders, paidSince(playerId, depositSince(kind, nowMs)))) === 0) {
    throw new RefusalError('raffle-deposit', {}, { context: kind })
  }
  // Nobody else gives this player an entry: his row is locked.
  await tx.insert(raffleEntries).values({ raffleId, playerId, at: new Date(nowMs) })
  const joined = { players: await tx.$count(raffleEntries, eq(raffleEntries.raffleId, raffleId)) }
  await keepAnswer(tx, click, joined)
  return joined
}

/** Joining over a database. */
export function createJoining({ db, once, protection, now }: JoiningParts): Joining {
  return {
    join: (playerId, raffleId, click) =>
      playOnce({ once, protection }, click, () => db.transaction((tx) => enter(tx, playerId, raffleId, click, now()))),
  }
}
