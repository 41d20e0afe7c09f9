// Notifications of players: stored without words, worded in the reader's language, pushed to open pages as toasts.
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Language } from '../../../game/base/language.ts'
import { NOTIFICATION_KINDS } from '../../../game/base/notification-kinds.ts'
import {
  choiceWait,
  holdWait,
  keptWait,
  questionWait,
  reviewWait,
  type Wait,
} from '../../../game/withdrawal/waiting.ts'
import { formatMoney } from '../../../i18n/format.ts'
import { noticeFacts } from '../../../i18n/notice-words.ts'
import { textFor } from '../../../i18n/text.ts'
import { waitText } from '../../../i18n/wait-words.ts'
import type { Notification } from '../../../protocol/notification.ts'
import type { PrizeView } from '../../../protocol/prize.ts'
import type { NoticeScene } from '../../../protocol/realtime.ts'
import type { UsualTimes } from '../../../protocol/waiting.ts'
import { newId } from '../../base/ids.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Database, Queries } from '../../db/database.ts'
import { notifications } from '../../db/schema.ts'
import { notices } from '../../db/schema-announcements.ts'
import { queuePushes } from './push-queue.ts'

const SHOWN = 50

/** Kinds of bad news; all others are good news. */
const BAD: readonly PlayerNotification['kind'][] = [
  'depositFailed',
  'depositKept',
  'depositPartial',
  'depositCheck',
  'depositDisputed',
  'disputeLost',
  'withdrawalsFrozen',
  'debt',
  'correctedDown',
  'referralBack',
  'raffleLeftOut',
  'raffleRolledOver',
  'raffleHeld',
  'withdrawalDeclined',
  'withdrawalRefused',
  'withdrawalPriceRise',
  'withdrawalUnavailable',
  'withdrawalReversed',
]

/** Kinds that ask for something: their toasts have a button that leads there. */
const TO_DO: readonly PlayerNotification['kind'][] = [
  'freeCase',
  'missionCases',
  'missionUpgrades',
  'missionContracts',
  'missionSpent',
  'withdrawalSent',
  'withdrawalPriceRise',
  'withdrawalUnavailable',
  'letterOpened',
  'letterAnswered',
  'letterClosed',
  'debt',
  'shopNotice',
]

type Kind = PlayerNotification['kind']

const keptWaitOf = (reason: 'ban' | 'overpaid' | 'partial'): Wait =>
  keptWait({ reason, amount: 0, sinceMs: 0, refundMs: null })

/** What waits, for the notifications that tell of a hold: they have the words of the hold itself. */
const WAIT_OF: Readonly<Partial<Record<Kind, Wait>>> = {
  withdrawalReview: reviewWait(),
  withdrawalUnavailable: choiceWait('stock'),
  withdrawalPriceRise: choiceWait('price-rise'),
  withdrawalsFrozen: holdWait({ reason: 'fraud-warning', untilMs: null }, null),
  depositDisputed: holdWait({ reason: 'dispute', untilMs: null }, null),
  debt: holdWait({ reason: 'debt', untilMs: null }, null),
  // Why it may not be credited is in the list of what waits: a notification has numbers alone.
  depositKept: keptWaitOf('ban'),
  depositOverpaid: keptWaitOf('overpaid'),
  depositPartial: keptWaitOf('partial'),
  depositCheck: questionWait(0, null),
}

/** Returns title and content of a notification in a language. */
function notificationText(
  notification: Pick<PlayerNotification, 'kind' | 'amounts' | 'own'>,
  language: Language,
  usual: UsualTimes,
): { title: string; content: string } {
  const { own } = notification
  if (own !== undefined) return { title: own.title[language], content: own.content[language] }
  const t = textFor(language, 'replies')
  const wait = WAIT_OF[notification.kind]
  const why = wait === undefined ? [] : [waitText(wait, { t: textFor(language, 'waiting'), usual })]
  const facts = noticeFacts(notification.amounts)
  return {
    title: t(`notice.${notification.kind}.title`, facts),
    content: [t(`notice.${notification.kind}.content`, facts), ...why].join(' '),
  }
}

/** Returns a reward as text. */
function rewardText(reward: PrizeView, language: Language): string {
  switch (reward.kind) {
    case 'nothing':
      return ''
    case 'balance':
      return formatMoney(reward.amount)
    case 'item':
      return reward.item.name[language]
    case 'case':
      return reward.case.name[language]
  }
}

