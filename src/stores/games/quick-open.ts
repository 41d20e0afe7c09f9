// Quick opening: a tap on a price on another page starts the opening on the page of the case. An address alone never does: the wish is
// stored by the tap, for one player, one case and one price, and is consumed by the next page of this tab.
import { $user } from '../kernel/user.ts'
import { storeWish, takeWish } from './tap-wish.ts'

const KEY = 'spacedrop:quick-open'

/** The time in which the page of the case opens. */
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
  storeWish(KEY, { url, price, player: state.user.id })
  return true
}

/**
 * Calls `open` once the player who wished it is known, if this is the page of the case at the price of the wish. Removes the wish
 * first, so that it is used at most once.
 *
 * @returns the function that stops waiting
 */
export function fulfilQuickOpen(shown: Wished, open: () => void): () => void {
  const { url, price, player } = takeWish(KEY, VALID_MS)
  if (url !== shown.url || price !== shown.price) return () => undefined
  let isOver = false
  return $user.subscribe((state) => {
    if (isOver || state.status === 'unknown') return
    isOver = true
    if (state.status === 'authorised' && state.user.id === player) open()
  })
}
