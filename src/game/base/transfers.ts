// The kinds of transfers of players' balances, and the house accounts: the ledger stores them, histories and the office have words for each.
import { CHARGES, PAYOUTS } from './games.ts'

export const TRANSFER_KINDS = [
  ...CHARGES,
  ...PAYOUTS,
  'grant',
  'sell',
  'deposit',
  'bonus',
  'refund',
  'bonus-back',
  'social',
  'replacement',
  // What a player pays because the price of an item rose, and what of it goes back.
  'difference',
  'difference-back',
  // What a creator pays for the seats of others in a battle, and what of a battle goes back to who paid it.
  'battle-fund',
  'battle-back',
  'calendar',
  'mission',
  'leaderboard',
  'referral',
  'referral-back',
  // Of reversals: prizes charged, items sold for the player, what they owe and pay back, and what a dispute gives again.
  'prize-back',
  'reclaim',
  'debt',
  'debt-paid',
  'reinstated',
  'bonus-reinstated',
  'referral-reinstated',
  // What a person of the shop gave to a balance or took from it, because it was wrong.
  'correction-up',
  'correction-down',
] as const

/** Kinds of transfers of players' balances. */
export type TransferKind = (typeof TRANSFER_KINDS)[number]

/** The house accounts by name; their ids are the ledger's. */
export const HOUSE_ACCOUNT_NAMES = [
  'sandbox',
  'case',
  'items',
  'deposits',
  'bonuses',
  'upgrade',
  'wheel',
  'referrals',
  'debts',
  'battle',
  'kept',
  'corrections',
] as const

export type HouseAccountName = (typeof HOUSE_ACCOUNT_NAMES)[number]
