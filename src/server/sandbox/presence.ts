// Whether anybody looks: without an open browser for some minutes the bots pause, so that an idle sandbox costs its machine nothing.

/** Long enough for a reload, a restart of the browser, a look at another site. */
export const QUIET_AFTER_MS = 180_000

/**
 * Makes the test for visitors. It counts as visited at first, so that a new sandbox has something to show.
 *
 * @param online how many browsers are connected
 * @param now milliseconds of a clock that never goes back
 */
export function createPresence(online: () => number, now: () => number): () => boolean {
  let seenMs = now()
  return () => {
    const nowMs = now()
    if (online() > 0) seenMs = nowMs
    return nowMs - seenMs < QUIET_AFTER_MS
  }
}
