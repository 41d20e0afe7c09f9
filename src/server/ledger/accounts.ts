// The house accounts. They have no balance: each is the sum of its transfers, so that no game waits for another's row lock.
import type { GAMES, GameName } from '../../game/base/games.ts'
import type { HouseAccountName } from '../../game/base/transfers.ts'

type GameAccount = NonNullable<(typeof GAMES)[GameName]['account']>

/** Ids of the house accounts, the same as in the migration that creates them. */
export const HOUSE_ACCOUNTS = {
  /** Issues play money. */
  sandbox: 1,
  /** Receives the price of openings. */
  case: 2,
  /** Buys back what players sell. */
  items: 3,
  /** Money received through payment providers. */
  deposits: 4,
  /** Pays bonuses. */
  bonuses: 5,
  /** Receives stakes of upgrades from balances. */
  upgrade: 6,
  /** Receives the price of spins, and pays the wheel's prizes. */
  wheel: 7,
  /** Pays commissions of referrals. */
  referrals: 8,
  /** Lends players what reversals take beyond their balance and items; each credit pays it back first. */
  debts: 9,
  /** Receives the stakes of battles, and pays their winners, bots and the house's parts of seats. */
  battle: 10,
  /** Holds received money that may not be credited, until it is refunded. */
  kept: 11,
  /** Pays what a correction of a balance gives, and receives what it takes. */
  corrections: 12,
} as const satisfies Readonly<Record<HouseAccountName, number>> & Readonly<Record<GameAccount, number>>

/**
 * Kinds of transfers between the house and the account of a battle: bots and the house's parts of seats, the same back from a battle
 * without a result, and all stakes at its settlement.
 */
export type BattleTransferKind = 'battle-house' | 'battle-house-back' | 'battle-pot'

/** Kinds of transfers of received money that may not be credited: into the account that holds it, and out of it. */
export type KeptTransferKind = 'kept' | 'kept-back'
