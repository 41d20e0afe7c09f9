// The service worker of the app, served as /sw.js: a page without a network, built files from the browser's own storage, and push messages.
// It answers no other request, so that nothing about a player is ever stored. One file without imports: the server removes its types.

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void
}

interface RequestEvent extends WorkerEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}

/** A push message; `data` is null when it came without a body. */
interface PushEvent extends WorkerEvent {
  readonly data: { json(): unknown } | null
}

interface NotificationEvent extends WorkerEvent {
  readonly notification: Notification
}

interface SubscriptionEvent extends WorkerEvent {
  readonly oldSubscription: PushSubscription | null
  readonly newSubscription: PushSubscription | null
}

/** A page of the site. */
interface PageClient {
  readonly url: string
  readonly focused: boolean
  focus(): Promise<unknown>
}

interface WorkerScope {
  addEventListener(name: 'install', listener: (event: WorkerEvent) => void): void
  addEventListener(name: 'fetch', listener: (event: RequestEvent) => void): void
  addEventListener(name: 'push', listener: (event: PushEvent) => void): void
  addEventListener(name: 'notificationclick', listener: (event: NotificationEvent) => void): void
  addEventListener(name: 'pushsubscriptionchange', listener: (event: SubscriptionEvent) => void): void
  skipWaiting(): Promise<void>
  readonly registration: Pick<ServiceWorkerRegistration, 'pushManager' | 'showNotification'>
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<PageClient[]>
    openWindow(url: string): Promise<unknown>
  }
  /** Not in every browser. */
  readonly cookieStore?: { get(name: string): Promise<{ readonly value?: string } | null> }
}

const worker = globalThis as unknown as WorkerScope

const OFFLINE_CACHE = 'spacedrop-offline'
const OFFLINE_PAGE = '/offline'
/** Built files that the offline page names, its fonts. */
const PARTS = /\bhref="(\/assets\/built\/[^"]+)"/g

const ASSET_CACHE = 'spacedrop-assets'
/** Two builds: the oldest files leave first. */
const MAX_ASSETS = 400
/** Files with a hash of their content in the name never change. No page names one with a query, under which it would be stored again. */
const HASHED = /^\/(js|assets\/built)\//

/** Addresses that browsers open as documents, and that the worker leaves to the network. */
const NOT_PAGES = /^\/(api|auth|lang|office|overlay|r|sandbox)(\/|$)/

/** Finds a stored response; none where the storage cannot be read, so that the network answers. */
function stored(request: Request | string): Promise<Response | undefined> {
  // Every variant of a file has the same content, and the page is stored in one language.
  return caches.match(request, { ignoreVary: true }).catch(() => undefined)
}

/** Stores the offline page with its parts, and deletes what it no longer needs. */
async function storeOfflinePage(address: string): Promise<void> {
  const page = await fetch(address, { cache: 'no-cache' })
  if (!page.ok) throw new Error(`The offline page answered ${page.status}`)
  const parts = [...(await page.clone().text()).matchAll(PARTS)].map(([, path = '']) => path)
  const cache = await caches.open(OFFLINE_CACHE)
  await cache.addAll(parts)
  await cache.put(OFFLINE_PAGE, page)
  const needed = new Set([OFFLINE_PAGE, ...parts])
  for (const request of await cache.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await cache.delete(request)
  }
}

/** Stores the offline page in the language of a page that was just opened, if it is another one. */
async function followLanguage(language: string | null): Promise<void> {
  const page = await stored(OFFLINE_PAGE)
  if (language === null || page?.headers.get('content-language') === language) return
  await storeOfflinePage(`/${language}${OFFLINE_PAGE}`)
}

async function openPage(event: RequestEvent): Promise<Response> {
  try {
    const response = await fetch(event.request)
    // Without it the page stays in the language before, until the next one is opened.
    event.waitUntil(followLanguage(response.headers.get('content-language')).catch(() => undefined))
    return response
  } catch (cause) {
    const page = await stored(OFFLINE_PAGE)
    if (page === undefined) throw cause
    return page
  }
}

async function storeAsset(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(ASSET_CACHE)
  await cache.put(request, response)
  const requests = await cache.keys()
  for (const oldest of requests.slice(0, Math.max(0, requests.length - MAX_ASSETS))) await cache.delete(oldest)
}

async function loadAsset(event: RequestEvent): Promise<Response> {
  const known = await stored(event.request)
  if (known !== undefined) return known
  const response = await fetch(event.request)
  // A full storage only costs the next visit a request.
  if (response.status === 200) event.waitUntil(storeAsset(event.request, response.clone()).catch(() => undefined))
  return response
}

worker.addEventListener('install', (event) => {
  // The worker of a new build takes over from the next request on. Open pages stay as they are: their files never change.
  event.waitUntil(storeOfflinePage(OFFLINE_PAGE).then(() => worker.skipWaiting()))
})

worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (HASHED.test(pathname) && !url.includes('?')) event.respondWith(loadAsset(event))
  else if (mode === 'navigate' && !NOT_PAGES.test(pathname)) event.respondWith(openPage(event))
})

const ICON = '/assets/img/app/icon-192.png'

/** What is shown of a message that cannot be read: browsers take the permission from a site that shows nothing. */
const UNREADABLE = { kind: 'message', title: location.hostname, body: '', lang: 'en', link: '/dashboard' }

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

/** Returns the open pages of the site. */
function pages(): Promise<PageClient[]> {
  return worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
}

/** Shows a message, silently where a page of the site is in front: the page has said it. A newer one of a kind replaces the last. */
async function show(event: PushEvent): Promise<void> {
  const { kind, title, body, lang, link } = readMessage(event)
  const silent = (await pages()).some(({ focused }) => focused)
  // A silent notification must not ask to be announced again.
  const options = { body, lang, icon: ICON, tag: kind, data: link, silent, renotify: !silent }
  await worker.registration.showNotification(title, options)
}

/** Focuses the page that a notification is about, and opens it where no tab shows it: a game in another tab is left alone. */
async function openLink(link: unknown): Promise<void> {
  const address = new URL(typeof link === 'string' ? link : UNREADABLE.link, location.origin)
  const { origin, pathname, href } = address.origin === location.origin ? address : new URL('/', location.origin)
  const open = (await pages()).find(({ url }) => {
    const page = new URL(url)
    return page.origin === origin && page.pathname === pathname
  })
  if (open === undefined) await worker.clients.openWindow(href)
  else await open.focus()
}

/** Returns the subscription that replaces one; null where the browser has made none and the key is unknown. */
async function replacementOf({
  oldSubscription,
  newSubscription,
}: SubscriptionEvent): Promise<PushSubscription | null> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey
  if (newSubscription !== null || !applicationServerKey) return newSubscription
  return worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/**
 * Tells the server of the subscription that replaces one that the browser ended. A browser whose worker cannot read the session's cookies
 * does it when the player opens the settings.
 */
async function sendReplacement(event: SubscriptionEvent): Promise<void> {
  const [token, csrf] = [await worker.cookieStore?.get('token'), await worker.cookieStore?.get('XSRF-TOKEN')]
  if (!token?.value || !csrf?.value) return
  const subscription = await replacementOf(event)
  if (subscription === null) return
  const { endpoint, keys } = subscription.toJSON()
  await fetch('/api/push/subscribe', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token.value}`,
      'x-xsrf-token': csrf.value,
    },
    body: JSON.stringify({ endpoint, keys }),
  })
}

worker.addEventListener('push', (event) => {
  event.waitUntil(show(event))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openLink(event.notification.data))
})

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(sendReplacement(event))
})
