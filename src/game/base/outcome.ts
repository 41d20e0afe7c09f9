// What a result comes to beside its cost, in one word, so that no loss is told as a win.

/**
 * `lost`: nothing was won. `free`: it cost nothing. `below`: it is worth less than it cost. `even`: it is worth what it cost, and less than a
 * hundredth more. `more`: it is worth more.
 */
export type Outcome = 'lost' | 'free' | 'below' | 'even' | 'more'

export interface PaidResult {
  readonly isWon: boolean
  /** What was won, in cents. */
  readonly price: number
  /** What the round cost, in cents. */
  readonly cost: number
}

/** Returns what a result comes to. */
export function outcomeOf({ isWon, price, cost }: PaidResult): Outcome {
  if (!isWon) return 'lost'
  if (cost === 0) return 'free'
  if (price < cost) return 'below'
  return price * 100 < cost * 101 ? 'even' : 'more'
}
