// Cases of withdrawals: how many of a player's are decided at once, and what their lists are filtered by.

/** The most withdrawals of a case that are shown and decided at once; the next ones follow them. */
export const CASE_ITEMS_MOST = 200

/** Cases that the reader has claimed, and those that nobody has. */
export const CLAIM_FILTERS = ['mine', 'free'] as const

export type ClaimFilter = (typeof CLAIM_FILTERS)[number]

/** The tabs of the room Withdrawals besides the cases, which are its first one: lists of what is stuck, and of all withdrawals. */
export const WITHDRAWAL_TABS = ['stuck', 'unavailable', 'all'] as const

export type WithdrawalTab = (typeof WITHDRAWAL_TABS)[number]

/** Withdrawals that fail or take too long, and those that the shop lacks. */
export const STUCK_KINDS = ['stuck', 'unavailable'] as const

export type StuckKind = (typeof STUCK_KINDS)[number]
