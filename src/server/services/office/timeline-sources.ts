// Where the events of a player's timeline are read: each kind is a short index scan of its own table. What has an id of its time is at that
// time, which is what the scans are bounded by.
import { and, desc, eq, gte, lt } from 'drizzle-orm'
import type { NotificationKind } from '../../../game/base/notification-kinds.ts'
import type { TransferKind } from '../../../game/base/transfers.ts'
import type { TimelineKind } from '../../../game/office/timeline.ts'
import type { Verb } from '../../../game/office/verbs.ts'
import type { ItemView } from '../../../protocol/common.ts'
import { leastIdAt, timeOfId } from '../../base/ids.ts'
import type { Database } from '../../db/database.ts'
import { catalogueItems, items, notifications } from '../../db/schema.ts'
import { letterMessages } from '../../db/schema-letters.ts'
import { audit, playerNotes, staff } from '../../db/schema-office.ts'
import { bans } from '../../db/schema-operations.ts'
import { exclusions, limitChanges, orders } from '../../db/schema-payments.ts'
import { playConversations, playSignals } from '../../db/schema-safer-play.ts'
import { sessions } from '../../db/schema-sessions.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'
import { deviceNames } from '../account/device-names.ts'
import { kindsOf } from '../account/history.ts'
import { readTransfers } from '../account/transfer-pages.ts'
import { exclusionAuthor, person, type StoredEvent } from './authors.ts'

/** What a scan is asked for: events of a player from a moment on and before another one, in ms. */
export interface Span {
  readonly playerId: number
  readonly from: number
  readonly before: number
  readonly most: number
}

/** Letters of a remark that are shown. */
const REMARK = 120

type Source = (db: Database, span: Span) => Promise<StoredEvent[]>

/** Corrections have a kind of their own here; the player reads them among the deposits. */
const CORRECTIONS: readonly TransferKind[] = ['correction-up', 'correction-down']

/** Reads transfers of some kinds. */
const transfersOf =
  (kind: TimelineKind, kinds: readonly TransferKind[]): Source =>
  async (db, { playerId, from, before, most }) => {
    const rows = await readTransfers(db, playerId, 'newest', {
      kinds,
      // The id of no transfer: everything of its moment follows it.
      after: leastIdAt(from),
      before: leastIdAt(before),
      most,
    })
    return rows.map(({ id, kind: moved, amount, reference, caseName }) => ({
      id: `transfer:${id}`,
      at: timeOfId(id),
      kind,
      what: `transfer.${moved}` as const,
      amount,
      reference,
      remark: null,
      caseName,
    }))
  }

const signIns: Source = async ({ queries }, { playerId, from, before, most }) => {
  const rows = await queries
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.playerId, playerId),
        gte(sessions.createdAt, new Date(from)),
        lt(sessions.createdAt, new Date(before)),
      ),
    )
    .orderBy(desc(sessions.createdAt))
    .limit(most)
  return rows.map(({ id, createdAt, agent, address }) => ({
    id: `session:${id}`,
    at: createdAt.getTime(),
    kind: 'signIn',
    what: 'signIn',
    amount: null,
    reference: null,
    remark: null,
    device: { ...deviceNames(agent), address },
  }))
}

/** Orders in every state. A credited order has a transfer too. */
const placedOrders: Source = async ({ queries }, { playerId, from, before, most }) => {
  const rows = await queries
    .select()
    .from(orders)
    .where(and(eq(orders.playerId, playerId), gte(orders.id, leastIdAt(from)), lt(orders.id, leastIdAt(before))))
    .orderBy(desc(orders.id))
    .limit(most)
  return rows.map(({ id, state, amount, remark }) => ({
    id: `order:${id}`,
    at: timeOfId(id),
    kind: 'deposit',
    what: `order.${state}` as const,
    amount,
    reference: id,
    remark,
  }))
}

