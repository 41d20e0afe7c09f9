// What /sw.js is while the operator has switched the service worker off: it deletes what the worker stored, and itself.

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void
}

interface WorkerScope {
  addEventListener(name: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  skipWaiting(): Promise<void>
  readonly registration: { unregister(): Promise<boolean> }
}

const worker = globalThis as unknown as WorkerScope

async function remove(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('spacedrop-')).map((name) => caches.delete(name)))
  await worker.registration.unregister()
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(remove()))
