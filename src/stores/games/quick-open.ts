// Quick opening: a tap on a price on another page starts the opening on the page of the case. An address alone never does: the wish is
// stored by the tap, for one player, one case and one price, and is consumed by the next page of this tab.
import { readFromSession, storeInSession } from '../kernel/browser-storage.ts'
import { fieldsOf, parseJson } from '../kernel/unknown-value.ts'
import { $user } from '../kernel/user.ts'

const KEY = 'spacedrop:quick-open'

/** A wish that was not fulfilled by then is forgotten: the page may have been opened for another reason. */
const VALID_MS = 30_000

interface Wished {
  readonly url: string
  /** What the button said, in cents. */
  readonly price: number
}

/** Stores the wish of the signed-in player; returns whether there is one, who is known to be signed in. */
export function wishQuickOpen({ url, price }: Wished): boolean {
  const state = $user.get()
  if (state.status !== 'authorised') return false
  storeInSession(KEY, JSON.stringify({ url, price, player: state.user.id, at: Date.now() }))
  return true
}

/** Tells whether this page was opened by a link of this site; not by its address, a reload, or the browser's history. */
function cameByLink(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'navigate' && URL.parse(document.referrer)?.origin === location.origin
}

/**
 * Calls `open` once the player who wished it is known, if this is the page of the case at the price of the wish. Removes the wish
 * first, so that it is used at most once.
 *
 * @returns the function that stops waiting
 */
export function fulfilQuickOpen(shown: Wished, open: () => void): () => void {
  const text = readFromSession(KEY)
  storeInSession(KEY, null)
  if (text === null || !cameByLink()) return () => undefined
  const { url, price, player, at } = fieldsOf(parseJson(text))
  const isRecent = typeof at === 'number' && Math.abs(Date.now() - at) < VALID_MS
  if (url !== shown.url || price !== shown.price || !isRecent) return () => undefined
  let isOver = false
  return $user.subscribe((state) => {
    if (isOver || state.status === 'unknown') return
    isOver = true
    if (state.status === 'authorised' && state.user.id === player) open()
  })
}
