// Watches the loading of scripts: after a failure, or when an island is not hydrated after 120 s, the page offers to reload. While a part
// loads slowly, it says so.
import { $partLoading, PART_LIMIT_MS } from '../../stores/kernel/load-part.ts'

const NOT_ALIVE = 'astro-island[ssr][client="load"], astro-island[ssr][client="idle"]'

/**
 * Watches the islands of a page.
 *
 * @param page the document
 * @param show is called with each change: `slow` while a part loads slowly; `failed` once and for good, when a script failed or an island is
 *   not hydrated after 120 s
 * @param later sets a timer, as setTimeout does
 */
export function watchLoading(
  page: Document,
  show: (state: 'fine' | 'slow' | 'failed') => void,
  later: (call: () => void, delayMs: number) => unknown = setTimeout,
): void {
  const fail = (): void => $partLoading.set('failed')
  $partLoading.listen(show)
  page.addEventListener('astro:hydration-error', fail)
  page.defaultView?.addEventListener('vite:preloadError', fail)
  later(() => {
    if (page.querySelector(NOT_ALIVE) !== null) fail()
  }, PART_LIMIT_MS)
}
