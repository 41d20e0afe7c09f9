// Watches the network and the loading of scripts. Without a network the page says so, and what failed is loaded again when it is back.
// After a failure, or when an island is not hydrated after 120 s, the page offers to reload. While something loads slowly, it says so.
import { computed } from 'nanostores'
import { $isOffline, onBackOnline } from '../../stores/kernel/connection.ts'
import { $partLoading, loadPart } from '../../stores/kernel/load-part.ts'

const NOT_ALIVE = 'astro-island[ssr]:not([client="visible"])'

/** What a page says about its connection: one thing at a time. */
export type PageStatus = 'fine' | 'slow' | 'failed' | 'offline'

const $status = computed(
  [$isOffline, $partLoading],
  (isOffline, loading): PageStatus => (isOffline ? 'offline' : loading),
)

/** An element of Astro, which loads and hydrates its component by `start`. */
interface Island extends EventTarget {
  start(): Promise<void>
}

/** Loads islands that failed without a network again when it is back. */
function retryIslands(page: Document, fail: () => void): void {
  const failed = new Set<Island>()
  page.addEventListener('astro:hydration-error', ({ target }) => {
    if (!$isOffline.get() || target === null) fail()
    else failed.add(target as Island)
  })
  onBackOnline(() => {
    const islands = [...failed]
    failed.clear()
    for (const island of islands) void island.start()
  })
}

/** Resolves when every island that hydrates by itself is hydrated. */
function untilHydrated(page: Document): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (page.querySelector(NOT_ALIVE) !== null) return
      page.removeEventListener('astro:hydrate', check, true)
      resolve()
    }
    // The event does not bubble.
    page.addEventListener('astro:hydrate', check, true)
    check()
  })
}

/**
 * Watches the network and the islands of a page.
 *
 * @param page the document
 * @param show is called with each change: `offline` without a network; `slow` while something loads slowly; `failed` once and for good, when
 *   a script failed or an island is not hydrated after 120 s
 */
export function watchLoading(page: Document, show: (status: PageStatus) => void): void {
  const fail = (): void => $partLoading.set('failed')
  $status.listen(show)
  retryIslands(page, fail)
  page.defaultView?.addEventListener('vite:preloadError', () => {
    // Parts wait for the network and are loaded again.
    if (!$isOffline.get()) fail()
  })
  loadPart(() => untilHydrated(page)).catch((fault: unknown) => console.error('The page is not whole', fault))
}
