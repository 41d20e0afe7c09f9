// A script that does not come must never leave a dead screen: after a fault, or 120 s of waiting, the page offers to try again.

/** How long the parts of a page may take to come alive (specification, section 7). */
export const LOADING_LIMIT_MS = 120_000

const NOT_ALIVE = 'astro-island[ssr][client="load"], astro-island[ssr][client="idle"]'

/**
 * Watches the islands of a page.
 *
 * @param page the document
 * @param offer called once, when a script failed or an island still waits after 120 s
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
