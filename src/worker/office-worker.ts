// The service worker of the office, served as /sw.js: it shows push messages and opens the room that they are about. It answers no request and
// stores nothing. One file without imports: the server removes its types.

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void
}

/** A push message; `data` is null when it came without a body. */
interface PushEvent extends WorkerEvent {
  readonly data: { json(): unknown } | null
}

interface NotificationEvent extends WorkerEvent {
  readonly notification: Notification
}

interface WorkerScope {
  addEventListener(name: 'install', listener: (event: WorkerEvent) => void): void
  addEventListener(name: 'push', listener: (event: PushEvent) => void): void
  addEventListener(name: 'notificationclick', listener: (event: NotificationEvent) => void): void
  skipWaiting(): Promise<void>
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification'>
  readonly clients: { openWindow(url: string): Promise<unknown> }
}

const worker = globalThis as unknown as WorkerScope

/** What is shown of a message that cannot be read: browsers take the permission from a site that shows nothing. */
const UNREADABLE = { title: location.hostname, body: '', lang: 'en', link: '/' }

/** Returns the texts of a message; the server encrypted them for this browser alone. */
function readMessage({ data }: PushEvent): typeof UNREADABLE {
  try {
    const message: unknown = data?.json()
    if (typeof message !== 'object' || message === null) return UNREADABLE
    const texts = Object.entries(message).filter(([, value]) => typeof value === 'string')
    return { ...UNREADABLE, ...Object.fromEntries(texts) }
  } catch {
    return UNREADABLE
  }
}

/** Opens a room of the office, and nothing of any other site. */
function openRoom(link: unknown): Promise<unknown> {
  const address = new URL(typeof link === 'string' ? link : '/', location.origin)
  return worker.clients.openWindow(address.origin === location.origin ? address.href : location.origin)
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))

worker.addEventListener('push', (event) => {
  const { title, body, lang, link } = readMessage(event)
  event.waitUntil(worker.registration.showNotification(title, { body, lang, data: link }))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openRoom(event.notification.data))
})
