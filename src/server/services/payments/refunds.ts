// Refunds of deposits: by the operator in full, and of what is unspent after a warning of fraud.
import { eq } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { COUNTED_STATES, type PaidState, shareOf } from '../../../game/payments/reversal.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import { ActionRefused } from '../../base/action-refused.ts'
import type { Database, Queries } from '../../db/database.ts'
import { type OrderRow, orders } from '../../db/schema-payments.ts'
import type { PaymentProvider } from '../../payments/provider.ts'
import { leaveOpenBattles } from '../battles/exits.ts'
import { NOTHING_REFUNDED, type Refunds } from '../battles/refunds.ts'
import { dryRun, inPreview } from '../calls/dry-run.ts'
import { lockBalance } from '../money/pay.ts'
import { storeNotification } from '../notices/notifications.ts'
import { lockForRefund } from '../referral/commission.ts'
import { lockOrders } from './orders.ts'
import { type Reconciled, reconcile } from './reconcile.ts'
import { lockPayerForReversal, type ReversalRules, type ReversalSummary } from './reversal.ts'

/** Why a refund is refused: there is no such order, its state does not allow it, or its provider cannot send the money back. */
export type RefusedRefund = 'unknown' | 'other-state' | 'no-provider' | 'no-payment'

/** The order cannot be refunded; the message says why. */
export class RefundRefused extends ActionRefused<RefusedRefund> {}

export interface RefundParts {
  readonly db: Database
  readonly providers: readonly PaymentProvider[]
  readonly now: () => number
  readonly rules: () => ReversalRules
}

/** What a refund changed, to be announced after the commit. */
export interface Refunded {
  /** Undefined where nothing was sent back. */
  readonly settled: Reconciled | undefined
  /** The open battles that their player was taken out of. */
  readonly left: Refunds
}

/** What a refund did, or would do. */
export interface Refund {
  readonly refunded: Refunded
  readonly row: OrderRow
  readonly summary: ReversalSummary
  /** What the payer gets back, in minor units of the order's currency. */
  readonly minor: number
  /** The player's balance afterwards. */
  readonly balance: Cents
}

const REFUNDABLE: readonly string[] = [...COUNTED_STATES, 'disputed'] satisfies PaidState[]

/** @param byHand true for money that went back already: it is booked while a dispute is open too */
function assertPaid(row: OrderRow | undefined, orderId: string, byHand: boolean): OrderRow {
  if (row === undefined) throw new RefundRefused('unknown', `There is no order ${orderId}.`)
  if (row.state === 'refunded') throw new RefundRefused('other-state', `Order ${orderId} was refunded already.`)
  if (row.state === 'lost')
    throw new RefundRefused('other-state', `Order ${orderId} is lost: the bank has paid it back.`)
  if (row.state === 'disputed' && !byHand) {
    throw new RefundRefused(
      'other-state',
      `Order ${orderId} is disputed: a refund would pay it back a second time. Answer or accept the dispute at ${row.provider}.`,
    )
  }
  if (!REFUNDABLE.includes(row.state)) {
    throw new RefundRefused('other-state', `Order ${orderId} is ${row.state}: only a paid one can be refunded.`)
  }
  return row
}

function providerOf(row: OrderRow, providers: readonly PaymentProvider[]): [PaymentProvider, reference: string] {
  const provider = providers.find(({ name }) => name === row.provider)
  if (provider === undefined) {
    throw new RefundRefused('no-provider', `${row.provider} is not set up here.`)
  }
  if (row.reference === null) {
    throw new RefundRefused('no-payment', `Order ${row.id} has no payment id of ${row.provider}.`)
  }
  return [provider, row.reference]
}

interface RefundOfPart {
  readonly row: OrderRow
  /** Minor units to refund now. */
  readonly minor: number
}

/** Locks an order for a refund, lets `choose` say how much, sends it, and books it. */
async function refundWithin(
  tx: Queries,
  { providers, now, rules }: Omit<RefundParts, 'db'>,
  orderId: string,
  choose: (tx: Queries, row: OrderRow | undefined) => Promise<(RefundOfPart & { readonly send: boolean }) | null>,
): Promise<Refunded> {
  const held = await lockPayerForReversal(tx, orderId, { kind: 'refunded' })
  const [found] = await lockOrders(tx, [orderId])
  // The money in open battles is there to be taken. Battles are locked before accounts.
  const left = found === undefined ? NOTHING_REFUNDED : await leaveOpenBattles(tx, found.playerId, new Date(now()))
  const chosen = await choose(tx, found)
  if (chosen === null) return { settled: undefined, left }
  const { row, minor, send } = chosen
  const refundedMinor = row.refundedMinor + minor
  if (send) {
    const [provider, reference] = providerOf(row, providers)
    // Inside the transaction, so that the money cannot be spent meanwhile; providers treat a repeated refund of an order as one.
    await provider.refund({ reference, orderId, charge: row.charge, refunded: row.refundedMinor, minor })
  }
  const [changed] = await tx.update(orders).set({ refundedMinor }).where(eq(orders.id, orderId)).returning()
  if (changed === undefined) throw new Error(`Order ${orderId} is gone`)
  const settled = await reconcile(tx, changed, { held, rules: rules(), at: new Date(now()) })
  for (const notification of settled?.notifications ?? []) await storeNotification(tx, row.playerId, notification)
  return { settled, left }
}

