// The acts about a player: each is the service that the command line calls.
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { PlayerState } from '../../../game/office/subjects.ts'
import { recordAct } from '../../audit/record-act.ts'
import { ProtocolError, RefusalError } from '../../base/refusal.ts'
import type { Queries } from '../../db/database.ts'
import { erasures } from '../../db/schema-operations.ts'
import { banIn, banPlayerIn, unbanPlayerIn } from '../account/bans.ts'
import { signOutEverywhereIn } from '../account/end-sessions.ts'
import { requestErasureIn, takeErasureBackIn } from '../account/erasure.ts'
import { findPlayer, type PlayerRow } from '../account/lookup.ts'
import { lockPlayer } from '../calls/player.ts'
import { defineAct, type Prospect } from './acts.ts'

const playerBody = z.object({ playerId: z.int() })
const banBody = playerBody.extend({
  keepsWithdrawals: z.boolean(),
  /** How long it lasts; null until a person ends it. */
  days: z.int().positive().nullable(),
})

const DAY_MS = 86_400_000

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
export async function aboutPlayer(tx: Queries, playerId: number, after: string | null): Promise<Prospect> {
  await playerOf(tx, playerId)
  await lockPlayer(tx, playerId)
  const state = await playerState(tx, playerId)
  const difference = after === null ? [] : [{ field: 'state', before: state, after } as const]
  return { kind: 'player', subject: String(playerId), state, difference, entries: [] }
}

export const playerBan = defineAct({
  verb: 'players.ban',
  body: banBody,
  look: (tx, { playerId }) => aboutPlayer(tx, playerId, 'banned'),
  run: async (tx, { days, ...body }, { by, reason, at }) => {
    const until = days === null ? null : new Date(at + days * DAY_MS)
    await banPlayerIn(tx, { ...body, until, by, reason })
    return {}
  },
})

export const playerUnban = defineAct({
  verb: 'players.unban',
  body: playerBody,
  look: (tx, { playerId }) => aboutPlayer(tx, playerId, 'active'),
  run: async (tx, body, { by, reason }) => {
    await unbanPlayerIn(tx, { ...body, by, reason })
    return {}
  },
})

export const playerSignOut = defineAct({
  verb: 'players.signOut',
  body: playerBody,
  look: (tx, { playerId }) => aboutPlayer(tx, playerId, null),
  run: async (tx, { playerId }, { by }) => {
    await signOutEverywhereIn(tx, playerId, by)
    return {}
  },
})

/** A copy of a player's data: who took it and why is recorded, then it is sent. */
export const playerExport = defineAct({
  verb: 'players.export',
  body: playerBody,
  look: (tx, { playerId }) => aboutPlayer(tx, playerId, null),
  run: async (tx, { playerId }, { by, reason }) => {
    await recordAct(tx, { by, verb: 'players.export', kind: 'player', subject: playerId, reason })
    return {}
  },
})

/** Words for what stops an erasure, or its end. */
const ERASURE_FAULTS = {
  'erasure-open': 'A withdrawal, a battle, an unpaid order or a dispute of the player is under way',
  'erasure-none': 'The shop has not asked for it, or its seven days are over',
} as const

async function erasing(work: Promise<unknown>): Promise<Record<string, never>> {
  try {
    await work
    return {}
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    const { code } = error
    if (code !== 'erasure-open' && code !== 'erasure-none') throw error
    throw new ProtocolError(409, code, ERASURE_FAULTS[code])
  }
}

export const playerErase = defineAct({
  verb: 'players.erase',
  body: playerBody,
  look: (tx, { playerId }) => aboutPlayer(tx, playerId, 'erasing'),
  run: (tx, { playerId }, { by, reason, at }) => erasing(requestErasureIn(tx, playerId, at, { by, reason })),
})

export const playerUnerase = defineAct({
  verb: 'players.unerase',
  body: playerBody,
  look: (tx, { playerId }) => aboutPlayer(tx, playerId, 'active'),
  run: (tx, { playerId }, { by, reason, at }) => erasing(takeErasureBackIn(tx, playerId, at, { by, reason })),
})

export const PLAYER_ACTS = [playerBan, playerUnban, playerSignOut, playerExport, playerErase, playerUnerase] as const
