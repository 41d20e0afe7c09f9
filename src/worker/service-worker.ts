// The service worker of the app, served as /sw.js: a page without a network, and built files from the browser's own storage. It answers
// no other request, so that nothing about a player is ever stored. One file without imports: the server removes its types.

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void
}

interface RequestEvent extends WorkerEvent {
  readonly request: Request
  /** The response to a navigation that the browser requested while the worker started. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

interface WorkerScope {
  addEventListener(name: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(name: 'fetch', listener: (event: RequestEvent) => void): void
  skipWaiting(): Promise<void>
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } }
}

const worker = globalThis as unknown as WorkerScope

const OFFLINE_CACHE = 'spacedrop-offline'
const OFFLINE_PAGE = '/offline'
/** Built files that the offline page names, its fonts. */
const PARTS = /\bhref="(\/assets\/built\/[^"]+)"/g

const ASSET_CACHE = 'spacedrop-assets'
/** Two builds: the oldest files leave first. */
const MAX_ASSETS = 400
/** Files with a hash of their content in the name never change. */
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
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
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

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.resolve(worker.registration.navigationPreload?.enable()))
})

worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (HASHED.test(pathname)) event.respondWith(loadAsset(event))
  else if (mode === 'navigate' && !NOT_PAGES.test(pathname)) event.respondWith(openPage(event))
})
