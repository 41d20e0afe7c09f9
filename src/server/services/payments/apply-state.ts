// What a provider's report about a payment does to its order: each is applied once, in any order, however often it is repeated.
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Queries } from '../../db/database.ts'
import type { OrderRow } from '../../db/schema-payments.ts'
import type { PaymentState } from '../../payments/provider.ts'
import { freezeWithdrawals } from '../account/freezes.ts'
import { credit, type Payment, type Settled } from './crediting.ts'
import { storeDispute } from './disputes.ts'
import {
  excessOf,
  type KeptChange,
  keepExcess,
  keepPayment,
  reasonToKeep,
  refundsOfOrder,
  settleKeptRefund,
  takeApproved,
} from './kept.ts'
import { changeOrder } from './order-bonus.ts'
import { disputesOf, freezeWhileDisputed, type Reconciled, reconcile } from './reconcile.ts'
import type { OwnChange, ReversalContext } from './reversal.ts'

/** The result of a change that moved no balance. */
export function withoutTransfer(row: OrderRow, notification: PlayerNotification | null = null): Settled {
  return {
    row,
    others: [],
    balance: null,
    notifications: notification === null ? [] : [notification],
    commissions: [],
    reversal: null,
  }
}

function isUnderpaid(row: OrderRow, state: PaymentState & { kind: 'paid' }): boolean {
  const { paid } = state
  return paid !== undefined && (paid.currency !== row.currency || paid.minor < row.charge)
}

export interface Rules extends Pick<Payment, 'holds' | 'gifts' | 'followers'> {
  readonly context: ReversalContext
}

/** Settles refunds and disputes of a paid order, after what the same event has changed already. */
async function settleReversals(
  tx: Queries,
  row: OrderRow,
  before: Settled | undefined,
  { context }: Rules,
): Promise<Settled | undefined> {
  const reconciled = row.paidAt === null ? undefined : await reconcile(tx, row, context)
  return reconciled === undefined ? before : settledBy(reconciled, before)
}

/** Returns the result of refunds and disputes together with what the same event has changed before. */
export function settledBy({ row, reversal, notifications }: Reconciled, before: Settled | undefined): Settled {
  const commission = reversal?.commission ?? null
  return {
    row,
    others: before?.others ?? [],
    balance: reversal?.balance ?? before?.balance ?? null,
    notifications: [...(before?.notifications ?? []), ...notifications],
    commissions: [...(before?.commissions ?? []), ...(commission === null ? [] : [commission])],
    reversal,
  }
}

const settledKept = (change: KeptChange | null): Settled | undefined =>
  change === null ? undefined : withoutTransfer(change.row, change.notification)

/** Stores what the provider has refunded so far; late events report less than is known. */
async function settleRefund(tx: Queries, row: OrderRow, minor: number, rules: Rules): Promise<Settled | undefined> {
  const own = minor === 0 ? 0 : await refundsOfOrder(tx, row, minor, rules.context.at)
  const refundedMinor = Math.min(row.charge, Math.max(row.refundedMinor, own))
  if (refundedMinor === row.refundedMinor) return undefined
  if (row.state === 'kept' && refundedMinor === row.charge)
    return settledKept(await settleKeptRefund(tx, row, true, rules.context.at))
  return settleReversals(tx, await changeOrder(tx, row, { refundedMinor }), undefined, rules)
}

async function settlePaid(
  tx: Queries,
  row: OrderRow,
  state: PaymentState & { kind: 'paid' },
  at: Date,
  rules: Rules,
): Promise<Settled | undefined> {
  const { paid, refunded = 0 } = state
  if (row.paidAt !== null || row.state === 'kept') {
    const settled = await settleRefund(tx, row, refunded, rules)
    const excess = row.paidAt === null || paid === undefined ? null : await keepExcess(tx, row, paid.minor, at)
    return settled ?? settledKept(excess)
  }
  if (row.state === 'refunded') return undefined
  if (isUnderpaid(row, state)) return settle(tx, row, { kind: 'partial' }, at, rules)
  const reason = await reasonToKeep(tx, row, rules.holds, at)
  if (reason !== null) return settledKept(await keepPayment(tx, row, reason, at))
  return settleCredit(tx, row, { paidMinor: paid?.minor ?? row.charge, refunded }, at, rules)
}

