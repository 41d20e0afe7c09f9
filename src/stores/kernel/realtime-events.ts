// The events of the realtime connection that stores of several folders listen to. live/socket.ts opens the connection and sets them.
import { atom } from 'nanostores'

/** Counts how often the connection was established; events may have been missed before each time. */
export const $connectionCount = atom(0)

/**
 * Calls a listener when the connection is established again: events were missed meanwhile. For stores that read when the page loads and
 * would read the same again at the first connection, a moment later.
 *
 * @returns the function that stops it
 */
export function onReconnect(listener: () => void): () => void {
  return $connectionCount.listen((count) => {
    if (count > 1) listener()
  })
}

/** The last `order` event for this player, unparsed: the store of orders loads later and parses it. */
export const $orderEvent = atom<unknown>(null)

/** The last `withdrawal` event for this player, unparsed: the store of withdrawals loads later and parses it. */
export const $withdrawalEvent = atom<unknown>(null)

/** The last `exclusion` event for this player, from this device or another one, unparsed. */
export const $exclusionEvent = atom<unknown>(null)

/** The last `battle` event of the battle that this page shows, unparsed. */
export const $battleEvent = atom<unknown>(null)

/** The last `battles` event of the lobby that this page shows, unparsed. */
export const $battlesEvent = atom<unknown>(null)
