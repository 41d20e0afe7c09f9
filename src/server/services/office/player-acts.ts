// The acts about a player: each is the service that the command line calls.
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { PlayerState } from '../../../game/office/subjects.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Queries } from '../../db/database.ts'
import { erasures } from '../../db/schema-operations.ts'
import { banIn, banPlayerIn, unbanPlayerIn } from '../account/bans.ts'
import { signOutEverywhereIn } from '../account/end-sessions.ts'
import { findPlayer, type PlayerRow } from '../account/lookup.ts'
import { lockPlayer } from '../calls/player.ts'
import { defineAct, type Prospect } from './acts.ts'

const playerBody = z.object({ playerId: z.int() })
const banBody = playerBody.extend({ keepsWithdrawals: z.boolean() })

/** Returns a player. Throws ProtocolError 'unknown'. */
export async function playerOf(queries: Queries, playerId: number): Promise<PlayerRow> {
  const player = await findPlayer(queries, String(playerId))
  if (player === undefined) throw new ProtocolError(404, 'unknown', 'There is no such player')
  return player
}

/** Returns the state of a player: a ban tells more than an erasure that is on its way. */
export async function playerState(queries: Queries, playerId: number): Promise<PlayerState> {
  const [erasure] = await queries.select().from(erasures).where(eq(erasures.playerId, playerId))
  if (erasure?.erasedAt != null) return 'erased'
  if ((await banIn(queries, playerId)) !== null) return 'banned'
  return erasure === undefined ? 'active' : 'erasing'
}

/** Locks a player, and says what an act about them is about. */
async function about(tx: Queries, playerId: number, after: string | null): Promise<Prospect> {
  await playerOf(tx, playerId)
  await lockPlayer(tx, playerId)
  const state = await playerState(tx, playerId)
  const difference = after === null ? [] : [{ field: 'state', before: state, after }]
  return { kind: 'player', subject: String(playerId), state, difference, entries: [] }
}

export const playerBan = defineAct({
  verb: 'players.ban',
  body: banBody,
  look: (tx, { playerId }) => about(tx, playerId, 'banned'),
  run: async (tx, body, { by, reason }) => {
    await banPlayerIn(tx, { ...body, by, reason })
    return {}
  },
})

export const playerUnban = defineAct({
  verb: 'players.unban',
  body: playerBody,
  look: (tx, { playerId }) => about(tx, playerId, 'active'),
  run: async (tx, body, { by, reason }) => {
    await unbanPlayerIn(tx, { ...body, by, reason })
    return {}
  },
})

export const playerSignOut = defineAct({
  verb: 'players.signOut',
  body: playerBody,
  look: (tx, { playerId }) => about(tx, playerId, null),
  run: async (tx, { playerId }, { by }) => {
    await signOutEverywhereIn(tx, playerId, by)
    return {}
  },
})
