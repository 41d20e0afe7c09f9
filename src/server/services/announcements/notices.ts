// Notices to a group of players: sent in the background, each player once, and never to one who is to be left alone.
import { and, asc, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm'
import { groupText, type NoticeGroup, type NoticeWords } from '../../../game/office/notices.ts'
import { jobActor, type StaffActor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { SiteEvents } from '../../base/events.ts'
import { leastIdAt, newId } from '../../base/ids.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import { type Database, type Queries, queryRows } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { notifications } from '../../db/schema.ts'
import { notices } from '../../db/schema-announcements.ts'
import { staff } from '../../db/schema-office.ts'
import { lockPlayer } from '../calls/player.ts'
import { wordsText } from '../calls/switches.ts'
import { queuePushes } from '../notices/push-queue.ts'

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]

/** How many players one transaction looks at. */
export const NOTICE_BATCH = 100

type NoticeRow = typeof notices.$inferSelect

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

/** Returns the condition that a player is of a group. Bots are of none. */
function isOf({ kind, days }: NoticeGroup, at: Date): SQL {
  const hasPaid = sql`exists (select from orders where player_id = players.id and paid_at is not null)`
  switch (kind) {
    case 'everyone':
      return sql`not players.house`
    case 'depositors':
      return sql`not players.house and ${hasPaid}`
    case 'neverDeposited':
      return sql`not players.house and not ${hasPaid}`
    case 'away': {
      const since = new Date(at.getTime() - (days ?? 0) * DAY_MS)
      // A session that has ended is removed before a year is over; the day of its sign-in stays.
      return sql`not players.house and players.created_at < ${instant(since)}
        and not exists (select from sessions where player_id = players.id and seen_at >= ${instant(since)})
        and not exists (select from account_traces where player_id = players.id and day >= (${instant(since)} at time zone 'UTC')::date)`
    }
  }
}

/** Returns the condition that a player is to be left alone: excluded, in a time-out, banned, leaving, or with an open signal of safer play. */
function isLeftAlone(at: Date): SQL {
  return sql`(exists (select from exclusions where player_id = players.id and (until is null or until > ${instant(at)}))
    or exists (select from bans where player_id = players.id and lifted_at is null and (until is null or until > ${instant(at)}))
    or exists (select from erasures where player_id = players.id)
    or exists (select from play_signals where player_id = players.id and waits_from is not null))`
}

/** Returns the condition that a player got another notice within the hours of the shop's rules. */
function wasTold(at: Date, hours: number): SQL {
  return sql`exists (
    select from notifications join notices on notices.id = notifications.notice_id and not notices.is_test
    where notifications.player_id = players.id and notifications.notice_id is not null
      and notifications.id >= ${leastIdAt(at.getTime() - hours * HOUR_MS)}::uuid)`
}

/** How many players a notice would reach, and how many of its group it leaves out. */
export interface GroupSize {
  readonly players: number
  /** Who is to be left alone. */
  readonly leftAlone: number
  /** Who got another notice lately. */
  readonly toldLately: number
}

export interface NoticeLimits {
  readonly at: Date
  /** Between two notices to one player. */
  readonly hours: number
}

/** Counts a group. */
export async function sizeOfGroup(
  queries: Queries,
  group: NoticeGroup,
  { at, hours }: NoticeLimits,
): Promise<GroupSize> {
  const [row] = await queryRows<Record<keyof GroupSize, string>>(
    queries,
    sql`
    select count(*) filter (where not alone and not told) as players, count(*) filter (where alone) as "leftAlone",
      count(*) filter (where told and not alone) as "toldLately"
    from (select ${isLeftAlone(at)} as alone, ${wasTold(at, hours)} as told from players where ${isOf(group, at)}) counted`,
  )
  const [players, leftAlone, toldLately] = [row?.players, row?.leftAlone, row?.toldLately].map(Number)
  return { players: players ?? 0, leftAlone: leftAlone ?? 0, toldLately: toldLately ?? 0 }
}

/** A notice as a member of the staff sends it. */
export interface NoticeToSend extends NoticeWords {
  readonly id: string
  /** Of the call: it is sent once. */
  readonly key: string
  readonly group: NoticeGroup
}

/** Begins to send a notice, in a transaction; the job tells the players. */
export async function sendNoticeIn(
  tx: Queries,
  { id, key, group, title, words, link }: NoticeToSend,
  { by, reason, at, hours }: NoticeLimits & { readonly by: StaffActor; readonly reason: string },
): Promise<void> {
  const { kind: groupKind, days: groupDays } = group
  const own = { key, title, words, link }
  await tx
    .insert(notices)
    .values({ ...own, id, groupKind, groupDays, state: 'sending', authorId: by.staffId, madeAt: at })
  const size = await sizeOfGroup(tx, group, { at, hours })
  await recordAct(tx, {
    ...{ by, verb: 'notices.send', kind: 'notice', subject: id, reason },
    after: {
      ...{ group: groupText(group), title: wordsText(title), words: wordsText(words), link },
      told: size.players,
      leftOut: size.leftAlone + size.toldLately,
    },
  })
}

async function store(tx: Queries, notice: NoticeRow, playerIds: readonly number[]): Promise<number[]> {
  if (playerIds.length === 0) return []
  const { id: noticeId, link } = notice
  const told = await tx
    .insert(notifications)
    .values(playerIds.map((playerId) => ({ id: newId(), playerId, kind: 'shopNotice', amounts: {}, link, noticeId })))
    .onConflictDoNothing()
    .returning({ playerId: notifications.playerId })
  const ids = told.map(({ playerId }) => playerId)
  if (ids.length > 0) await queuePushes(tx, ids, { kind: 'shopNotice' })
  return ids
}

const notificationOf = ({ title, words: content, link }: NoticeRow): PlayerNotification => ({
  kind: 'shopNotice',
  amounts: {},
  link,
  own: { title, content },
})

/** Returns those of some locked players who may be told. */
async function mayBeTold(
  tx: Queries,
  ids: readonly number[],
  { at, hours }: Pick<NoticeLimits, 'at'> & { readonly hours: number | null },
): Promise<number[]> {
  if (ids.length === 0) return []
  const lately = hours === null ? sql`false` : wasTold(at, hours)
  const listed = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`select id from players where id in (${listed}) and not ${isLeftAlone(at)} and not ${lately} order by id`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Sends a notice to one player, in a transaction, to see how it reads.
 *
 * @returns what is told after the commit; null where the player is to be left alone
 */
export async function testNoticeIn(
  tx: Queries,
  { playerId, ...own }: NoticeWords & { readonly playerId: number },
  { by, at }: { readonly by: StaffActor; readonly at: Date },
): Promise<((events: SiteEvents) => void) | null> {
  await lockPlayer(tx, playerId)
  if ((await mayBeTold(tx, [playerId], { at, hours: null })).length === 0) return null
  const id = newId()
  const test = { id, key: id, groupKind: 'everyone', groupDays: null, isTest: true, state: 'sent' } as const
  const [notice] = await tx
    .insert(notices)
    .values({ ...own, ...test, authorId: by.staffId, madeAt: at, endedAt: at, told: 1 })
    .returning()
  if (notice === undefined) throw new Error('A notice was not stored')
  await store(tx, notice, [playerId])
  await recordAct(tx, { by, verb: 'notices.test', kind: 'notice', subject: id, after: { player: playerId } })
  return (events) => void events.emit('notification', { playerId, notification: notificationOf(notice) })
}

/** Locks a notice; undefined where there is none. */
export async function lockNotice(tx: Queries, id: string): Promise<NoticeRow | undefined> {
  const [row] = await tx.select().from(notices).where(eq(notices.id, id)).for('update')
  return row
}

/** Stops a locked notice: who was told stays told. */
export async function stopNoticeIn(
  tx: Queries,
  { id, told }: NoticeRow,
  { by, at }: { readonly by: StaffActor; readonly at: Date },
): Promise<void> {
  await tx.update(notices).set({ state: 'stopped', endedAt: at }).where(eq(notices.id, id))
  await recordAct(tx, {
    ...{ by, verb: 'notices.stop', kind: 'notice', subject: id },
    before: { state: 'sending' },
    after: { state: 'stopped', told },
  })
}

/** A notice as the office has it. */
export interface NoticeRecord {
  readonly row: NoticeRow
  readonly author: string
}

/** Returns notices, the newest first, without tests; only the one with an id, or of a call with that key, where one is given. */
export function noticeRecords(
  queries: Queries,
  { id, below, limit }: { readonly id?: string; readonly below?: string | undefined; readonly limit: number },
): Promise<NoticeRecord[]> {
  return queries
    .select({ row: notices, author: staff.name })
    .from(notices)
    .innerJoin(staff, eq(staff.id, notices.authorId))
    .where(
      and(
        sql`not ${notices.isTest}`,
        id === undefined ? undefined : or(eq(notices.id, id), eq(notices.key, id)),
        below === undefined ? undefined : lt(notices.id, below),
      ),
    )
    .orderBy(desc(notices.id))
    .limit(limit)
}

export interface NoticeSending {
  /**
   * Tells the players of all notices under way, a batch a transaction. Returns how many were told.
   *
   * @param goesOn awaited after each batch; false ends the work, which the next call goes on with
   */
  send(goesOn: () => Promise<boolean>): Promise<number>
}

export interface NoticeSendingParts {
  readonly db: Database
  readonly events: SiteEvents
  readonly now: () => number
  /** Between two notices to one player. */
  readonly hours: () => number
}

/** Makes the sending over a database. */
export function createNoticeSending({ db, events, now, hours }: NoticeSendingParts): NoticeSending {
  /** Tells the next players of a notice; null where it is no longer under way. */
  async function sendBatch(noticeId: string): Promise<{ row: NoticeRow; told: number[]; isOver: boolean } | null> {
    return db.transaction(async (tx) => {
      const row = await lockNotice(tx, noticeId)
      if (row?.state !== 'sending') return null
      const at = new Date(now())
      const group = { kind: row.groupKind, days: row.groupDays }
      // Locked first, and read after that: an exclusion that ended meanwhile is seen, and the next one waits.
      const locked = await queryRows<{ id: number }>(
        tx,
        sql`select id from players where id > ${row.position} and ${isOf(group, new Date(row.madeAt))}
          order by id limit ${NOTICE_BATCH} for no key update`,
      )
      const ids = locked.map(({ id }) => id)
      const told = await store(tx, row, await mayBeTold(tx, ids, { at, hours: hours() }))
      const isOver = ids.length < NOTICE_BATCH
      const sums = { told: row.told + told.length, leftOut: row.leftOut + ids.length - told.length }
      const end = isOver ? ({ state: 'sent', endedAt: at } as const) : {}
      await tx
        .update(notices)
        .set({ ...sums, ...end, position: ids.at(-1) ?? row.position })
        .where(eq(notices.id, noticeId))
      if (isOver) {
        const by = jobActor('notices')
        await recordAct(tx, { by, verb: 'notices.end', kind: 'notice', subject: noticeId, after: sums })
      }
      return { row, told, isOver }
    })
  }

  async function sendOne(id: string, goesOn: () => Promise<boolean>): Promise<number> {
    for (let sum = 0; ; ) {
      const batch = await sendBatch(id)
      if (batch === null) return sum
      const notification = notificationOf(batch.row)
      for (const playerId of batch.told) events.emit('notification', { playerId, notification })
      sum += batch.told.length
      if (batch.isOver || !(await goesOn())) return sum
    }
  }

  return {
    send: async (goesOn) => {
      const rows = await db.queries
        .select({ id: notices.id })
        .from(notices)
        .where(hasState(notices.state, 'sending'))
        .orderBy(asc(notices.id))
      let sum = 0
      for (const { id } of rows) sum += await sendOne(id, goesOn)
      return sum
    },
  }
}
