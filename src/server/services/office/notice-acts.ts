// The acts about notices to a group, and what the room shows of them.
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Localized } from '../../../game/base/language.ts'
import { groupText, type NoticeGroup, type NoticeWords, noticeFaults } from '../../../game/office/notices.ts'
import type { NoticeState } from '../../../game/office/subjects.ts'
import {
  type GroupSizeReply,
  type NoticesReply,
  noticeSendBodySchema,
  noticeTestBodySchema,
  type OfficeNotice,
} from '../../../protocol/office/notices.ts'
import { newId } from '../../base/ids.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Queries } from '../../db/database.ts'
import { notices } from '../../db/schema-announcements.ts'
import {
  lockNotice,
  type NoticeRecord,
  noticeRecords,
  sendNoticeIn,
  sizeOfGroup,
  stopNoticeIn,
  testNoticeIn,
} from '../announcements/notices.ts'
import { PAGE_LIMIT, pageOf } from '../calls/page.ts'
import { wordsText } from '../calls/switches.ts'
import { defineAct, type OfficeAct } from './acts.ts'
import { faultsText, type LinkSources, pagesOf } from './links.ts'
import { playerOf } from './player-acts.ts'

/** Returns how many hours lie between two notices to one player, by the rules in force. */
const noticeHours = ({ catalogue }: LinkSources): number => catalogue.current.officeRules.noticeHours

function assertSound(notice: NoticeWords, links: LinkSources): void {
  const faults = noticeFaults(notice, pagesOf(links))
  if (faults.length > 0) throw new ProtocolError(400, 'announcement-faults', faultsText(faults))
}

/** Makes the act that sends a notice to its group. */
export function noticeSend(links: LinkSources): OfficeAct {
  return defineAct({
    verb: 'notices.send',
    body: noticeSendBodySchema.omit({ reason: true }),
    isDone: async (tx, { key }) => (await tx.$count(notices, eq(notices.key, key))) > 0,
    look: async (_tx, { key, group, title, words, link }) => {
      assertSound({ title, words, link }, links)
      // Not how many they are: players come and go until a second person decides.
      const difference = [
        { field: 'group', before: null, after: groupText(group) } as const,
        { field: 'title', before: null, after: wordsText(title) } as const,
        { field: 'words', before: null, after: wordsText(words) } as const,
        { field: 'link', before: null, after: link } as const,
      ]
      return { kind: 'notice', subject: key, difference, entries: [] }
    },
    run: async (tx, { key, group, title, words, link }, { by, reason, at }) => {
      const notice = { id: newId(), key, group, title, words, link }
      await sendNoticeIn(tx, notice, { by, reason, at: new Date(at), hours: noticeHours(links) })
      return {}
    },
  })
}

/** Says in each language that a notice is a test: nobody else got it. */
const TEST_WORDS: Localized = { en: 'Test', ru: 'Тест', uk: 'Тест' }

const asTest = (title: Localized): Localized => ({
  en: `${TEST_WORDS.en}: ${title.en}`,
  ru: `${TEST_WORDS.ru}: ${title.ru}`,
  uk: `${TEST_WORDS.uk}: ${title.uk}`,
})

/** Makes the act that sends a notice to one player, to see how it reads. */
export function noticeTest(links: LinkSources): OfficeAct {
  return defineAct({
    verb: 'notices.test',
    body: noticeTestBodySchema,
    look: async (tx, { player, ...words }) => {
      await playerOf(tx, player)
      assertSound(words, links)
      return { kind: 'notice', subject: String(player), difference: [], entries: [] }
    },
    run: async (tx, { player: playerId, title, ...own }, { by, at }) => {
      const announce = await testNoticeIn(tx, { ...own, title: asTest(title), playerId }, { by, at: new Date(at) })
      if (announce === null) throw new ProtocolError(409, 'notice-left-alone', 'This player is to be left alone')
      return { announce }
    },
  })
}

const unknown = (): ProtocolError => new ProtocolError(404, 'unknown', 'There is no such notice')

/** Stops a notice that is being sent. */
export const noticeStop = defineAct({
  verb: 'notices.stop',
  body: z.object({ id: z.uuid() }),
  look: async (tx, { id }) => {
    const row = await lockNotice(tx, id)
    if (row === undefined) throw unknown()
    const { state } = row
    const difference = [{ field: 'state', before: state, after: 'stopped' } as const]
    return { kind: 'notice', subject: id, state, difference, entries: [] }
  },
  run: async (tx, { id }, { by, at }) => {
    const row = await lockNotice(tx, id)
    if (row === undefined) throw unknown()
    await stopNoticeIn(tx, row, { by, at: new Date(at) })
    return {}
  },
})

function viewOf({ row, author }: NoticeRecord): OfficeNotice {
  const { id, groupKind: kind, groupDays: days, title, words, link, state, madeAt, endedAt, told, leftOut } = row
  const times = { madeAt: madeAt.getTime(), endedAt: endedAt?.getTime() ?? null }
  return { id, group: { kind, days }, title, words, link, state, author, ...times, told, leftOut }
}

/** Returns a page of the notices. */
export async function readNotices(queries: Queries, below: string | undefined): Promise<NoticesReply> {
  const page = pageOf(await noticeRecords(queries, { below, limit: PAGE_LIMIT }), ({ row }) => row.id)
  return { notices: page.rows.map(viewOf), cursor: page.cursor }
}

/** Returns one notice. Throws ProtocolError 'unknown'. */
export async function readNotice(queries: Queries, id: string): Promise<OfficeNotice> {
  const [record] = await noticeRecords(queries, { id, limit: 1 })
  if (record === undefined) throw unknown()
  return viewOf(record)
}

/** Returns the state of a notice. Throws ProtocolError 'unknown'. */
export async function noticeStateOf(queries: Queries, id: string): Promise<NoticeState> {
  return (await readNotice(queries, id)).state
}

/** Counts a group as it is now. */
export async function readGroupSize(
  queries: Queries,
  group: NoticeGroup,
  { links, now }: { readonly links: LinkSources; readonly now: number },
): Promise<GroupSizeReply> {
  const hours = noticeHours(links)
  return { ...(await sizeOfGroup(queries, group, { at: new Date(now), hours })), hours }
}
