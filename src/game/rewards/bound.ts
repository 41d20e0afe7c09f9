// A bound of the operator's gifts: a number of rewards.json beside what it may be, and the strategy that would gain beyond it.

/** Who would gain, as the checks name them; tests/support/strategies plays them. */
export const STRATEGIES = [
  'bonus-chaser',
  'second-account',
  'raffle-ring',
  'referral-ring',
  'price-sniper',
  'small-stakes',
  'collector',
  'case-depositor',
  'wheel-spinner',
  'cents-staker',
  'place-buyer',
  'held-back',
] as const

export type Strategy = (typeof STRATEGIES)[number]

/** What is bounded. */
export const BOUND_RULES = [
  'own-percent',
  'referrer-percent',
  'raffle-percent',
  'all-percent',
  'price-risk',
  'won-price',
  'least-stake',
  'bonus-percent',
  'bonus-most',
  'steam-level',
  'account-days',
  'leader-stake',
  'leader-share',
  'leader-order',
  'leader-prize',
  'wheel-return',
  'wheel-fair',
  'wheel-price-least',
  'wheel-price-most',
  'wheel-sector',
  'calendar-day',
  'calendar-super',
  'mission-worth',
  'mission-stake',
  'free-mean',
  'free-item',
  'raffle-prize',
] as const

export type BoundRule = (typeof BOUND_RULES)[number]

export interface Bound {
  readonly rule: BoundRule
  /** Null where it keeps a game fair to players. */
  readonly strategy: Strategy | null
  /** The field, within its part of rewards.json. */
  readonly path: readonly (string | number)[]
  readonly unit: 'cents' | 'percent' | 'hours' | 'days' | 'level'
  readonly value: number
  /** What it has to be at least, or at most. */
  readonly side: 'least' | 'most'
  readonly limit: number
}

/** Tells whether a number is within its bound. */
export function isKept({ value, side, limit }: Pick<Bound, 'value' | 'side' | 'limit'>): boolean {
  return side === 'most' ? value <= limit : value >= limit
}
