// What players owe after reversals: later deposits pay it first.
import { eq } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/money.ts'
import type { Queries } from '../../db/database.ts'
import { accounts } from '../../db/schema.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { changeDebt } from '../account/freezes.ts'
import { chargePlayer, lockBalance } from '../kernel/pay.ts'

/** A credit of a player's balance from which a debt is paid first. */
export interface DebtPayment {
  readonly playerId: number
  readonly orderId: string
  /** The order or the reversal that credited it: it pays a debt once. */
  readonly reference: string
  /** What was credited. */
  readonly most: Cents
}

/** Pays a player's debt from what was just credited, as far as it reaches; returns how much was paid. */
export async function payDebt(
  tx: Queries,
  { playerId, orderId, reference, most }: DebtPayment,
  at: Date,
): Promise<Cents> {
  await lockBalance(tx, playerId)
  const [account] = await tx.select({ debt: accounts.debt }).from(accounts).where(eq(accounts.id, playerId))
  const amount = cents(Math.min(most, account?.debt ?? 0))
  if (amount <= 0) return cents(0)
  await chargePlayer(tx, { playerId, to: HOUSE_ACCOUNTS.debts, amount, kind: 'debt-paid', reference }, 'refund')
  await changeDebt(tx, { playerId, orderId, change: -amount }, at)
  return amount
}
