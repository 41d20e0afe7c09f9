// The money of battles. An open battle keeps it in an account of its own, whose id is the negative number of the battle. Each seat is paid
// into it once. The money is either paid back, or transferred to the house as a whole, which then pays the result.
import { sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/money.ts'
import type { GiftRules } from '../../../game/rewards.ts'
import { newId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import { type Queries, queryRows } from '../../db/database.ts'
import { accounts } from '../../db/schema.ts'
import { type BattleTransferKind, HOUSE_ACCOUNTS, type TransferKind } from '../../ledger/accounts.ts'
import type { BattleRow } from './cards.ts'

/** Returns the id of the account that holds the stakes of a battle. */
export function escrowOf({ number }: Pick<BattleRow, 'number'>): number {
  return -number
}

/** Opens the account of a new battle. */
export async function openEscrow(tx: Queries, battle: Pick<BattleRow, 'number'>): Promise<void> {
  await tx.insert(accounts).values({ id: escrowOf(battle), name: `battle:${battle.number}`, balance: null })
}

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
 * Stores the seat of a player and charges it: free money first, then what margin unlocks, then locked money, as `chargeBalance`
 * (game/gifts.ts). Nothing counts as spent before the battle is settled.
 *
 * @returns the balance afterwards
 * @throws RefusalError 'balance'
 */
export async function paySeat(
  tx: Queries,
  battle: Pick<BattleRow, 'id' | 'number'>,
  seat: PaidSeat,
  { ownPercent }: Pick<GiftRules, 'ownPercent'>,
  at: Date,
): Promise<Cents> {
  const { id, slot, playerId, seed, percent, paid, funded, house } = seat
  const escrow = escrowOf(battle)
  const rows = await queryRows<{ balance: string | number }>(
    tx,
    sql`
    with ready as materialized (
      select greatest(0, ${paid}::bigint - (balance - locked)) as beyond,
        greatest(0, margin / 100000000 * ${ownPercent}::bigint + margin % 100000000 * ${ownPercent}::bigint / 100000000
          - unlocked) as allowance
      from accounts where id = ${playerId} and balance >= ${paid}::bigint for update
    ), parts as (
      select beyond, least(beyond, allowance) as unlocked, greatest(0, beyond - allowance) as locked from ready
    ), charged as (
      update accounts set balance = balance - ${paid}::bigint, locked = accounts.locked - parts.beyond,
        unlocked = accounts.unlocked + parts.unlocked
      from parts where accounts.id = ${playerId} and balance >= ${paid}::bigint returning balance
    ), taken as (
      insert into battle_seats (id, battle_id, slot, player_id, seed, percent, paid, locked, funded, house, at)
      select ${id}::uuid, ${battle.id}::uuid, ${slot}::int, ${playerId}::int, ${seed}, ${percent}::int, ${paid}::bigint, parts.locked,
        ${funded}::bigint, ${house}::bigint, ${at.toISOString()}::timestamptz from parts
    ), moved as (
      insert into transfers (id, kind, debit_id, credit_id, amount, reference, locked, unlocked)
      select ${newId()}::uuid, 'battle', ${playerId}::int, ${escrow}::int, ${paid}::bigint, ${battle.id}, parts.locked, parts.unlocked
        from parts where ${paid}::bigint > 0
      union all
      select ${newId()}::uuid, 'battle-house', ${HOUSE_ACCOUNTS.battle}, ${escrow}::int, ${house}::bigint, ${battle.id}, 0, 0
        from parts where ${house}::bigint > 0
    )
    select balance from charged`,
  )
  const [row] = rows
  if (row === undefined) throw new RefusalError('balance', { price: paid })
  return cents(Number(row.balance))
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
  const { creatorId, id } = battle
  const rows = await queryRows<{ covers: boolean; is_free: boolean }>(
    tx,
    sql`select balance >= ${amount}::bigint as covers, balance - locked >= ${amount}::bigint as is_free
      from accounts where id = ${creatorId} for update`,
  )
  const [row] = rows
  if (row?.covers !== true) throw new RefusalError('balance', { price: amount })
  if (!row.is_free) throw new RefusalError('battle-fund', {}, { context: 'locked' })
  await tx.execute(sql`update accounts set balance = balance - ${amount}::bigint where id = ${creatorId}`)
  await storeTransfers(tx, [
    {
      kind: 'battle-fund',
      debitId: creatorId,
      creditId: escrowOf(battle),
      amount,
      reference: id,
      locked: cents(0),
    },
  ])
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
    insert into transfers (id, kind, debit_id, credit_id, amount, reference, locked, unlocked)
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
  const given = [...sums].map(([id, sum]) => ({ id, ...sum }))
  const rows = await queryRows<{ id: number; balance: string | number }>(
    tx,
    sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id int, amount bigint, locked bigint)
    ), ready as materialized (
      select accounts.id from accounts join given on given.id = accounts.id order by accounts.id for update of accounts
    )
    update accounts set balance = balance + given.amount, locked = accounts.locked + given.locked
    from given join ready on ready.id = given.id where accounts.id = given.id returning accounts.id, balance`,
  )
  if (rows.length !== given.length) throw new Error('A battle pays back a player without an account')
  await storeTransfers(tx, transfers)
  return new Map(rows.map(({ id, balance }) => [id, cents(Number(balance))]))
}
