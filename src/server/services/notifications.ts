// What a player is told: kept as what happened, worded when it is read, pushed to the pages that are open.
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Notification } from '../../contract/notification.ts'
import type { Language } from '../../game/language.ts'
import { formatMoney } from '../../i18n/format.ts'
import { textFor } from '../../i18n/text.ts'
import type { Database, Queries } from '../db/database.ts'
import { notifications } from '../db/schema.ts'
import { newId } from '../ids.ts'

const SHOWN = 50

const NOTICE_KINDS = [
  'welcome',
  'deposit',
  'depositBonus',
  'depositFailed',
  'depositRefunded',
  'referral',
  'referralBack',
  'referred',
  'level',
  'withdrawalSent',
  'withdrawalAccepted',
  'withdrawalDone',
  'withdrawalDeclined',
  'withdrawalUnavailable',
  'withdrawalReversed',
  'calendarSuper',
  'raffleWon',
  'wheelItem',
  'freeCase',
  'missionCases',
  'missionUpgrades',
  'missionContracts',
  'missionSpent',
] as const

/** Bad news; everything else is good. */
const BAD: readonly Notice['kind'][] = [
  'depositFailed',
  'referralBack',
  'withdrawalDeclined',
  'withdrawalUnavailable',
  'withdrawalReversed',
]

/** Numbers that are no amounts of money. */
const PLAIN: ReadonlySet<string> = new Set(['level', 'percent', 'done', 'day', 'days'])

/** Something that a player is told. */
export interface Notice {
  readonly kind: (typeof NOTICE_KINDS)[number]
  /** What the words name: amounts in cents, and plain numbers (`PLAIN`). */
  readonly amounts: Readonly<Record<string, number>>
  /** Where it leads: a path of the site. */
  readonly link: string | null
}

/** Title and content of a notice in a language. */
function noticeWords(notice: Pick<Notice, 'kind' | 'amounts'>, language: Language): { title: string; content: string } {
  const t = textFor(language, 'replies')
  const amounts = Object.fromEntries(
    Object.entries(notice.amounts).map(([name, value]) => [name, PLAIN.has(name) ? String(value) : formatMoney(value)]),
  )
  return {
    title: t(`notice.${notice.kind}.title`),
    content: t(`notice.${notice.kind}.content`, {
      amount: '',
      bonus: '',
      level: '',
      percent: '',
      done: '',
      ...amounts,
    }),
  }
}

/** A notice as the toast of a page that is open. */
export function noticeToast(notice: Notice, language: Language): { type: 'success' | 'error'; message: string } {
  const { title, content } = noticeWords(notice, language)
  return { type: BAD.includes(notice.kind) ? 'error' : 'success', message: `${title}. ${content}` }
}

/** Keeps a notice for a player, inside the transaction of what it tells. */
export async function keepNotice(tx: Queries, playerId: number, notice: Notice): Promise<void> {
  const { kind, amounts, link } = notice
  await tx.insert(notifications).values({ id: newId(), playerId, kind, amounts: { ...amounts }, link })
}

function knownKind(kind: string): Notice['kind'] {
  const known = NOTICE_KINDS.find((candidate) => candidate === kind)
  if (known === undefined) throw new Error(`There are no words for a notice of kind ${kind}`)
  return known
}

/** The newest fifty notifications of a player, in a language. */
export async function notificationsOf(db: Database, playerId: number, language: Language): Promise<Notification[]> {
  const rows = await db.queries
    .select()
    .from(notifications)
    .where(eq(notifications.playerId, playerId))
    .orderBy(desc(notifications.id))
    .limit(SHOWN)
  return rows.map((row) => ({
    id: row.id,
    ...noticeWords({ kind: knownKind(row.kind), amounts: row.amounts }, language),
    ...(row.link === null ? {} : { link: row.link }),
    created_at: row.at.getTime(),
    read: row.readAt !== null,
  }))
}

/** Marks notifications of a player as read; those of others and those read before stay as they are. */
export async function readNotifications(db: Database, playerId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.queries
    .update(notifications)
    .set({ readAt: new Date() })
    .where(and(eq(notifications.playerId, playerId), inArray(notifications.id, [...ids]), isNull(notifications.readAt)))
}
