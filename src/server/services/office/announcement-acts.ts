// The acts about announcements, and what the room shows of them.
import { z } from 'zod'
import { type AnnouncementState, announcementFaults } from '../../../game/office/announcements.ts'
import {
  type AnnouncementsReply,
  type OfficeAnnouncement,
  publishBodySchema,
} from '../../../protocol/office/announcements.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Queries } from '../../db/database.ts'
import {
  ANNOUNCEMENTS_OPEN_MOST,
  type AnnouncementRecord,
  announcementRecord,
  endAnnouncementIn,
  lockAnnouncement,
  openAnnouncements,
  overAnnouncements,
  publishAnnouncementIn,
  stateOf,
} from '../announcements/announcements.ts'
import { PAGE_LIMIT, pageOf } from '../calls/page.ts'
import { defineAct, type OfficeAct } from './acts.ts'
import { faultsText, type LinkSources, pagesOf } from './links.ts'
import { NotAllowed } from './refusal.ts'

/** Makes the act that publishes. */
export function announcementPublish(links: LinkSources): OfficeAct {
  return defineAct({
    verb: 'announcements.publish',
    body: publishBodySchema,
    look: async (_tx, { place, replaces }) => ({
      kind: 'notice',
      subject: replaces ?? place,
      difference: [],
      entries: [],
    }),
    run: async (tx, { replaces, from, until, ...shown }, { by, at }) => {
      const faults = announcementFaults({ ...shown, from, until }, { isPage: pagesOf(links), now: at })
      if (faults.length > 0) {
        throw new ProtocolError(400, 'announcement-faults', faultsText(faults))
      }
      if (replaces !== undefined) {
        const old = await lockKnown(tx, replaces)
        // A colleague was faster.
        if (stateOf(old, at) === 'over') throw new NotAllowed('state')
        await endAnnouncementIn(tx, old, { by, at: new Date(at) })
      }
      if ((await openAnnouncements(tx, new Date(at))).length >= ANNOUNCEMENTS_OPEN_MOST) {
        throw new ProtocolError(409, 'announcements-most', 'End some announcements first')
      }
      const span = { from: new Date(Math.max(from ?? at, at)), until: until === null ? null : new Date(until) }
      await publishAnnouncementIn(tx, { ...shown, ...span }, { by, at: new Date(at) })
      return {}
    },
  })
}

const unknown = (): ProtocolError => new ProtocolError(404, 'unknown', 'There is no such announcement')

/** Returns the state of an announcement. Throws ProtocolError 'unknown'. */
export async function announcementStateOf(queries: Queries, id: string, now: number): Promise<AnnouncementState> {
  const record = await announcementRecord(queries, id)
  if (record === undefined) throw unknown()
  return stateOf(record.row, now)
}

/** Locks an announcement. Throws ProtocolError 'unknown'. */
async function lockKnown(tx: Queries, id: string): Promise<AnnouncementRecord['row']> {
  const row = await lockAnnouncement(tx, id)
  if (row === undefined) throw unknown()
  return row
}

/** Makes the act that ends an announcement, or takes one back whose time has not come. */
export function announcementEnd(now: () => number): OfficeAct {
  return defineAct({
    verb: 'announcements.end',
    body: z.object({ id: z.uuid() }),
    look: async (tx, { id }) => {
      const state = stateOf(await lockKnown(tx, id), now())
      const difference = [{ field: 'state', before: state, after: 'over' } as const]
      return { kind: 'notice', subject: id, state, difference, entries: [] }
    },
    run: async (tx, { id }, { by, at }) => {
      await endAnnouncementIn(tx, await lockKnown(tx, id), { by, at: new Date(at) })
      return {}
    },
  })
}

function viewOf({ row, author }: AnnouncementRecord, now: number, isCovered: boolean): OfficeAnnouncement {
  const { id, place, title, words, link, dismissible, fromAt, untilAt, madeAt, endedAt } = row
  return {
    ...{ id, place, title, words, link, dismissible, author, isCovered },
    from: fromAt.getTime(),
    until: untilAt?.getTime() ?? null,
    state: stateOf(row, now),
    madeAt: madeAt.getTime(),
    endedAt: endedAt?.getTime() ?? null,
  }
}

/** Returns a list of the room. */
export async function readAnnouncements(
  queries: Queries,
  {
    state,
    cursor: below,
    now,
  }: { readonly state: AnnouncementState; readonly cursor: string | undefined; now: number },
): Promise<AnnouncementsReply> {
  const at = new Date(now)
  if (state === 'over') {
    const rows = await overAnnouncements(queries, { at, below, limit: PAGE_LIMIT })
    const page = pageOf(rows, ({ row }) => row.id)
    return { announcements: page.rows.map((record) => viewOf(record, now, false)), cursor: page.cursor }
  }
  const records = (await openAnnouncements(queries, at)).filter(({ row }) => stateOf(row, now) === state)
  const isLast = ({ row }: AnnouncementRecord): boolean =>
    records.findLast((other) => other.row.place === row.place)?.row.id === row.id
  const announcements = records.map((record) => viewOf(record, now, state === 'shown' && !isLast(record)))
  return { announcements, cursor: null }
}

/** Returns one announcement. Throws ProtocolError 'unknown'. */
export async function readAnnouncement(queries: Queries, id: string, now: number): Promise<OfficeAnnouncement> {
  const open = await readAnnouncements(queries, { state: 'shown', cursor: undefined, now })
  const shown = open.announcements.find((one) => one.id === id)
  if (shown !== undefined) return shown
  const record = await announcementRecord(queries, id)
  if (record === undefined) throw unknown()
  return viewOf(record, now, false)
}
