// Calls of a page that is being left. Browsers cancel them, which is no fault of anything: nothing may be logged or shown for it.

/** How long a page may take to be left: until then a call that failed does not tell. */
export const LEAVING_MS = 10_000

let running = 0
let leftAtMs = Number.NEGATIVE_INFINITY

function leave(): void {
  leftAtMs = Date.now()
}

/**
 * Makes a call. Where it fails while the page is being left, it fails after 10 seconds, which a page that is left does not see.
 */
export async function unlessLeaving<Result>(call: () => Promise<Result>): Promise<Result> {
  // Listens during calls only: browsers may keep no page that listens to this event in the back-forward cache.
  if (running++ === 0) globalThis.addEventListener?.('beforeunload', leave)
  try {
    return await call()
  } catch (fault) {
    const leftMs = leftAtMs + LEAVING_MS - Date.now()
    if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs))
    throw fault
  } finally {
    if (--running === 0) globalThis.removeEventListener?.('beforeunload', leave)
  }
}
