// The money of battles. An open battle keeps it in an account of its own, whose id is the negative number of the battle. Each seat is paid
// into it once. The money is either paid back, or transferred to the house as a whole, which then pays the result.
import { sql } from 'drizzle-orm'
import type { Cents } from '../../../game/base/money.ts'
import type { TransferKind } from '../../../game/base/transfers.ts'
import { newId } from '../../base/ids.ts'
import type { Queries } from '../../db/database.ts'
import { accounts } from '../../db/schema.ts'
import { type BattleTransferKind, HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { changeAccounts, NO_CHANGE } from './account-changes.ts'
import { INTO_TRANSFERS } from './charge-sql.ts'

/** Returns the id of the account that holds the stakes of a battle. */
export function escrowOf({ number }: { readonly number: number }): number {
  return -number
}

/** Opens the account of a new battle. */
export async function openEscrow(tx: Queries, battle: { readonly number: number }): Promise<void> {
  await tx.insert(accounts).values({ id: escrowOf(battle), name: `battle:${battle.number}`, balance: null })
}

export interface BattleTransfer {
  readonly kind: TransferKind | BattleTransferKind
  readonly debitId: number
  readonly creditId: number
  readonly amount: Cents
  /** The battle's id. */
  readonly reference: string
  readonly locked: Cents
}

/** Stores transfers; the caller changes the balances. */
export async function storeTransfers(tx: Queries, transfers: readonly BattleTransfer[]): Promise<void> {
  if (transfers.length === 0) return
  const rows = transfers.map(({ kind, debitId, creditId, amount, reference, locked }) => ({
    id: newId(),
    kind,
    debit_id: debitId,
    credit_id: creditId,
    amount,
    reference,
    locked,
  }))
  await tx.execute(sql`
    ${sql.raw(INTO_TRANSFERS)}
    select id, kind, debit_id, credit_id, amount, reference, locked, 0 from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (id uuid, kind text, debit_id int, credit_id int, amount bigint, reference text, locked bigint)`)
}

/**
 * Pays money of battles back to those who paid it, in the order of their ids.
 *
 * @returns the balances of the players among them
 */
export async function payBack(tx: Queries, transfers: readonly BattleTransfer[]): Promise<ReadonlyMap<number, Cents>> {
  const sums = new Map<number, { amount: number; locked: number }>()
  for (const { creditId: id, amount, locked } of transfers) {
    if (id === HOUSE_ACCOUNTS.battle) continue
    const sum = sums.get(id) ?? { amount: 0, locked: 0 }
    sums.set(id, { amount: sum.amount + amount, locked: sum.locked + locked })
  }
  const changed = await changeAccounts(
    tx,
    [...sums].map(([id, sum]) => ({ ...NO_CHANGE, id, ...sum })),
  )
  await storeTransfers(tx, transfers)
  return new Map([...changed].map(([id, { balance }]) => [id, balance]))
}
