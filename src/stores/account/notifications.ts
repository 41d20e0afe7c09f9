// The notifications of the signed-in player.
import { atom, computed } from 'nanostores'
import type { Notification } from '../../protocol/notification.ts'
import { get, post } from '../kernel/api.ts'

/** Newest first; null until loaded. */
export const $notifications = atom<readonly Notification[] | null>(null)

/** True after the last reading failed. */
export const $notificationsFailed = atom(false)

export const $unread = computed(
  $notifications,
  (list) => (list ?? []).filter((notification) => !notification.read).length,
)

/** Reads the notifications; a failure is logged and told, and the known ones stay. */
export async function loadNotifications(): Promise<void> {
  $notificationsFailed.set(false)
  try {
    $notifications.set(await get<Notification[]>('/notification/get'))
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
