// Why received money may not be credited.

export const KEPT_REASONS = ['limit', 'card-limit', 'time-out', 'self-exclusion', 'ban', 'erasure', 'overpaid'] as const

export type KeptReason = (typeof KEPT_REASONS)[number]
