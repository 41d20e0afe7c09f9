// Ends all sessions of a player at once, as an operator does, in a process that has none of the player's sockets.
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Actor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Database, Queries } from '../../db/database.ts'
import { pushSubscriptions } from '../../db/schema-push.ts'
import { sessions, signInCodes } from '../../db/schema-sessions.ts'

/** Removes the push subscriptions of sessions that have ended. */
export async function removeSubscriptions(queries: Queries, ended: readonly { readonly id: string }[]): Promise<void> {
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0) await queries.delete(pushSubscriptions).where(inArray(pushSubscriptions.sessionId, ids))
}

/**
 * Ends every session of a player and returns how many there were. Servers know within ten seconds (realtime/ended-sessions.ts).
 */
export async function endSessionsOf(queries: Queries, playerId: number): Promise<number> {
  const at = new Date()
  const ended = await queries
    .update(sessions)
    .set({ endedAt: at })
    .where(and(eq(sessions.playerId, playerId), isNull(sessions.endedAt), gt(sessions.expiresAt, at)))
    .returning({ id: sessions.id })
  await removeSubscriptions(queries, ended)
  return ended.length
}

/** Ends every session of a player and the sign-ins under way in a transaction; returns how many sessions there were. */
export async function signOutEverywhereIn(tx: Queries, playerId: number, by: Actor): Promise<number> {
  // The codes first: a code redeemed in between would open a session that this does not end.
  await tx.delete(signInCodes).where(eq(signInCodes.playerId, playerId))
  const sessions = await endSessionsOf(tx, playerId)
  await recordAct(tx, { by, verb: 'players.signOut', kind: 'player', subject: playerId, after: { sessions } })
  return sessions
}

/** Ends every session of a player and the sign-ins under way; returns how many sessions there were. */
export function signOutEverywhere(db: Database, playerId: number, by: Actor): Promise<number> {
  return db.transaction((tx) => signOutEverywhereIn(tx, playerId, by))
}
