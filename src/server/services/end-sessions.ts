// Ends all sessions of a player at once, as an operator does, in a process that holds none of his sockets.
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database, Queries } from '../db/database.ts'
import { sessions, signInCodes } from '../db/schema.ts'

/** Ends every session of a player; answers how many there were. Servers know within ten seconds (realtime/ended-sessions.ts). */
export async function endSessionsOf(queries: Queries, playerId: number): Promise<number> {
  const at = new Date()
  const ended = await queries
    .update(sessions)
    .set({ endedAt: at })
    .where(and(eq(sessions.playerId, playerId), isNull(sessions.endedAt), gt(sessions.expiresAt, at)))
    .returning({ id: sessions.id })
  return ended.length
}

/** Ends every session of a player and the sign-ins that are under way; answers how many sessions there were. */
export function signOutEverywhere(db: Database, playerId: number): Promise<number> {
  return db.transaction(async (tx) => {
    // The codes first: one that is redeemed in between would open a session that nobody ends.
    await tx.delete(signInCodes).where(eq(signInCodes.playerId, playerId))
    return endSessionsOf(tx, playerId)
  })
}