/** Returns the scene of a new level, or of a mission with its reward; null for every other notification. */
function sceneOf(
  { kind, amounts }: PlayerNotification,
  language: Language,
  reward: PrizeView | undefined,
): Pick<NoticeScene, 'kind' | 'mark'> | null {
  if (kind === 'level') return { kind: 'level', mark: String(amounts.level) }
  return reward === undefined ? null : { kind: 'mission', mark: rewardText(reward, language) }
}

/**
 * Returns a notification as a toast, and as a scene where it deserves one.
 *
 * @param reward of a mission that is finished
 */
export function notificationToast(
  notification: PlayerNotification,
  language: Language,
  usual: UsualTimes,
  reward?: PrizeView,
): { type: 'success' | 'error'; message: string; sound?: 'level'; scene?: NoticeScene; link?: string } {
  const { title, content } = notificationText(notification, language, usual)
  const { kind, link } = notification
  const scene = sceneOf(notification, language, reward)
  return {
    type: BAD.includes(kind) ? 'error' : 'success',
    message: `${title}. ${content}`,
    ...(kind === 'level' ? { sound: 'level' as const } : {}),
    ...(scene === null ? {} : { scene: { ...scene, title, text: content } }),
    ...(link !== null && TO_DO.includes(kind) ? { link } : {}),
  }
}

/** A notification and its player. */
export interface PlayerToNotify {
  readonly playerId: number
  readonly notification: PlayerNotification
}

/** Stores notifications of players, and queues their push messages, in the transaction of the events that they report. */
export async function storeEachNotification(tx: Queries, players: readonly PlayerToNotify[]): Promise<void> {
  if (players.length === 0) return
  await tx.insert(notifications).values(
    players.map(({ playerId, notification: { kind, amounts, link } }) => ({
      id: newId(),
      playerId,
      kind,
      amounts: { ...amounts },
      link,
    })),
  )
  for (const [kind, ofKind] of Map.groupBy(players, ({ notification }) => notification.kind)) {
    const playerIds = ofKind.map(({ playerId }) => playerId)
    await queuePushes(tx, playerIds, { kind })
  }
}

/** Stores one notification for each of some players. */
export function storeNotifications(
  tx: Queries,
  playerIds: readonly number[],
  notification: PlayerNotification,
): Promise<void> {
  return storeEachNotification(
    tx,
    playerIds.map((playerId) => ({ playerId, notification })),
  )
}

/** Stores a notification for a player, in the transaction of the event that it reports. */
export function storeNotification(tx: Queries, playerId: number, notification: PlayerNotification): Promise<void> {
  return storeNotifications(tx, [playerId], notification)
}

function knownKind(kind: string): PlayerNotification['kind'] {
  const known = NOTIFICATION_KINDS.find((candidate) => candidate === kind)
  if (known === undefined) throw new Error(`There is no text for a notification of kind ${kind}`)
  return known
}

/** Returns the newest fifty notifications of a player, in a language. */
async function notificationsOf(
  db: Database,
  playerId: number,
  language: Language,
  usual: UsualTimes,
): Promise<Notification[]> {
  const rows = await db.queries
    .select({ row: notifications, title: notices.title, content: notices.words })
    .from(notifications)
    .leftJoin(notices, eq(notices.id, notifications.noticeId))
    .where(eq(notifications.playerId, playerId))
    .orderBy(desc(notifications.id))
    .limit(SHOWN)
  return rows.map(({ row, title, content }) => ({
    id: row.id,
    ...notificationText(
      {
        kind: knownKind(row.kind),
        amounts: row.amounts,
        ...(title === null || content === null ? {} : { own: { title, content } }),
      },
      language,
      usual,
    ),
    ...(row.link === null ? {} : { link: row.link }),
    created_at: row.at.getTime(),
    read: row.readAt !== null,
  }))
}

/** Marks a player's unread notifications as read; ids of other players are ignored. */
async function readNotifications(db: Database, playerId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.queries
    .update(notifications)
    .set({ readAt: new Date() })
    .where(and(eq(notifications.playerId, playerId), inArray(notifications.id, [...ids]), isNull(notifications.readAt)))
}

export interface NotificationService {
  of(playerId: number, language: Language): Promise<Notification[]>
  read(playerId: number, ids: readonly string[]): Promise<void>
}

/** Makes the notifications that players read over a database. */
export function createNotifications(db: Database, usual: () => Promise<UsualTimes>): NotificationService {
  return {
    of: async (playerId, language) => notificationsOf(db, playerId, language, await usual()),
    read: (playerId, ids) => readNotifications(db, playerId, ids),
  }
}
