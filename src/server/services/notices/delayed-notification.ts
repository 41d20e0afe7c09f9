// Notifications about a result are delayed until the player's reel, ring or wheel has shown it, as their own live drops are.
import { REVEAL_DELAY_MS } from '../../../game/base/economy-everywhere.ts'

/** Runs a callback once the result is shown. When the process ends before, the stored notification remains. */
export function afterReveal(notify: () => void): void {
  setTimeout(notify, REVEAL_DELAY_MS).unref()
}
