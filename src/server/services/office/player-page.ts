// One player with all that the staff may need to know, and the notes of the staff.
import { desc, eq } from 'drizzle-orm'
import { MILLION } from '../../../game/rewards/margin.ts'
import type { Note, PlayerReply } from '../../../protocol/office/players.ts'
import type { StaffActor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import { newId, timeOfId } from '../../base/ids.ts'
import type { Database, Queries } from '../../db/database.ts'
import { playerNotes, staff } from '../../db/schema-office.ts'
import { withdrawalHolds } from '../account/holds.ts'
import { playerNames } from '../account/lookup.ts'
import { relatedPlayers } from '../account/related-players.ts'
import { playerStanding } from '../operations/player-overview.ts'
import { playerOf, playerState } from './player-acts.ts'

/** How many relations a page has: a mobile network may have thousands. */
const RELATIONS_MOST = 100

/** Returns the notes about a player, the newest first. */
async function notesOf(queries: Queries, playerId: number): Promise<Note[]> {
  const rows = await queries
    .select({ id: playerNotes.id, at: playerNotes.at, by: staff.name, text: playerNotes.text })
    .from(playerNotes)
    .innerJoin(staff, eq(staff.id, playerNotes.staffId))
    .where(eq(playerNotes.playerId, playerId))
    .orderBy(desc(playerNotes.id))
  return rows.map(({ at, ...note }) => ({ ...note, at: at.getTime() }))
}

/** Adds a note. The audit says that there is one, not what it says: its rows cannot be erased. */
export async function addNote(tx: Queries, playerId: number, text: string, by: StaffActor): Promise<void> {
  await playerOf(tx, playerId)
  const id = newId()
  await tx.insert(playerNotes).values({ id, playerId, staffId: by.staffId, text, at: new Date(timeOfId(id)) })
  await recordAct(tx, { by, verb: 'players.note', kind: 'player', subject: playerId, after: { note: id } })
}

async function relationsOf(queries: Queries, playerId: number): Promise<PlayerReply['relations']> {
  const relations = await relatedPlayers(queries, playerId, RELATIONS_MOST)
  const names = await playerNames(queries, [...new Set(relations.map((relation) => relation.playerId))])
  return relations.map(({ playerId: id, ...relation }) => ({ id, username: names.get(id) ?? '', ...relation }))
}

/** Returns the page of a player. Throws ProtocolError 'unknown'. */
export async function playerPage(db: Database, playerId: number, nowMs: number): Promise<PlayerReply> {
  const { queries } = db
  const player = await playerOf(queries, playerId)
  const { account, turnover, bans, exclusions } = await playerStanding(db, playerId)
  const inForce = bans.find(({ liftedAt }) => liftedAt === null)
  const excluded = exclusions.find(({ until }) => until === null || until.getTime() > nowMs)
  const holds = await withdrawalHolds(queries, playerId, new Date(nowMs))
  const { items, worth, spent, won, debt, locked, unlocked } = account
  return {
    id: playerId,
    steamid: player.steamid,
    username: player.username,
    avatar: player.avatar,
    createdAt: player.createdAt.getTime(),
    state: await playerState(queries, playerId),
    ban:
      inForce === undefined
        ? null
        : { reason: inForce.reason, at: inForce.at.getTime(), keepsWithdrawals: inForce.keepsWithdrawals },
    holds: holds.map(({ reason, since, until }) => ({
      reason,
      since: since.getTime(),
      until: until?.getTime() ?? null,
    })),
    money: {
      balance: account.balance ?? 0,
      locked,
      debt,
      items,
      worth,
      spent,
      won,
      margin: Math.floor(account.margin / MILLION),
      unlocked,
      deposited: turnover.deposited,
      turnoverMissing: turnover.missing,
    },
    exclusion: excluded === undefined ? null : { kind: excluded.kind, until: excluded.until?.getTime() ?? null },
    relations: await relationsOf(queries, playerId),
    notes: await notesOf(queries, playerId),
  }
}