const requestedWithdrawals: Source = async ({ queries }, { playerId, from, before, most }) => {
  const rows = await queries
    .select({ row: withdrawals, price: items.price, view: catalogueItems.view })
    .from(withdrawals)
    .innerJoin(items, eq(items.id, withdrawals.itemId))
    .leftJoin(catalogueItems, eq(catalogueItems.id, items.itemId))
    .where(
      and(
        eq(withdrawals.playerId, playerId),
        gte(withdrawals.id, leastIdAt(from)),
        lt(withdrawals.id, leastIdAt(before)),
      ),
    )
    .orderBy(desc(withdrawals.id))
    .limit(most)
  return rows.map(({ row: { id, state, problem }, price, view }) => ({
    id: `withdrawal:${id}`,
    at: timeOfId(id),
    kind: 'withdrawal',
    what: `withdrawal.${state}` as const,
    amount: price,
    reference: id,
    remark: problem,
    ...(view === null ? {} : { item: view as ItemView }),
  }))
}

const notices: Source = async ({ queries }, { playerId, from, before, most }) => {
  const rows = await queries
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.playerId, playerId),
        gte(notifications.id, leastIdAt(from)),
        lt(notifications.id, leastIdAt(before)),
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(most)
  return rows.map(({ id, kind, amounts }) => ({
    id: `notice:${id}`,
    at: timeOfId(id),
    kind: 'notice',
    what: `notice.${kind as NotificationKind}` as const,
    amount: null,
    reference: null,
    remark: null,
    numbers: amounts,
  }))
}

/** Messages of letters, with their beginnings. */
const writtenLetters: Source = async ({ queries }, { playerId, from, before, most }) => {
  const rows = await queries
    .select({ row: letterMessages, by: staff.name })
    .from(letterMessages)
    .leftJoin(staff, eq(staff.id, letterMessages.staffId))
    .where(
      and(
        eq(letterMessages.playerId, playerId),
        gte(letterMessages.id, leastIdAt(from)),
        lt(letterMessages.id, leastIdAt(before)),
      ),
    )
    .orderBy(desc(letterMessages.id))
    .limit(most)
  return rows.map(({ row: { id, letterId, author, kind, text }, by }) => ({
    id: `letter:${id}`,
    at: timeOfId(id),
    kind: 'letter',
    what: kind === 'message' ? (`letter.${author}` as const) : (`letter.${kind}` as const),
    amount: null,
    reference: letterId,
    remark: text.length > REMARK ? `${text.slice(0, REMARK)}…` : text,
    by: by === null ? undefined : person(by),
  }))
}

/** What limits were asked to be, and exclusions: a player has few of both, six a day at most of the former. */
const protection: Source = async ({ queries }, { playerId, from, before }) => {
  const [own, set] = await Promise.all([
    queries.select().from(exclusions).where(eq(exclusions.playerId, playerId)),
    queries.select().from(limitChanges).where(eq(limitChanges.playerId, playerId)),
  ])
  const authors = await Promise.all(
    own.map(({ words, until }) => (words === null ? null : exclusionAuthor(queries, playerId, until))),
  )
  const events: StoredEvent[] = [
    ...own.map(({ id, at, kind, until }, place) => ({
      id: `exclusion:${id}`,
      at: at.getTime(),
      kind: 'protection' as const,
      what: `exclusion.${kind}` as const,
      amount: null,
      reference: null,
      remark: null,
      until: until?.getTime() ?? null,
      by: authors[place] == null ? undefined : person(authors[place]),
    })),
    ...set.map(({ id, window, at, after }) => ({
      id: `limit:${id}`,
      at: at.getTime(),
      kind: 'protection' as const,
      what: `limit.${window}` as const,
      amount: after,
      reference: null,
      remark: null,
    })),
  ]
  return events.filter(({ at }) => at >= from && at < before)
}

