// Notifications: read from the server, marked as read at once.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Notification } from '../../../src/protocol/notification.ts'
import {
  $notifications,
  $notificationsFailed,
  $unread,
  loadNotifications,
  readNotifications,
} from '../../../src/stores/account/notifications.ts'
import { takeLoggedLines } from '../../support/runner/logged-lines.ts'
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
    expect(takeLoggedLines()).toEqual([expect.stringContaining('Notifications could not be read')])
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

  it('of the specification count as read, with their link and their date', async () => {
    browser.answer('/notification/get', 200, [
      { title: 'News', content: 'Text', link: '/bonuses', created_at: '2026-03-05T12:00:00.000Z' },
      { title: 'News', content: 'Text', created_at: 0 },
    ])
    await loadNotifications()
    const list = $notifications.get() ?? []
    expect(list).toMatchObject([
      { title: 'News', content: 'Text', link: '/bonuses', created_at: Date.UTC(2026, 2, 5, 12), read: true },
      { title: 'News', content: 'Text', created_at: 0, read: true },
    ])
    expect(new Set(list.map(({ id }) => id)).size).toBe(2)
    expect($unread.get()).toBe(0)
  })

  it('that cannot be shown are left out, and anything but a list is a failure', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    browser.answer('/notification/get', 200, [{ title: 'News' }, null, { ...NEWS, created_at: 'soon' }, OLD])
    await loadNotifications()
    expect($notifications.get()).toEqual([OLD])
    expect(logged).toHaveBeenCalledTimes(3)
    browser.answer('/notification/get', 200, { success: true })
    await loadNotifications()
    expect($notificationsFailed.get()).toBe(true)
    logged.mockRestore()
  })

  it('send no request when all are read', async () => {
    $notifications.set([OLD])
    await readNotifications()
    expect(browser.requests).toEqual([])
  })
})
