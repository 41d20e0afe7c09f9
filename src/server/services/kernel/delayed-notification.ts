// Notifications about a result are delayed until the player's reel, ring or wheel has shown it, as their own live drops are.

/** How long the result of a game takes to be shown, in milliseconds; the live strip holds back a player's own drops as long. */
export const REVEAL_DELAY_MS = 10_000

/** Runs a callback once the result is shown. When the process ends before, the stored notification remains. */
export function afterReveal(tell: () => void): void {
  setTimeout(tell, REVEAL_DELAY_MS).unref()
}
