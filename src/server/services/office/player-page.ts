// One player with all that the staff may need to know, and the notes of the staff.
import { desc, eq, sql } from 'drizzle-orm'
import { MILLION } from '../../../game/rewards/margin.ts'
import { LIMIT_WINDOWS } from '../../../protocol/limits.ts'
import type { Note, PlayerReply } from '../../../protocol/office/players.ts'
import type { StaffActor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import { newId, timeOfId } from '../../base/ids.ts'
import type { Database, Queries } from '../../db/database.ts'
import { audit, playerNotes, staff } from '../../db/schema-office.ts'
import { depositLimits, disputes, orders } from '../../db/schema-payments.ts'
import { playerCampaigns } from '../../db/schema-sessions.ts'
import { withdrawalHolds } from '../account/holds.ts'
import { playerNames } from '../account/lookup.ts'
import { relatedPlayers } from '../account/related-players.ts'
import { OVERVIEW_ROWS, playerStanding } from '../operations/player-overview.ts'
import { actsAbout, exclusionAuthor, lastAuthor } from './authors.ts'
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

type Overview = Awaited<ReturnType<typeof playerStanding>>

async function banOf(queries: Queries, playerId: number, { bans }: Overview): Promise<PlayerReply['ban']> {
  const inForce = bans.find(({ liftedAt }) => liftedAt === null)
  if (inForce === undefined) return null
  const { reason, at, until, keepsWithdrawals } = inForce
  const by = await lastAuthor(queries, playerId, 'players.ban', sql`${audit.after} ->> 'banned' = 'true'`)
  return { reason, at: at.getTime(), until: until?.getTime() ?? null, keepsWithdrawals, by }
}

async function erasureOf(queries: Queries, playerId: number, { erasure }: Overview): Promise<PlayerReply['erasure']> {
  if (erasure === undefined || erasure.erasedAt !== null) return null
  const { requestedAt, dueAt, byShop } = erasure
  const by = byShop ? await lastAuthor(queries, playerId, 'players.erase') : null
  return { at: requestedAt.getTime(), dueAt: dueAt.getTime(), byShop, by }
}

async function exclusionOf(
  queries: Queries,
  playerId: number,
  { exclusions }: Overview,
  nowMs: number,
): Promise<PlayerReply['exclusion']> {
  const inForce = exclusions.find(({ until }) => until === null || until.getTime() > nowMs)
  if (inForce === undefined) return null
  const { kind, until, words } = inForce
  const by = words === null ? null : await exclusionAuthor(queries, playerId, until)
  return { kind, until: until?.getTime() ?? null, by }
}

async function campaignOf(queries: Queries, playerId: number): Promise<PlayerReply['campaign']> {
  const { source, medium, campaign, content, term } = playerCampaigns
  const [row] = await queries
    .select({ source, medium, campaign, content, term })
    .from(playerCampaigns)
    .where(eq(playerCampaigns.playerId, playerId))
  return row ?? null
}

async function limitsOf(queries: Queries, playerId: number): Promise<PlayerReply['limits']> {
  const rows = await queries.select().from(depositLimits).where(eq(depositLimits.playerId, playerId))
  return LIMIT_WINDOWS.flatMap((window) => rows.filter((row) => row.window === window)).map((row) => ({
    window: row.window,
    amount: row.amount,
    pendingAmount: row.pendingAmount,
    pendingAt: row.pendingAt?.getTime() ?? null,
  }))
}

/** Returns the newest disputes of a player's orders. */
async function disputesOf(queries: Queries, playerId: number): Promise<PlayerReply['disputes']> {
  const rows = await queries
    .select({ row: disputes })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(eq(orders.playerId, playerId))
    .orderBy(desc(disputes.openedAt))
    .limit(OVERVIEW_ROWS)
  return rows.map(({ row: { reference: id, orderId: order, state, reason, openedAt, closedAt } }) => ({
    id,
    order,
    state,
    reason,
    openedAt: openedAt.getTime(),
    closedAt: closedAt?.getTime() ?? null,
  }))
}

async function paymentsOf(queries: Queries, overview: Overview): Promise<Pick<PlayerReply, 'orders' | 'withdrawals'>> {
  const acts = await actsAbout(queries, [
    ...overview.orders.map(({ id }) => id),
    ...overview.withdrawals.map(({ row }) => row.id),
  ])
  return {
    orders: overview.orders.map(({ id, createdAt, state, provider, amount, bonus, returned, bonusReturned }) => ({
      id,
      at: createdAt.getTime(),
      state,
      provider,
      amount,
      bonus,
      returned: returned + bonusReturned,
      acts: acts.get(id) ?? [],
    })),
    withdrawals: overview.withdrawals.map(({ row, item, price }) => ({
      id: row.id,
      at: row.requestedAt.getTime(),
      state: row.state,
      item,
      worth: price,
      review: [...(row.review ?? [])],
      problem: row.problem,
      acts: acts.get(row.id) ?? [],
    })),
  }
}

function moneyOf({ account, turnover }: Overview): PlayerReply['money'] {
  const { items, worth, spent, won, debt, locked, unlocked, margin } = account
  return {
    ...{ balance: account.balance ?? 0, locked, debt, items, worth, spent, won, unlocked },
    margin: Math.floor(margin / MILLION),
    deposited: turnover.deposited,
    turnoverMissing: turnover.missing,
  }
}

/** Returns the page of a player. Throws ProtocolError 'unknown'. */
export async function playerPage(db: Database, playerId: number, nowMs: number): Promise<PlayerReply> {
  const { queries } = db
  const player = await playerOf(queries, playerId)
  const overview = await playerStanding(db, playerId)
  const holds = await withdrawalHolds(queries, playerId, new Date(nowMs))
  return {
    id: playerId,
    steamid: player.steamid,
    username: player.username,
    avatar: player.avatar,
    createdAt: player.createdAt.getTime(),
    state: await playerState(queries, playerId),
    ban: await banOf(queries, playerId, overview),
    erasure: await erasureOf(queries, playerId, overview),
    campaign: await campaignOf(queries, playerId),
    holds: holds.map(({ reason, since, until }) => ({
      reason,
      since: since.getTime(),
      until: until?.getTime() ?? null,
    })),
    money: moneyOf(overview),
    exclusion: await exclusionOf(queries, playerId, overview, nowMs),
    limits: await limitsOf(queries, playerId),
    realityMinutes: player.realityMinutes,
    ...(await paymentsOf(queries, overview)),
    disputes: await disputesOf(queries, playerId),
    relations: await relationsOf(queries, playerId),
    notes: await notesOf(queries, playerId),
  }
}
