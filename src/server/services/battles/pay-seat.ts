// Payments of a creator into the account of their battle: their own seat, and what they pay for the seats of others.
import { type Cents, cents } from '../../../game/base/money.ts'
import type { GiftRules } from '../../../game/rewards/rewards.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Queries } from '../../db/database.ts'
import { battleSeats } from '../../db/schema-battles.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { escrowOf, storeTransfers } from '../money/escrow.ts'
import { chargePlayer, lockBalance, lockGiftAccount } from '../money/pay.ts'
import type { BattleRow } from './cards.ts'

/** The seat of a player and who pays it, in cents. The house pays the rest of its price. */
export interface PaidSeat {
  readonly id: string
  readonly slot: number
  readonly playerId: number
  readonly seed: string
  readonly percent: number
  readonly paid: Cents
  readonly funded: Cents
  readonly house: Cents
}

/**
 * Stores the seat of a player and charges it. Nothing counts as spent before the battle is settled.
 *
 * @returns the balance afterwards
 * @throws RefusalError 'balance'
 */
export async function paySeat(
  tx: Queries,
  battle: Pick<BattleRow, 'id' | 'number'>,
  seat: PaidSeat,
  held: Pick<GiftRules, 'ownPercent'>,
  at: Date,
): Promise<Cents> {
  const { playerId, paid, house } = seat
  const [escrow, reference] = [escrowOf(battle), battle.id]
  const charge = { playerId, to: escrow, amount: paid, kind: 'battle', reference } as const
  const { balance, locked } =
    paid > 0 ? await chargePlayer(tx, charge, { held }) : { balance: await lockBalance(tx, playerId), locked: cents(0) }
  await tx.insert(battleSeats).values({ ...seat, battleId: battle.id, locked, at })
  if (house > 0) {
    const common = { debitId: HOUSE_ACCOUNTS.battle, creditId: escrow, reference }
    await storeTransfers(tx, [{ ...common, kind: 'battle-house', amount: house, locked: cents(0) }])
  }
  return balance
}

/**
 * Charges a creator for the seats of others, with money that is not locked: a gift cannot be passed on.
 *
 * @throws RefusalError 'balance', or 'battle-fund' where only locked money would cover it
 */
export async function payFund(
  tx: Queries,
  battle: Pick<BattleRow, 'id' | 'number' | 'creatorId'>,
  amount: Cents,
): Promise<void> {
  const { creatorId: playerId, id: reference } = battle
  const { balanceCents, lockedCents } = await lockGiftAccount(tx, playerId)
  if (balanceCents < amount) throw new RefusalError('balance', { price: amount })
  if (balanceCents - lockedCents < amount) throw new RefusalError('battle-fund', {}, { context: 'locked' })
  await chargePlayer(tx, { playerId, to: escrowOf(battle), amount, kind: 'battle-fund', reference }, 'refund')
}
