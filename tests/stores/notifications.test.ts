// Notifications: read from the server, marked as read at once.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Notification } from '../../src/contract/notification.ts'
import { $notifications, $unread, loadNotifications, readNotifications } from '../../src/stores/notifications.ts'
import { Browser } from './browser.ts'

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
  it('are the list that the server answers, and count what is unread', async () => {
    browser.answer('/notification/get', 200, [NEWS, OLD])
    await loadNotifications()
    expect($notifications.get()).toEqual([NEWS, OLD])
    expect($unread.get()).toBe(1)
  })

  it('stay unknown when the server cannot be reached', async () => {
    browser.offline('/notification/get')
    await loadNotifications()
    expect($notifications.get()).toBeNull()
    expect($unread.get()).toBe(0)
  })

  it('are marked as read on show and on the server, the unread ones alone', async () => {
    $notifications.set([NEWS, OLD])
    browser.answer('/notification/read', 200, { success: true, message: '' })
    await readNotifications()
    expect($unread.get()).toBe(0)
    expect(browser.requests.at(-1)).toMatchObject({ method: 'POST', path: '/notification/read', body: { ids: ['a'] } })
  })

  it('ask nothing of the server when all are read', async () => {
    $notifications.set([OLD])
    await readNotifications()
    expect(browser.requests).toEqual([])
  })
})
