// Notifications: read from the server, marked as read at once.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Notification } from '../../../src/protocol/notification.ts'
import {
  $notifications,
  $notificationsFailed,
  $unread,
  loadNotifications,
  readNotifications,
} from '../../../src/stores/account/notifications.ts'
import { Browser } from '../browser-stub.ts'

const NEWS: Notification = { id: 'a', title: 'News', content: 'Text', created_at: 1, read: false }
const OLD: Notification = { id: 'b', title: 'Old', content: 'Text', created_at: 0, read: true }

let browser: Browser

beforeEach(() => {
  browser = new Browser()
  browser.open()
  browser.cookies.set('XSRF-TOKEN', 'csrf')
  $notifications.set(null)
})

describe('notifications', () => {
  it('are the list that the server returns, with the unread count', async () => {
    browser.answer('/notification/get', 200, [NEWS, OLD])
    await loadNotifications()
    expect($notifications.get()).toEqual([NEWS, OLD])
    expect($unread.get()).toBe(1)
  })

  it('stay unknown when the server is unreachable, and say that they failed until they are loaded again', async () => {
    browser.offline('/notification/get')
    await loadNotifications()
    expect($notifications.get()).toBeNull()
    expect($unread.get()).toBe(0)
    expect($notificationsFailed.get()).toBe(true)
    const answer = browser.answerLater('/notification/get', 200, [NEWS])
    const again = loadNotifications()
    expect($notificationsFailed.get()).toBe(false)
    answer()
    await again
    expect($notifications.get()).toEqual([NEWS])
    expect($notificationsFailed.get()).toBe(false)
  })

  it('are marked as read on the page and on the server, only the unread ones', async () => {
    $notifications.set([NEWS, OLD])
    browser.answer('/notification/read', 200, { success: true, message: '' })
    await readNotifications()
    expect($unread.get()).toBe(0)
    expect(browser.requests.at(-1)).toMatchObject({ method: 'POST', path: '/notification/read', body: { ids: ['a'] } })
  })

  it('send no request when all are read', async () => {
    $notifications.set([OLD])
    await readNotifications()
    expect(browser.requests).toEqual([])
  })
})