/** How an order is refunded. */
export interface RefundTerms {
  /** True when the money was paid back outside, because the provider cannot. */
  readonly byHand: boolean
  /** True to ask nothing of the provider; the caller undoes the rest (`dryRun`). */
  readonly preview?: boolean
  readonly reason?: string
}

/** What a refund in a transaction needs beside it. */
export type RefundContext = Omit<RefundParts, 'db'> & { readonly by: Actor }

/** Refunds what is left of an order in a transaction, as `refundOrder` does. */
export async function refundOrderIn(
  tx: Queries,
  context: RefundContext,
  orderId: string,
  { byHand, preview = false, reason }: RefundTerms,
): Promise<Refund> {
  let was: OrderRow['state'] | undefined
  let minor = 0
  const refunded = await refundWithin(tx, context, orderId, async (_, found) => {
    const row = assertPaid(found, orderId, byHand)
    was = row.state
    if (!byHand) providerOf(row, context.providers)
    minor = row.charge - row.refundedMinor
    return { row, minor, send: !byHand && !preview }
  })
  const { settled } = refunded
  if (settled === undefined || settled.reversal === null)
    throw new RefundRefused('other-state', `Order ${orderId} has nothing left.`)
  const { summary, balance } = settled.reversal
  const refund = { refunded, row: settled.row, summary, minor, balance }
  const after = { state: settled.row.state, byHand, ...refund.summary }
  const about = { verb: 'orders.refund', kind: 'order', subject: orderId, reason } as const
  await recordAct(tx, { by: context.by, ...about, before: { state: was }, after })
  return refund
}

/**
 * Refunds what is left of an order: the provider sends the payment back, and what it credited is taken from the player.
 *
 * @throws RefundRefused when it is not paid, and PreviewBusy for a preview
 * @throws ProviderFailed when the provider did not accept the refund; then nothing has changed here
 */
export function refundOrder(
  { db, ...context }: RefundParts & { readonly by: Actor },
  orderId: string,
  terms: RefundTerms,
): Promise<Refund> {
  const work = (tx: Queries): Promise<Refund> => refundOrderIn(tx, context, orderId, terms)
  return terms.preview ? inPreview(db, (tx) => dryRun(tx, work)) : db.transaction(work)
}

/**
 * Returns the part of a charge whose credits the balance still covers, in minor units, rounded down: no item is sold and no debt is
 * made for it.
 */
function unspentMinor(row: OrderRow, balance: number): number {
  const left = row.charge - row.refundedMinor
  const credited = row.amount + row.bonus - row.returned - row.bonusReturned
  if (credited <= balance) return left
  let minor = Math.floor((left * balance) / credited)
  const due = (part: number): number =>
    shareOf(cents(row.amount), row.refundedMinor + part, row.charge) -
    row.returned +
    shareOf(cents(row.bonus), row.refundedMinor + part, row.charge) -
    row.bonusReturned
  // Rounding of both shares may ask for a cent more.
  while (minor > 0 && due(minor) > balance) minor--
  return minor
}

/**
 * Refunds what is unspent of a deposit at its provider, before its payer disputes it.
 *
 * @throws ProviderFailed when the provider did not accept the refund; then nothing has changed here
 */
export function refundUnspent(parts: RefundParts & { readonly by: Actor }, orderId: string): Promise<Refunded> {
  return parts.db.transaction(async (tx) => {
    let was: OrderRow['state'] | undefined
    const refunded = await refundWithin(tx, parts, orderId, async (_, row) => {
      if (row === undefined || !COUNTED_STATES.some((state) => state === row.state)) return null
      await lockForRefund(tx, row)
      const minor = unspentMinor(row, await lockBalance(tx, row.playerId))
      was = row.state
      return minor <= 0 ? null : { row, minor, send: true }
    })
    const { settled } = refunded
    if (settled === undefined) return refunded
    const after = { state: settled.row.state, refundedMinor: settled.row.refundedMinor, ...settled.reversal?.summary }
    const act = { verb: 'orders.refund', kind: 'order', subject: orderId, before: { state: was }, after } as const
    await recordAct(tx, { by: parts.by, ...act, reason: 'fraud-warning' })
    return refunded
  })
}
