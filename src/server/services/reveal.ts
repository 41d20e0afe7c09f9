// What a player has won is on the reel, the ring or the wheel before he knows it: news of it wait, as his own live drops do.

/** How long in milliseconds; as long as the strip holds a player's own drops back. */
export const REVEAL_MS = 10_000

/** Tells something once its result is out. A process that ends before that leaves it to the list of notifications. */
export function tellRevealed(tell: () => void): void {
  setTimeout(tell, REVEAL_MS).unref()
}
