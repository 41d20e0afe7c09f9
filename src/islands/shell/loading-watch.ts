// Watches the loading of scripts: after a failure, or when an island is not hydrated after 120 s, the page offers to reload.

/** How long the islands of a page may take to hydrate (specification, section 7). */
export const LOADING_LIMIT_MS = 120_000

const NOT_ALIVE = 'astro-island[ssr][client="load"], astro-island[ssr][client="idle"]'

/**
 * Watches the islands of a page.
 *
 * @param page the document
 * @param offer is called once, when a script failed or an island is not hydrated after 120 s
 * @param later sets a timer, as setTimeout does
 */
export function watchLoading(
  page: Document,
  offer: () => void,
  later: (call: () => void, delayMs: number) => unknown = setTimeout,
): void {
  let offered = false
  const offerOnce = (): void => {
    if (offered) return
    offered = true
    offer()
  }
  page.addEventListener('astro:hydration-error', offerOnce)
  page.defaultView?.addEventListener('vite:preloadError', offerOnce)
  later(() => {
    if (page.querySelector(NOT_ALIVE) !== null) offerOnce()
  }, LOADING_LIMIT_MS)
}