/** Signals of safer play and conversations about them: a player has few of both. */
const saferPlay: Source = async ({ queries }, { playerId, from, before }) => {
  const [signals, conversations] = await Promise.all([
    queries.select().from(playSignals).where(eq(playSignals.playerId, playerId)),
    queries
      .select({ row: playConversations, by: staff.name })
      .from(playConversations)
      .innerJoin(staff, eq(staff.id, playConversations.staffId))
      .where(eq(playConversations.playerId, playerId)),
  ])
  const event = { kind: 'protection', amount: null, reference: null } as const
  const events: StoredEvent[] = [
    ...signals.map(({ id, kind, firstSeen }) => ({
      ...event,
      id: `signal:${id}`,
      at: firstSeen.getTime(),
      what: `signal.${kind}` as const,
      remark: null,
    })),
    ...conversations.map(({ row: { id, at, outcome, text }, by }) => ({
      ...event,
      id: `conversation:${id}`,
      at: at.getTime(),
      what: `conversation.${outcome}` as const,
      remark: text,
      by: person(by),
    })),
  ]
  return events.filter(({ at }) => at >= from && at < before)
}

/** A player is banned seldom. */
const ownBans: Source = async ({ queries }, { playerId, from, before }) => {
  const rows = await queries.select().from(bans).where(eq(bans.playerId, playerId))
  const eventOf = (id: string, what: 'banned' | 'unbanned', at: Date, remark: string | null): StoredEvent => ({
    id,
    at: at.getTime(),
    kind: 'ban',
    what,
    amount: null,
    reference: null,
    remark,
  })
  return rows
    .flatMap(({ id, at, reason, liftedAt, liftReason }) => [
      eventOf(`ban:${id}`, 'banned', at, reason),
      ...(liftedAt === null ? [] : [eventOf(`unban:${id}`, 'unbanned', liftedAt, liftReason)]),
    ])
    .filter(({ at }) => at >= from && at < before)
}

const acts: Source = async ({ queries }, { playerId, from, before, most }) => {
  const rows = await queries
    .select()
    .from(audit)
    .where(
      and(
        eq(audit.subject, String(playerId)),
        eq(audit.subjectKind, 'player'),
        gte(audit.id, leastIdAt(from)),
        lt(audit.id, leastIdAt(before)),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(most)
  return rows.map(({ id, verb, actor, actorKind, reason }) => ({
    id: `act:${id}`,
    at: timeOfId(id),
    kind: 'act',
    what: `act.${verb as Verb}` as const,
    amount: null,
    reference: id,
    remark: reason,
    by: { name: actor, isJob: actorKind === 'job' },
  }))
}

/** The staff writes few notes about a player. */
const notes: Source = async ({ queries }, { playerId, from, before }) => {
  const rows = await queries
    .select({ id: playerNotes.id, at: playerNotes.at, text: playerNotes.text, by: staff.name })
    .from(playerNotes)
    .innerJoin(staff, eq(staff.id, playerNotes.staffId))
    .where(eq(playerNotes.playerId, playerId))
  return rows
    .map(({ id, at, text, by }) => ({
      id: `note:${id}`,
      at: at.getTime(),
      kind: 'note' as const,
      what: 'note' as const,
      amount: null,
      reference: null,
      remark: text,
      by: person(by),
    }))
    .filter(({ at }) => at >= from && at < before)
}

/** Where the events of each kind are. */
export const SOURCES: Readonly<Record<TimelineKind, readonly Source[]>> = {
  signIn: [signIns],
  deposit: [
    placedOrders,
    transfersOf(
      'deposit',
      kindsOf('deposits').filter((kind) => !CORRECTIONS.includes(kind)),
    ),
  ],
  play: [transfersOf('play', kindsOf('games'))],
  gift: [transfersOf('gift', kindsOf('bonuses'))],
  sale: [transfersOf('sale', kindsOf('sales'))],
  correction: [transfersOf('correction', CORRECTIONS)],
  withdrawal: [requestedWithdrawals, transfersOf('withdrawal', kindsOf('withdrawals'))],
  letter: [writtenLetters],
  notice: [notices],
  note: [notes],
  protection: [protection, saferPlay],
  ban: [ownBans],
  act: [acts],
}
