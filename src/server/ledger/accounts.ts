// The house's accounts. They hold no balance: each is the sum of its transfers, so that no game waits for another's row lock.

/** Ids of the house's accounts, the same in the migration that makes them. */
export const HOUSE_ACCOUNTS = {
  /** Where play money comes from. */
  sandbox: 1,
  /** What players paid for opening cases. */
  case: 2,
  /** Buys back what players sell. */
  items: 3,
  /** What came in through payment providers. */
  deposits: 4,
  /** What bonuses cost. */
  bonuses: 5,
  /** What players staked from their balance on upgrades. */
  upgrade: 6,
  /** What players paid for spins of the wheel, and what it pays out. */
  wheel: 7,
  /** What those who bring players cost. */
  referrals: 8,
} as const

export const TRANSFER_KINDS = [
  'grant',
  'open',
  'sell',
  'deposit',
  'bonus',
  'refund',
  'bonus-back',
  'social',
  'upgrade',
  'replacement',
  'spin',
  'spin-won',
  'calendar',
  'mission',
  'referral',
  'referral-back',
] as const

export type TransferKind = (typeof TRANSFER_KINDS)[number]

/** What a player pays for games: his exp, and what missions count as spent. */
export const SPENT_KINDS = ['open', 'upgrade', 'spin'] as const satisfies readonly TransferKind[]
