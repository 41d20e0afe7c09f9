// A wish that a tap leaves to another page of this tab. No address can leave one, and a page of another site cannot have it fulfilled.
import { readFromSession, storeInSession } from '../kernel/browser-storage.ts'
import { fieldsOf, parseJson } from '../kernel/unknown-value.ts'

/** Stores a wish, instead of an earlier one under its key. */
export function storeWish(key: string, wish: object): void {
  storeInSession(key, JSON.stringify({ ...wish, at: Date.now() }))
}

/** Tells whether this page was opened by a link of this site; not by its address, a reload, or the browser's history. */
function cameByLink(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'navigate' && URL.parse(document.referrer)?.origin === location.origin
}

/**
 * Takes a wish, so that it is used at most once.
 *
 * @param validMs a wish that was not taken by then is forgotten: the page may have been opened for another reason
 * @returns its fields, and no fields where there is no wish for this page
 */
export function takeWish(key: string, validMs: number): Readonly<Record<string, unknown>> {
  const text = readFromSession(key)
  storeInSession(key, null)
  if (text === null || !cameByLink()) return {}
  const wish = fieldsOf(parseJson(text))
  return typeof wish.at === 'number' && Math.abs(Date.now() - wish.at) < validMs ? wish : {}
}
