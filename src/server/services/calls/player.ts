// A player as the use cases pass them on, and the lock that lets one action of a player run at a time.
import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/database.ts'
import { players } from '../../db/schema.ts'

/** A signed-in player, with the name and picture that drops show. */
export interface Player {
  readonly id: number
  readonly username: string
  readonly avatar: string
}

/**
 * Locks a player's row until the transaction ends, so that claims, orders and exclusions of one player run one at a time: an
 * exclusion takes this lock too, so the transaction after it sees it. Not FOR UPDATE, which would block notifications to the
 * player.
 */
export async function lockPlayer(tx: Queries, playerId: number): Promise<void> {
  await tx.select({ id: players.id }).from(players).where(eq(players.id, playerId)).for('no key update')
}
