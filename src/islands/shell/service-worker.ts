// Registers the service worker, which answers pages without a network from the next visit on.
import { whenIdle } from '../../stores/kernel/when-idle.ts'

/** Registers it once a page has loaded and the browser is idle, unless the operator switched it off. */
export function registerServiceWorker(page: Document): void {
  // Browsers have none where a site is neither https nor on this machine.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (page.documentElement.dataset.worker === undefined || workers === undefined) return
  // Everything works without it, e.g. where a browser forbids storage.
  const register = () => whenIdle(() => void workers.register('/sw.js').catch(() => undefined))
  if (page.readyState === 'complete') register()
  else addEventListener('load', register)
}
