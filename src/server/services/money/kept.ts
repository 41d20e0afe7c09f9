// Money that was received and may not be credited lies in an account of its own until it is refunded or credited after all.
import { newId } from '../../base/ids.ts'
import type { Queries } from '../../db/database.ts'
import { transfers } from '../../db/schema.ts'
import { HOUSE_ACCOUNTS, type KeptTransferKind } from '../../ledger/accounts.ts'
import { entriesOf, type NamedEntry } from './entries.ts'

/** Received money of an order, in cents. */
export interface ReceivedMoney {
  readonly orderId: string
  readonly amount: number
}

const DIRECTIONS: Readonly<Record<KeptTransferKind, { readonly debitId: number; readonly creditId: number }>> = {
  kept: { debitId: HOUSE_ACCOUNTS.deposits, creditId: HOUSE_ACCOUNTS.kept },
  'kept-back': { debitId: HOUSE_ACCOUNTS.kept, creditId: HOUSE_ACCOUNTS.deposits },
}

/** Moves received money of an order into the account of kept money, or back out of it. */
export async function moveKept(
  tx: Queries,
  kind: KeptTransferKind,
  { orderId: reference, amount }: ReceivedMoney,
): Promise<void> {
  await tx.insert(transfers).values({ id: newId(), kind, ...DIRECTIONS[kind], amount, reference, locked: 0 })
}

/** Returns the ledger entries of sums of kept money that go back out of its account, in cents; nothing for nothing. */
export function keptBackEntries(amounts: readonly number[]): NamedEntry[] {
  const moved = amounts.filter((amount) => amount > 0)
  return entriesOf(moved.map((amount) => ({ transfer: { amount }, from: 'house:kept', to: 'house:deposits' })))
}