/** Credits a payment, keeps what was paid beyond the charge, and takes back what went back already. */
async function settleCredit(
  tx: Queries,
  row: OrderRow,
  { paidMinor, refunded }: { readonly paidMinor: number; readonly refunded: number },
  at: Date,
  rules: Rules,
): Promise<Settled | undefined> {
  const over = paidMinor > row.charge ? `paid ${paidMinor}` : null
  const excess = over === null ? null : await keepExcess(tx, row, paidMinor, at)
  const own = refunded === 0 ? 0 : await refundsOfOrder(tx, row, refunded, at)
  const refundedMinor = Math.min(row.charge, Math.max(row.refundedMinor, own))
  const credited = await credit(tx, { ...row, refundedMinor }, { at, remark: over, ...rules })
  const more = excess?.notification ?? null
  const told = more === null ? credited : { ...credited, notifications: [...credited.notifications, more] }
  return settleReversals(tx, await changeOrder(tx, credited.row, { refundedMinor }), told, rules)
}

/**
 * Changes an order by its provider's state. A payment counts after any earlier state; a refund is final.
 *
 * @param row the order, locked
 * @returns undefined when nothing changes
 */
export async function settle(
  tx: Queries,
  row: OrderRow,
  state: PaymentState | OwnChange,
  at: Date,
  rules: Rules,
): Promise<Settled | undefined> {
  const unpaid = row.paidAt === null && row.state !== 'refunded' && row.state !== 'kept'
  switch (state.kind) {
    case 'open':
    case 'charged':
      return undefined
    case 'partial':
      if (!unpaid || row.remark === PARTIAL) return undefined
      return withoutTransfer(await changeOrder(tx, row, { remark: PARTIAL }))
    case 'paid':
      return settlePaid(tx, row, state, at, rules)
    case 'expired':
      if (row.state !== 'created') return undefined
      return withoutTransfer(await changeOrder(tx, row, { state: 'expired' }))
    case 'approved':
      if (!(await takeApproved(tx, row, rules.holds, at))) return undefined
      return settleCredit(tx, row, { paidMinor: row.charge, refunded: row.refundedMinor }, at, rules)
    case 'cancelled':
      // Its provider may have told that it expired, because it was cancelled there first.
      if (row.state !== 'created' && row.state !== 'expired') return undefined
      return withoutTransfer(await changeOrder(tx, row, { state: 'cancelled' }))
    case 'failed': {
      if (row.state !== 'created') return undefined
      const failed = await changeOrder(tx, row, { state: 'failed', remark: state.reason })
      const notification: PlayerNotification = {
        kind: 'depositFailed',
        amounts: { amount: row.amount },
        link: '/deposit',
      }
      return withoutTransfer(failed, notification)
    }
    case 'refunded':
      if (row.paidAt !== null || row.state === 'kept')
        return settleRefund(tx, row, row.charge + (await excessOf(tx, row)), rules)
      if (!unpaid) return undefined
      return withoutTransfer(await changeOrder(tx, row, { state: 'refunded', refundedAt: at }))
    case 'partly-refunded':
      if (state.refunded.currency === row.currency) return settleRefund(tx, row, state.refunded.minor, rules)
      if (row.remark === OTHER_CURRENCY) return undefined
      return withoutTransfer(await changeOrder(tx, row, { remark: OTHER_CURRENCY }))
    case 'dispute': {
      if (!(await storeDispute(tx, row, state.dispute, at))) return undefined
      if (row.paidAt !== null) return settleReversals(tx, row, undefined, rules)
      // The payment's own event is late; it finds the dispute.
      await freezeWhileDisputed(tx, row, await disputesOf(tx, row.id), at)
      return withoutTransfer(row)
    }
    case 'fraud-warning': {
      const { playerId, id: orderId, amount } = row
      if (!(await freezeWithdrawals(tx, { playerId, reason: 'fraud-warning', orderId }, at))) return undefined
      return withoutTransfer(row, { kind: 'withdrawalsFrozen', amounts: { amount }, link: '/deposit' })
    }
  }
}

const OTHER_CURRENCY = 'a refund in another currency: see the provider'
/** The remark of an order that was paid in part. */
export const PARTIAL = 'paid in part: see the provider'
