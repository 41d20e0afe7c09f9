// Registers the service worker, which answers pages without a network from the next visit on, and deletes what it stored once the operator
// has switched it off.
import { whenIdle } from '../../stores/kernel/when-idle.ts'

async function deleteCaches(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('spacedrop-')) await caches.delete(name)
}

/**
 * Registers it once a page has loaded and the browser is idle. On a site without it, deletes its caches then: the script that is at /sw.js
 * in its place removes the worker itself.
 */
export function registerServiceWorker(page: Document): void {
  // Browsers have none where a site is neither https nor on this machine.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (workers === undefined) return
  const change = () => (page.documentElement.dataset.worker ? workers.register('/sw.js') : deleteCaches())
  // Everything works without it, e.g. where a browser forbids storage.
  const run = () => whenIdle(() => void change().catch(() => undefined))
  if (page.readyState === 'complete') run()
  else addEventListener('load', run)
}
