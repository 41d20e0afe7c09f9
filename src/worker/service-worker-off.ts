// What /sw.js is while the operator has switched the service worker off: it removes itself. Pages delete what the worker stored
// (src/islands/shell/service-worker.ts): a worker that is being replaced can still store a file.

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void
}

interface WorkerScope {
  addEventListener(name: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  skipWaiting(): Promise<void>
  readonly registration: { unregister(): Promise<boolean> }
}

const worker = globalThis as unknown as WorkerScope

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.registration.unregister()))
