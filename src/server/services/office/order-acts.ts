// The refund of an order: what it would do, and the act. It is the service that the command line calls.
import { z } from 'zod'
import { type Cents, cents } from '../../../game/base/money.ts'
import type { Currency } from '../../../game/payments/deposit.ts'
import { formatCharge } from '../../../i18n/charge.ts'
import type { RefundPreview } from '../../../protocol/office/orders.ts'
import { jobActor } from '../../audit/actor.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { ProviderFailed } from '../../payments/provider.ts'
import { accountOf } from '../account/lookup.ts'
import { dryRun, inPreview } from '../calls/dry-run.ts'
import { entriesOf, type NamedEntry } from '../money/entries.ts'
import { findOrder, transfersOfOrder } from '../payments/order-lookup.ts'
import { type Refund, type Refunded, type RefundParts, RefundRefused, refundOrderIn } from '../payments/refunds.ts'
import { lockPayer } from '../referral/commission.ts'
import { defineAct, type OfficeAct, type Prospect } from './acts.ts'

/** What refunds ask of a site: who sends the money back, and by which rules what it bought is taken. */
export interface RefundSources extends Pick<RefundParts, 'providers' | 'rules' | 'now'> {
  /** Tells players what a refund changed, once it has committed. */
  readonly announceRefund: (refunded: Refunded) => void
}

const refundBody = z.object({ orderId: z.uuid(), byHand: z.boolean() })

type RefundWish = z.output<typeof refundBody>

/** Who a dry run is by: its rows are undone. */
const NOBODY = jobActor('preview')

/** Refuses what the service refuses, in the words of the office. A provider that did not accept leaves nothing changed. */
async function allowed<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof RefundRefused)
      throw new ProtocolError(error.code === 'unknown' ? 404 : 409, `refund-${error.code}`, error.message)
    if (error instanceof ProviderFailed) throw new ProtocolError(502, 'provider-failed', error.message)
    throw error
  }
}

interface DryRefund extends Refund {
  /** The player's balance before it. */
  readonly before: Cents
  readonly entries: readonly NamedEntry[]
}

/** Refunds and undoes it, without the provider. The payer stays locked, so that nothing else refunds or settles meanwhile. */
async function preview(tx: Queries, sources: RefundSources, { orderId, byHand }: RefundWish): Promise<DryRefund> {
  await lockPayer(tx, orderId)
  const before = await transfersOfOrder(tx, orderId)
  const order = await findOrder(tx, orderId)
  const held = order === undefined ? null : (await accountOf(tx, order.order.playerId)).balance
  return dryRun(tx, async (inner) => {
    const terms = { byHand, preview: true }
    const refund = await refundOrderIn(inner, { ...sources, by: NOBODY }, orderId, terms)
    const earlier = new Set(before.map(({ transfer }) => transfer.id))
    const moved = (await transfersOfOrder(inner, orderId)).filter(({ transfer }) => !earlier.has(transfer.id))
    return { ...refund, before: cents(held ?? 0), entries: entriesOf(moved) }
  })
}

/** Rows of a difference for what is not nothing. */
function differenceOf({ row, summary, minor }: DryRefund, byHand: boolean): Prospect['difference'] {
  const sums = [
    ['bonus', summary.bonus],
    ['commission', summary.commission],
    ['itemsSold', summary.itemsSold],
    ['itemsWorth', summary.itemsWorth],
    ['prizesTaken', summary.prizesTaken],
    ['prizesCharged', summary.prizesCharged],
    ['debt', summary.debt],
  ] as const
  return [
    { field: 'state', before: null, after: row.state },
    { field: 'byHand', before: null, after: byHand },
    { field: 'charge', before: null, after: formatCharge(minor, row.currency as Currency) },
    ...sums.filter(([, sum]) => sum !== 0).map(([field, sum]) => ({ field, before: null, after: sum })),
  ]
}

/** Makes the act. */
export function orderRefund(sources: RefundSources): OfficeAct {
  return defineAct({
    verb: 'orders.refund',
    body: refundBody,
    look: async (tx, body) => {
      const refund = await allowed(preview(tx, sources, body))
      const { summary, entries } = refund
      const amount = summary.amount
      const difference = differenceOf(refund, body.byHand)
      return { kind: 'order', subject: body.orderId, amount, difference, entries }
    },
    // The provider is asked within the transaction, as at the command line: what it refuses leaves nothing changed.
    run: async (tx, { orderId, byHand }, { by, reason }) => {
      const { refunded } = await allowed(refundOrderIn(tx, { ...sources, by }, orderId, { byHand, reason }))
      return { announce: () => sources.announceRefund(refunded) }
    },
  })
}

/** Returns what a refund would do now. Throws ProtocolError for one that is refused, and PreviewBusy. */
export function refundPreview(db: Database, sources: RefundSources, wish: RefundWish): Promise<RefundPreview> {
  return inPreview(db, async (tx) => {
    const { row, summary, minor, before, balance, entries } = await allowed(preview(tx, sources, wish))
    const { amount, bonus, commission, debt, itemsSold, itemsWorth, prizesTaken, prizesCharged } = summary
    const taken = { amount, bonus, commission, debt, itemsSold, itemsWorth, prizesTaken, prizesCharged }
    return { ...taken, minor, currency: row.currency as Currency, before, after: balance, entries: [...entries] }
  })
}
