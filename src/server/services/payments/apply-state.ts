// What a provider's report about a payment does to its order: each is applied once, in any order, however often it is repeated.
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Queries } from '../../db/database.ts'
import type { OrderRow } from '../../db/schema-payments.ts'
import type { PaymentState, ProviderAmount } from '../../payments/provider.ts'
import { freezeWithdrawals } from '../account/freezes.ts'
import { credit, type Payment, type Settled } from './crediting.ts'
import { storeDispute } from './disputes.ts'
import {
  excessOf,
  keepExcess,
  keepPartial,
  keepPayment,
  PAID_AGAIN,
  partOf,
  reasonToKeep,
  refundsOfOrder,
  settleKeptRefund,
  settlePartialRefund,
  takeApproved,
  takePartial,
} from './kept.ts'
import { changeOrder } from './order-bonus.ts'
import { type OrderChange, PARTIAL, questionRefund, raiseQuestion } from './questions.ts'
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

/** Returns an amount for the operator, as '20.00 EUR'. */
const amountText = ({ minor, currency }: ProviderAmount): string => `${(minor / 100).toFixed(2)} ${currency}`

const refundQuestion = (refunded: ProviderAmount): string => `a refund in another currency: ${amountText(refunded)}`

const paymentQuestion = (paid: ProviderAmount): string => `a payment in another currency: ${amountText(paid)}`

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

/** Adds a change without a transfer to what the same event has changed before. */
function settledWith(change: OrderChange | null, before?: Settled): Settled | undefined {
  if (change === null) return before
  if (before === undefined) return withoutTransfer(change.row, change.notification)
  const more = change.notification === null ? [] : [change.notification]
  return { ...before, row: change.row, notifications: [...before.notifications, ...more] }
}

/** Stores what the provider has refunded so far; late events report less than is known. */
async function settleRefund(tx: Queries, row: OrderRow, minor: number, rules: Rules): Promise<Settled | undefined> {
  const own = minor === 0 ? 0 : await refundsOfOrder(tx, row, minor, rules.context.at)
  const refundedMinor = Math.min(row.charge, Math.max(row.refundedMinor, own))
  if (refundedMinor === row.refundedMinor) return undefined
  if (row.state === 'kept' && refundedMinor === row.charge)
    return settledWith(await settleKeptRefund(tx, row, 'payment', true, rules.context.at))
  const changed = await changeOrder(tx, row, { refundedMinor })
  if (row.paidAt === null && row.state !== 'kept')
    return settledWith(await settlePartialRefund(tx, changed, refundedMinor, rules.context.at))
  return settleReversals(tx, changed, undefined, rules)
}

/** Settles a payment whose charge was paid in full. */
async function settleCharge(
  tx: Queries,
  row: OrderRow,
  { paid, refunded = 0 }: PaymentState & { kind: 'paid' },
  at: Date,
  rules: Rules,
): Promise<Settled | undefined> {
  const paidMinor = paid?.minor ?? row.charge
  if (row.paidAt !== null || row.state === 'kept') {
    const settled = await settleRefund(tx, row, refunded, rules)
    return settledWith(await keepExcess(tx, settled?.row ?? row, paidMinor, at), settled)
  }
  if (row.state === 'refunded') return undefined
  const part = await partOf(tx, row)
  if (part?.state === 'refunded') return settledWith(await raiseQuestion(tx, row, PAID_AGAIN, at))
  const reason = await reasonToKeep(tx, row, rules.holds, at)
  if (reason === null) return settleCredit(tx, await takePartial(tx, row, part, at), { paidMinor, refunded }, at, rules)
  const kept = settledWith(await keepPayment(tx, row, reason, at))
  return settledWith(await keepExcess(tx, kept?.row ?? row, paidMinor, at), kept)
}

/** Says what of a report about a payment a person has to look into; null for nothing. */
function questionOf(row: OrderRow, state: PaymentState & { kind: 'paid' }): string | null {
  const { paid, isOverpaid = false, hasFailedRefund = false, refunded = 0 } = state
  if (isOverpaid && paid === undefined) return 'more was paid than the charge: see the provider for how much'
  const isLess = hasFailedRefund && row.paidAt !== null && row.refundedMinor > refunded
  return isLess ? `a refund failed: ${row.refundedMinor} was booked, the provider counts ${refunded}` : null
}

async function settlePaid(
  tx: Queries,
  row: OrderRow,
  state: PaymentState & { kind: 'paid' },
  at: Date,
  rules: Rules,
): Promise<Settled | undefined> {
  const { paid } = state
  if (paid !== undefined && paid.currency !== row.currency)
    return settledWith(await raiseQuestion(tx, row, paymentQuestion(paid), at))
  const isUnpaid = row.paidAt === null && row.state !== 'refunded' && row.state !== 'kept'
  if (isUnpaid && paid !== undefined && paid.minor < row.charge)
    return settledWith(await keepPartial(tx, row, paid.minor, at))
  const settled = await settleCharge(tx, row, state, at, rules)
  const question = questionOf(row, state)
  if (question === null) return settled
  return settledWith(await raiseQuestion(tx, settled?.row ?? row, question, at), settled)
}

/** Settles a report that the charge was paid in part; once it is paid in full, such a report is late. */
async function settlePartial(
  tx: Queries,
  row: OrderRow,
  paid: ProviderAmount | undefined,
  at: Date,
): Promise<OrderChange | null> {
  if (row.paidAt !== null || row.state === 'refunded' || row.state === 'kept') return null
  if (paid === undefined) return raiseQuestion(tx, row, PARTIAL, at)
  if (paid.currency !== row.currency) return raiseQuestion(tx, row, paymentQuestion(paid), at)
  return keepPartial(tx, row, Math.min(paid.minor, row.charge), at)
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

/** Ends an order whose payment went back before it could be credited. */
async function settleUnpaidRefund(tx: Queries, row: OrderRow, at: Date): Promise<Settled> {
  const part = await settleKeptRefund(tx, row, 'payment', true, at)
  const refunded = await changeOrder(tx, part?.row ?? row, { state: 'refunded', refundedAt: at })
  return withoutTransfer(refunded, part?.notification ?? null)
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
      return settledWith(await settlePartial(tx, row, state.paid, at))
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
      return settleUnpaidRefund(tx, row, at)
    case 'partly-refunded':
      if (state.refunded.currency === row.currency) return settleRefund(tx, row, state.refunded.minor, rules)
      return settledWith(await questionRefund(tx, row, refundQuestion(state.refunded), at))
    case 'unclear': {
      const raise = state.concerns === 'refund' ? questionRefund : raiseQuestion
      return settledWith(await raise(tx, row, state.what, at))
    }
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
