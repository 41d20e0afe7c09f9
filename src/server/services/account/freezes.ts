// Freezes of a player's withdrawals because of a deposit: a dispute, a warning of fraud, or a debt.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { FREEZE_REASONS } from '../../../game/payments/freezes.ts'
import { type Actor, jobActor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { accounts } from '../../db/schema.ts'
import { withdrawalFreezes } from '../../db/schema-operations.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'

export type FreezeReason = (typeof FREEZE_REASONS)[number]

/** What freezes: a provider's event, or the debt that it made. */
const PAYMENTS = jobActor('payments')

export interface Freeze {
  readonly playerId: number
  readonly reason: FreezeReason
  /** The order that it is about. */
  readonly orderId: string
}

/**
 * Freezes a player's withdrawals, in the transaction of the event that causes it. The player has to be locked, so that no
 * withdrawal is requested meanwhile. Sent offers become due, so that the job cancels them at the provider.
 *
 * @returns false when they were frozen for this reason already
 */
export async function freezeWithdrawals(
  tx: Queries,
  { playerId, reason, orderId }: Freeze,
  at: Date,
): Promise<boolean> {
  const frozen = await tx
    .insert(withdrawalFreezes)
    .values({ playerId, reason, reference: orderId, at })
    .onConflictDoNothing()
    .returning({ id: withdrawalFreezes.id })
  if (frozen.length === 0) return false
  const after = { frozen: true, order: orderId }
  await recordAct(tx, {
    by: PAYMENTS,
    verb: 'players.freeze',
    kind: 'player',
    subject: playerId,
    before: { frozen: false },
    after,
    reason,
  })
  await tx
    .update(withdrawals)
    .set({ dueAt: at })
    .where(and(eq(withdrawals.playerId, playerId), hasState(withdrawals.state, 'sent')))
  return true
}

/**
 * Lifts a player's freezes of a reason.
 *
 * @param orderId undefined for those of all orders
 * @param by who decided it: a person, or what the provider reported
 * @returns how many there were
 */
export async function liftFreezes(
  tx: Queries,
  { playerId, reason, orderId }: Omit<Freeze, 'orderId'> & { readonly orderId?: string },
  at: Date,
  by: Actor,
): Promise<number> {
  const lifted = await tx
    .update(withdrawalFreezes)
    .set({ liftedAt: at })
    .where(
      and(
        eq(withdrawalFreezes.playerId, playerId),
        eq(withdrawalFreezes.reason, reason),
        orderId === undefined ? undefined : eq(withdrawalFreezes.reference, orderId),
        isNull(withdrawalFreezes.liftedAt),
      ),
    )
    .returning({ order: withdrawalFreezes.reference })
  for (const { order } of lifted) {
    const difference = { before: { frozen: true, order }, after: { frozen: false } }
    await recordAct(tx, { by, verb: 'players.unfreeze', kind: 'player', subject: playerId, ...difference, reason })
  }
  return lifted.length
}

/** Returns why a player's withdrawals are frozen, each reason once, and since when. */
export async function freezesOf(
  queries: Queries,
  playerId: number,
): Promise<{ readonly reason: FreezeReason; readonly since: Date }[]> {
  const rows = await queries
    .select({ reason: withdrawalFreezes.reason, since: withdrawalFreezes.at })
    .from(withdrawalFreezes)
    .where(and(eq(withdrawalFreezes.playerId, playerId), isNull(withdrawalFreezes.liftedAt)))
    .orderBy(withdrawalFreezes.at)
  return FREEZE_REASONS.flatMap((reason) => rows.find((row) => row.reason === reason) ?? [])
}

/** Returns the reasons for which a player's withdrawals are frozen, each once. */
export async function freezeReasonsOf(queries: Queries, playerId: number): Promise<FreezeReason[]> {
  return (await freezesOf(queries, playerId)).map(({ reason }) => reason)
}

/** Adds to what a player owes; the account has to be locked. Withdrawals are frozen until credits have paid it (money/debts.ts). */
export async function addDebt(
  tx: Queries,
  { playerId, orderId, debt }: { readonly playerId: number; readonly orderId: string; readonly debt: number },
  at: Date,
): Promise<void> {
  const [changed] = await tx
    .update(accounts)
    .set({ debt: sql`${accounts.debt} + ${debt}` })
    .where(eq(accounts.id, playerId))
    .returning({ id: accounts.id })
  if (changed === undefined) throw new Error(`Player ${playerId} has no account`)
  await freezeWithdrawals(tx, { playerId, reason: 'debt', orderId }, at)
}
