// What the shop announces: rows that staff publish and end, and what of them every process shows within a second.
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, or, type SQL } from 'drizzle-orm'
import {
  ANNOUNCEMENT_PLACES,
  type Announcement,
  type AnnouncementPlace,
  type AnnouncementState,
  announcementState,
} from '../../../game/office/announcements.ts'
import type { StaffActor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import { newId } from '../../base/ids.ts'
import type { Database, Queries } from '../../db/database.ts'
import { announcements } from '../../db/schema-announcements.ts'
import { staff } from '../../db/schema-office.ts'
import { wordsText } from '../calls/switches.ts'

type AnnouncementRow = typeof announcements.$inferSelect

/** How many that are in force or planned are read at once; the office refuses more. */
export const ANNOUNCEMENTS_OPEN_MOST = 100

/** What is announced now, by its place; null for nothing. */
export type AnnouncementsInForce = Readonly<Record<AnnouncementPlace, Announcement | null>>

const NOTHING: AnnouncementsInForce = { bar: null, banner: null }

/** An announcement as the office has it. */
export interface AnnouncementRecord {
  readonly row: AnnouncementRow
  readonly author: string
}

const isOpenAt = (at: Date): SQL | undefined =>
  and(isNull(announcements.endedAt), or(isNull(announcements.untilAt), gt(announcements.untilAt, at)))

/** Returns what is in force at a moment or begins later, the earliest first. */
export function openAnnouncements(queries: Queries, at: Date): Promise<AnnouncementRecord[]> {
  return queries
    .select({ row: announcements, author: staff.name })
    .from(announcements)
    .innerJoin(staff, eq(staff.id, announcements.authorId))
    .where(isOpenAt(at))
    .orderBy(asc(announcements.fromAt), asc(announcements.id))
    .limit(ANNOUNCEMENTS_OPEN_MOST)
}

/** Returns what is over, the newest first. `below` is the id that a page begins after. */
export function overAnnouncements(
  queries: Queries,
  { at, below, limit }: { readonly at: Date; readonly below: string | undefined; readonly limit: number },
): Promise<AnnouncementRecord[]> {
  const isOver = or(isNotNull(announcements.endedAt), lte(announcements.untilAt, at))
  return queries
    .select({ row: announcements, author: staff.name })
    .from(announcements)
    .innerJoin(staff, eq(staff.id, announcements.authorId))
    .where(and(isOver, below === undefined ? undefined : lt(announcements.id, below)))
    .orderBy(desc(announcements.id))
    .limit(limit)
}

/** Returns one announcement; undefined where there is none. */
export async function announcementRecord(queries: Queries, id: string): Promise<AnnouncementRecord | undefined> {
  const [record] = await queries
    .select({ row: announcements, author: staff.name })
    .from(announcements)
    .innerJoin(staff, eq(staff.id, announcements.authorId))
    .where(eq(announcements.id, id))
  return record
}

/** Returns the state of a row at a moment. */
export function stateOf({ fromAt, untilAt, endedAt }: AnnouncementRow, now: number): AnnouncementState {
  const [from, until] = [fromAt.getTime(), untilAt?.getTime() ?? null]
  return announcementState({ from, until, endedAt: endedAt?.getTime() ?? null }, now)
}

/** Publishes an announcement in a transaction. Returns its id. */
export async function publishAnnouncementIn(
  tx: Queries,
  announcement: Omit<Announcement, 'id'> & { readonly from: Date; readonly until: Date | null },
  { by, at }: { readonly by: StaffActor; readonly at: Date },
): Promise<string> {
  const { from, until, ...shown } = announcement
  const id = newId()
  await tx
    .insert(announcements)
    .values({ ...shown, id, fromAt: from, untilAt: until, authorId: by.staffId, madeAt: at })
  const { place, title, words, link, dismissible } = shown
  await recordAct(tx, {
    ...{ by, verb: 'announcements.publish', kind: 'notice', subject: id },
    after: {
      ...{ place, link, dismissible, title: wordsText(title), words: wordsText(words) },
      startsAt: from.toISOString(),
      endsAt: until === null ? null : until.toISOString(),
    },
  })
  return id
}

/** Locks an announcement; undefined where there is none. */
export async function lockAnnouncement(tx: Queries, id: string): Promise<AnnouncementRow | undefined> {
  const [row] = await tx.select().from(announcements).where(eq(announcements.id, id)).for('update')
  return row
}

/** Ends a locked announcement, or takes one back whose time has not come. */
export async function endAnnouncementIn(
  tx: Queries,
  row: AnnouncementRow,
  { by, at }: { readonly by: StaffActor; readonly at: Date },
): Promise<void> {
  await tx.update(announcements).set({ endedAt: at }).where(eq(announcements.id, row.id))
  await recordAct(tx, {
    ...{ by, verb: 'announcements.end', kind: 'notice', subject: row.id },
    before: { state: stateOf(row, at.getTime()) },
    after: { state: 'over' },
  })
}

export interface Announcements {
  /** Returns what players see now. Where it cannot be read, what is known stays until its time is over. */
  inForce(): AnnouncementsInForce
  /** Reads what is in force. */
  refresh(): Promise<void>
  /** Calls a listener after each change of what players see. */
  onChange(listener: () => void): void
}

/** Makes what this process knows of announcements over a database. */
export function createAnnouncements({ db, now }: { readonly db: Database; readonly now: () => number }): Announcements {
  const listeners: (() => void)[] = []
  let rows: readonly AnnouncementRow[] = []
  let shown = NOTHING

  /** The one that began last is shown: a page has room for one of a place. */
  function newestOf(place: AnnouncementPlace): Announcement | null {
    const at = now()
    const row = rows.findLast((one) => one.place === place && stateOf(one, at) === 'shown')
    if (row === undefined) return null
    const { id, title, words, link, dismissible } = row
    return { id, place, title, words, link, dismissible }
  }

  function look(): void {
    const before = shown
    shown = { bar: newestOf('bar'), banner: newestOf('banner') }
    if (ANNOUNCEMENT_PLACES.every((place) => shown[place]?.id === before[place]?.id)) return
    for (const listener of listeners) listener()
  }

  return {
    inForce: () => shown,
    refresh: async () => {
      try {
        rows = (await openAnnouncements(db.queries, new Date(now()))).map(({ row }) => row)
      } finally {
        // Times go by also while the database is away.
        look()
      }
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
