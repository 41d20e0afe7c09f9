// Badges for craft: what a player did to check, to understand or to protect themselves. None for spending, none for luck.

export const BADGES = ['proof', 'seed', 'contracts', 'limit', 'reminder'] as const

export type Badge = (typeof BADGES)[number]

/** Badges that others see. What a player does for their own protection is shown to themselves alone. */
export const PUBLIC_BADGES = ['proof', 'seed', 'contracts'] as const satisfies readonly Badge[]

/** The signed contracts that earn the badge. */
export const BADGE_CONTRACTS = 10
