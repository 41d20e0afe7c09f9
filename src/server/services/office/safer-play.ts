// Reads safer play for the staff: lists over an index, and one player.
import { and, desc, eq, gt, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm'
import { isRaise } from '../../../game/office/safer-play.ts'
import { DAY_MS } from '../../../game/payments/limits.ts'
import type {
  ExclusionRowsReply,
  LimitRow,
  LimitRowsReply,
  MonthsReply,
  PlaySignal,
  SaferPlayerReply,
  SignalsReply,
} from '../../../protocol/office/safer-play.ts'
import type { Database, Queries } from '../../db/database.ts'
import { players } from '../../db/schema.ts'
import { staff } from '../../db/schema-office.ts'
import { depositLimits, exclusions, limitChanges, orders } from '../../db/schema-payments.ts'
import { playConversations, playSignals, saferPlayMonths } from '../../db/schema-safer-play.ts'
import { PAGE_LIMIT, pageOf } from '../calls/page.ts'
import type { Mirror } from '../fairness/mirror.ts'
import { playerOf, playerState } from './player-acts.ts'

/** The newest of a player's own rows that their page has. */
const OF_PLAYER_MOST = 50
const MONTHS_MOST = 24
const MONTH_DAYS = 30

const viewOf = (row: typeof playSignals.$inferSelect, lookedBy: string | null): PlaySignal => ({
  id: row.id,
  kind: row.kind,
  numbers: row.numbers,
  firstSeen: row.firstSeen.getTime(),
  lastSeen: row.lastSeen.getTime(),
  waitsFrom: row.waitsFrom?.getTime() ?? null,
  lookedAt: row.lookedAt?.getTime() ?? null,
  lookedBy,
})

const isoOf = (ms: string | undefined): string => new Date(Number(ms)).toISOString()

/** Returns a page of the signals that wait for a look, those that wait longest first. */
export async function waitingSignals({ queries }: Database, nowMs: number, cursor?: string): Promise<SignalsReply> {
  const [ms, id] = cursor?.split('_') ?? []
  const place = sql`(${playSignals.waitsFrom}, ${playSignals.id})`
  const follows = cursor === undefined ? undefined : sql`${place} > (${isoOf(ms)}::timestamptz, ${id}::uuid)`
  const rows = await queries
    .select({ row: playSignals, username: players.username, lookedBy: staff.name })
    .from(playSignals)
    .innerJoin(players, eq(players.id, playSignals.playerId))
    .leftJoin(staff, eq(staff.id, playSignals.staffId))
    .where(and(isNotNull(playSignals.waitsFrom), lte(playSignals.waitsFrom, new Date(nowMs)), follows))
    .orderBy(playSignals.waitsFrom, playSignals.id)
    .limit(PAGE_LIMIT)
  const page = pageOf(rows, ({ row }) => `${row.waitsFrom?.getTime() ?? 0}_${row.id}`)
  const signals = page.rows.map(({ row, username, lookedBy }) => ({
    ...viewOf(row, lookedBy),
    player: { id: row.playerId, username },
  }))
  return { signals, cursor: page.cursor }
}

function changeOf(change: { before: number | null; after: number | null } | undefined): LimitRow['change'] {
  if (change === undefined || change.before === null) return 'set'
  if (change.after === null) return 'removed'
  return isRaise(change.before, change.after) ? 'raised' : 'lowered'
}

type LimitTableRow = typeof depositLimits.$inferSelect

/** Returns what was asked for last of some limits, by player and window. */
async function lastChanges(queries: Queries, rows: readonly LimitTableRow[]) {
  const ids = [...new Set(rows.map(({ playerId }) => playerId))]
  if (ids.length === 0) return new Map<string, typeof limitChanges.$inferSelect>()
  const changes = await queries
    .selectDistinctOn([limitChanges.playerId, limitChanges.window])
    .from(limitChanges)
    .where(inArray(limitChanges.playerId, ids))
    .orderBy(limitChanges.playerId, limitChanges.window, desc(limitChanges.id))
  return new Map(changes.map((change) => [`${change.playerId}:${change.window}`, change]))
}

const limitOf = ({ window, amount, pendingAmount, pendingAt, changedAt }: LimitTableRow) => ({
  window,
  amount,
  pendingAmount,
  pendingAt: pendingAt?.getTime() ?? null,
  changedAt: changedAt.getTime(),
})

/** Returns a page of the limits of players, those that changed last first. */
export async function limitRows({ queries }: Database, cursor?: string): Promise<LimitRowsReply> {
  const [ms, playerId, window] = cursor?.split('_') ?? []
  const place = sql`(${depositLimits.changedAt}, ${depositLimits.playerId}, ${depositLimits.window})`
  const follows =
    cursor === undefined ? undefined : sql`${place} < (${isoOf(ms)}::timestamptz, ${playerId}::int, ${window}::text)`
  const rows = await queries
    .select({ row: depositLimits, username: players.username })
    .from(depositLimits)
    .innerJoin(players, eq(players.id, depositLimits.playerId))
    .where(follows)
    .orderBy(desc(depositLimits.changedAt), desc(depositLimits.playerId), desc(depositLimits.window))
    .limit(PAGE_LIMIT)
  const page = pageOf(rows, ({ row }) => `${row.changedAt.getTime()}_${row.playerId}_${row.window}`)
  const changes = await lastChanges(
    queries,
    page.rows.map(({ row }) => row),
  )
  const limits = page.rows.map(({ row, username }) => ({
    ...limitOf(row),
    player: { id: row.playerId, username },
    change: changeOf(changes.get(`${row.playerId}:${row.window}`)),
  }))
  return { limits, cursor: page.cursor }
}

const exclusionOf = ({ id, kind, at, until, words }: typeof exclusions.$inferSelect) => ({
  id,
  kind,
  at: at.getTime(),
  until: until?.getTime() ?? null,
  words,
})

/** Returns a page of exclusions and time-outs, the newest first. */
export async function exclusionRows({ queries }: Database, cursor?: string): Promise<ExclusionRowsReply> {
  const rows = await queries
    .select({ row: exclusions, username: players.username })
    .from(exclusions)
    .innerJoin(players, eq(players.id, exclusions.playerId))
    .where(cursor === undefined ? undefined : lt(exclusions.id, Number.parseInt(cursor, 10) || 0))
    .orderBy(desc(exclusions.id))
    .limit(PAGE_LIMIT)
  const page = pageOf(rows, ({ row }) => String(row.id))
  const views = page.rows.map(({ row, username }) => ({
    ...exclusionOf(row),
    player: { id: row.playerId, username },
  }))
  return { exclusions: views, cursor: page.cursor }
}

/** Returns what came of the prompts of each month. */
export async function saferPlayMonthRows({ queries }: Database): Promise<MonthsReply> {
  const months = await queries.select().from(saferPlayMonths).orderBy(desc(saferPlayMonths.month)).limit(MONTHS_MOST)
  return { months }
}

async function depositsOfMonth(queries: Queries, playerId: number, nowMs: number) {
  const [row] = await queries
    .select({ deposits: sql<number>`count(*)::int`, deposited: sql<string>`coalesce(sum(${orders.amount}), 0)` })
    .from(orders)
    .where(and(eq(orders.playerId, playerId), gt(orders.paidAt, new Date(nowMs - MONTH_DAYS * DAY_MS))))
  return { deposits: row?.deposits ?? 0, deposited: Number(row?.deposited ?? 0) }
}

async function signalsOfPlayer(queries: Queries, playerId: number): Promise<PlaySignal[]> {
  const rows = await queries
    .select({ row: playSignals, lookedBy: staff.name })
    .from(playSignals)
    .leftJoin(staff, eq(staff.id, playSignals.staffId))
    .where(eq(playSignals.playerId, playerId))
    .orderBy(desc(playSignals.lastSeen))
    .limit(OF_PLAYER_MOST)
  return rows.map(({ row, lookedBy }) => viewOf(row, lookedBy))
}

async function limitsOfPlayer(queries: Queries, playerId: number) {
  const own = await queries.select().from(depositLimits).where(eq(depositLimits.playerId, playerId))
  const changes = await queries
    .select()
    .from(limitChanges)
    .where(eq(limitChanges.playerId, playerId))
    .orderBy(desc(limitChanges.id))
    .limit(OF_PLAYER_MOST)
  return {
    limits: own.map(limitOf),
    limitChanges: changes.map(({ playerId: _, at, appliesAt, ...change }) => ({
      ...change,
      at: at.getTime(),
      appliesAt: appliesAt.getTime(),
    })),
  }
}

async function conversationsOf(queries: Queries, playerId: number): Promise<SaferPlayerReply['conversations']> {
  const rows = await queries
    .select({ row: playConversations, by: staff.name })
    .from(playConversations)
    .innerJoin(staff, eq(staff.id, playConversations.staffId))
    .where(eq(playConversations.playerId, playerId))
    .orderBy(desc(playConversations.id))
    .limit(OF_PLAYER_MOST)
  return rows.map(({ row: { id, at, outcome, text }, by }) => ({ id, at: at.getTime(), by, outcome, text }))
}

export interface SaferPlayerParts {
  readonly db: Database
  readonly nowMs: number
  readonly mirror: (playerId: number, days: '30') => Promise<Mirror>
  readonly words: SaferPlayerReply['words']
}

/** Returns one player. Throws ProtocolError 'unknown'. */
export async function saferPlayer(playerId: number, parts: SaferPlayerParts): Promise<SaferPlayerReply> {
  const { queries } = parts.db
  const { username } = await playerOf(queries, playerId)
  const { total, sessions } = await parts.mirror(playerId, '30')
  const own = await queries
    .select()
    .from(exclusions)
    .where(eq(exclusions.playerId, playerId))
    .orderBy(desc(exclusions.id))
    .limit(OF_PLAYER_MOST)
  return {
    player: { id: playerId, username },
    state: await playerState(queries, playerId),
    month: {
      ...(await depositsOfMonth(queries, playerId, parts.nowMs)),
      staked: total?.staked ?? 0,
      won: total?.won ?? 0,
      playedMs: Math.round(total?.played_ms ?? 0),
      sessions,
    },
    signals: await signalsOfPlayer(queries, playerId),
    ...(await limitsOfPlayer(queries, playerId)),
    exclusions: own.map(exclusionOf),
    conversations: await conversationsOf(queries, playerId),
    words: parts.words,
  }
}
