// Stores disputes as their provider reports them. Each report counts once, and reports may arrive in any order.
import { and, eq } from 'drizzle-orm'
import { disputeAfter } from '../../../game/payments/reversal.ts'
import type { Queries } from '../../db/database.ts'
import { disputes, type OrderRow } from '../../db/schema-payments.ts'
import type { ReportedDispute } from '../../payments/provider.ts'

/** The disputed part of the charge; all of it where the provider reports another currency or more than was paid. */
function disputedMinor(row: OrderRow, { currency, minor }: ReportedDispute): number {
  return currency === row.currency && minor > 0 ? Math.min(minor, row.charge) : row.charge
}

/** Returns until when the provider takes an answer, after a report: an older one changes nothing, and one that tells none leaves it. */
function deadlineAfter(
  before: { dueAt: Date | null; saidAt: Date } | undefined,
  reported: ReportedDispute,
): Date | null {
  const { dueMs, atMs } = reported
  const isOlder = before !== undefined && atMs < before.saidAt.getTime()
  return dueMs === undefined || (isOlder && before.dueAt !== null) ? (before?.dueAt ?? null) : new Date(dueMs)
}

/**
 * Stores what a provider reports about a dispute of an order, which is locked.
 *
 * @returns false when it changes nothing
 */
export async function storeDispute(tx: Queries, row: OrderRow, reported: ReportedDispute, at: Date): Promise<boolean> {
  const isIt = and(eq(disputes.provider, row.provider), eq(disputes.reference, reported.id))
  const [before] = await tx.select().from(disputes).where(isIt)
  if (before !== undefined && before.orderId !== row.id) {
    throw new Error(`Dispute ${reported.id} of ${row.provider} is about order ${before.orderId}, not ${row.id}`)
  }
  const known = before === undefined ? undefined : { state: before.state, saidAtMs: before.saidAt.getTime() }
  const state = disputeAfter(known, reported.state, reported.atMs)
  const saidAt = new Date(Math.max(reported.atMs, known?.saidAtMs ?? 0))
  const closedAt = state === 'open' ? null : (before?.closedAt ?? at)
  const values = { state, saidAt, closedAt, reason: reported.reason, dueAt: deadlineAfter(before, reported) }
  if (before === undefined) {
    const minor = disputedMinor(row, reported)
    await tx
      .insert(disputes)
      .values({ provider: row.provider, reference: reported.id, orderId: row.id, minor, openedAt: at, ...values })
    return true
  }
  await tx.update(disputes).set(values).where(isIt)
  return state !== before.state
}
