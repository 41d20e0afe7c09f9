// The notifications of the signed-in player.
import { atom, computed } from 'nanostores'
import type { Notification } from '../../protocol/notification.ts'
import { get, post } from '../kernel/api.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'

/** Newest first; null until loaded. */
export const $notifications = atom<readonly Notification[] | null>(null)

/** True after the last reading failed. */
export const $notificationsFailed = atom(false)

export const $unread = computed(
  $notifications,
  (list) => (list ?? []).filter((notification) => !notification.read).length,
)

/** Returns a notification; without the shop's own fields it counts as read. Null for one that cannot be shown. */
function readNotification(entry: unknown, place: number): Notification | null {
  const { id, title, content, link, created_at, read } = fieldsOf(entry)
  const createdMs = new Date(created_at as string | number).getTime()
  if (typeof title !== 'string' || typeof content !== 'string' || Number.isNaN(createdMs)) return null
  return {
    id: typeof id === 'string' ? id : `${createdMs} ${place}`,
    title,
    content,
    ...(typeof link === 'string' ? { link } : {}),
    created_at: createdMs,
    read: read !== false,
  }
}

/**
 * Returns the notifications of an answer; those that cannot be shown are logged and left out.
 *
 * @throws TypeError for anything but a list
 */
function readList(reply: unknown): Notification[] {
  if (!Array.isArray(reply)) throw new TypeError('The notifications are no list')
  return (reply as readonly unknown[]).flatMap((entry, place) => {
    const notification = readNotification(entry, place)
    if (notification === null) console.error('A notification cannot be shown', entry)
    return notification ?? []
  })
}

/** Reads the notifications; a failure is logged and told, and the known ones stay. */
export async function loadNotifications(): Promise<void> {
  $notificationsFailed.set(false)
  try {
    $notifications.set(readList(await get<unknown>('/notification/get')))
  } catch (fault) {
    $notificationsFailed.set(true)
    console.error('Notifications could not be read', fault)
  }
}

/** Marks all as read, here at once and then on the server; after a failure they are unread again on the next page. */
export async function readNotifications(): Promise<void> {
  const list = $notifications.get() ?? []
  const ids = list.filter((notification) => !notification.read).map((notification) => notification.id)
  if (ids.length === 0) return
  $notifications.set(list.map((notification) => ({ ...notification, read: true })))
  try {
    await post('/notification/read', { ids })
  } catch (fault) {
    console.error('Notifications could not be marked as read', fault)
  }
}
