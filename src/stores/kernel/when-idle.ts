// Work that waits for an idle browser.

/** A browser that paints nothing may not report idle time for many seconds, and a busy one has none. */
const LATEST_MS = 2_000

/** Calls `action` when the browser is idle, after two seconds in any case; WebKit, which does not tell, calls it in a task of its own. */
export function whenIdle(action: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(action, { timeout: LATEST_MS })
  else setTimeout(action, 1)
}
