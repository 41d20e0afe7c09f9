// Why received money may not be credited.

/** partial: less than the charge has arrived so far. */
export const KEPT_REASONS = [
  'limit',
  'card-limit',
  'time-out',
  'self-exclusion',
  'ban',
  'erasure',
  'overpaid',
  'partial',
] as const

export type KeptReason = (typeof KEPT_REASONS)[number]
