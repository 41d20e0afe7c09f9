// The acts about orders beside their refund: kept money is sent back or credited, questions and disputes are answered, a freeze ends. Each is the service
// that the command line calls.
import { z } from 'zod'
import type { Currency } from '../../../../game/payments/deposit.ts'
import { formatCharge } from '../../../../i18n/charge.ts'
import type { CreditPreview, ReturnPreview } from '../../../../protocol/office/orders.ts'
import { jobActor } from '../../../audit/actor.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import type { Database, Queries } from '../../../db/database.ts'
import { ProviderFailed } from '../../../payments/provider.ts'
import { dryRun, inPreview } from '../../calls/dry-run.ts'
import { lockPlayer } from '../../calls/player.ts'
import { keptBackEntries } from '../../money/kept.ts'
import { AnswerRefused, answerDisputeIn } from '../../payments/dispute-answers.ts'
import { recordEvidence } from '../../payments/evidence.ts'
import { approveKeptIn, KeptRefused, type KeptReturn, refundKeptIn } from '../../payments/kept-returns.ts'
import { findOrder, releaseOrderIn } from '../../payments/order-lookup.ts'
import { answerQuestionIn } from '../../payments/questions.ts'
import { disputesOf } from '../../payments/reconcile.ts'
import { lockPayer } from '../../referral/commission.ts'
import { defineAct, type OfficeAct, type Prospect } from '../acts.ts'
import type { RefundSources } from '../order-acts.ts'
import { playerOf } from '../player-acts.ts'

const orderBody = z.object({ orderId: z.uuid() })
const returnBody = orderBody.extend({ byHand: z.boolean() })
const answerBody = orderBody.extend({ dispute: z.string().optional() })
const evidenceBody = orderBody.extend({ digest: z.string() })
const unfreezeBody = orderBody.extend({ playerId: z.int() })

/** Who a dry run is by: its rows are undone. */
const NOBODY = jobActor('preview')

/** Refuses what the services refuse, in the words of the office. A provider that did not accept leaves nothing changed. */
async function allowed<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof KeptRefused) throw new ProtocolError(409, `kept-${error.code}`, error.message)
    if (error instanceof AnswerRefused) throw new ProtocolError(409, `dispute-${error.code}`, error.message)
    if (error instanceof ProviderFailed) throw new ProtocolError(502, 'provider-failed', error.message)
    throw error
  }
}

/** Throws ProtocolError 'unknown' where there is no such order. */
async function assertOrder(queries: Queries, orderId: string): Promise<void> {
  if ((await findOrder(queries, orderId)) === undefined)
    throw new ProtocolError(404, 'unknown', 'There is no such order')
}

const about = (orderId: string, difference: Prospect['difference'] = []): Prospect => ({
  kind: 'order',
  subject: orderId,
  difference,
  entries: [],
})

/** Sends back and undoes it, without the provider. The payer stays locked. */
async function dryReturn(
  tx: Queries,
  sources: RefundSources,
  { orderId, byHand }: z.output<typeof returnBody>,
): Promise<KeptReturn> {
  await assertOrder(tx, orderId)
  await lockPayer(tx, orderId)
  const terms = { byHand, preview: true }
  return dryRun(tx, (inner) => allowed(refundKeptIn(inner, { ...sources, by: NOBODY }, orderId, terms)))
}

/** Makes the act that sends kept money back. */
export function orderReturn(sources: RefundSources): OfficeAct {
  return defineAct({
    verb: 'orders.return',
    body: returnBody,
    look: async (tx, body) => {
      const { change, payment, excess, minor } = await dryReturn(tx, sources, body)
      const difference = [
        { field: 'state', before: null, after: change.row.state } as const,
        { field: 'byHand', before: null, after: body.byHand } as const,
        { field: 'charge', before: null, after: formatCharge(minor, change.row.currency as Currency) } as const,
      ]
      const entries = keptBackEntries([payment, excess])
      return { kind: 'order', subject: body.orderId, amount: payment + excess, difference, entries }
    },
    // The provider is asked within the transaction, as at the command line: what it refuses leaves nothing changed.
    run: async (tx, { orderId, byHand }, { by, reason }) => {
      await allowed(refundKeptIn(tx, { ...sources, by }, orderId, { byHand, reason }))
      return {}
    },
  })
}

/** Returns what sending kept money back would do now. Throws ProtocolError for what is refused, and PreviewBusy. */
export function returnPreview(
  db: Database,
  sources: RefundSources,
  wish: { readonly orderId: string; readonly byHand: boolean },
): Promise<ReturnPreview> {
  return inPreview(db, async (tx) => {
    const { change, payment, excess, minor } = await dryReturn(tx, sources, wish)
    const { state, currency } = change.row
    return {
      state,
      payment,
      excess,
      minor,
      currency: currency as Currency,
      entries: keptBackEntries([payment, excess]),
    }
  })
}

/** Approves and undoes it. The payer stays locked. */
async function dryCredit(tx: Queries, now: () => number, orderId: string): Promise<number> {
  await assertOrder(tx, orderId)
  await lockPayer(tx, orderId)
  const { payment } = await dryRun(tx, (inner) => allowed(approveKeptIn(inner, { now, by: NOBODY }, orderId)))
  return payment.amount
}

/** Makes the act that approves the credit of kept money. */
export function orderCredit({ now }: Pick<RefundSources, 'now'>): OfficeAct {
  return defineAct({
    verb: 'orders.credit',
    body: orderBody,
    look: async (tx, { orderId }) => {
      const amount = await dryCredit(tx, now, orderId)
      return { ...about(orderId, [{ field: 'payment', before: null, after: amount }]), amount }
    },
    run: async (tx, { orderId }, { by, reason }) => {
      await allowed(approveKeptIn(tx, { now, by }, orderId, reason))
      return {}
    },
  })
}

/** Returns what would be credited. Throws ProtocolError for what is refused, and PreviewBusy. */
export function creditPreview(db: Database, now: () => number, orderId: string): Promise<CreditPreview> {
  return inPreview(db, async (tx) => ({ amount: await dryCredit(tx, now, orderId) }))
}

/** Settles the question of an order, or notes what was answered to its dispute: the reason says what. */
export const orderAnswer = defineAct({
  verb: 'orders.answer',
  body: answerBody,
  look: async (tx, { orderId }) => {
    await assertOrder(tx, orderId)
    await lockPayer(tx, orderId)
    return about(orderId)
  },
  run: async (tx, { orderId, dispute }, { by, reason, at }) => {
    if (dispute !== undefined) {
      await allowed(answerDisputeIn(tx, { orderId, dispute, sent: reason }, { at: new Date(at), by }))
      return {}
    }
    if (!(await answerQuestionIn(tx, orderId, reason, new Date(at), by)))
      throw new ProtocolError(409, 'order-answered', 'The order is not in question')
    return {}
  },
})

/** Records that a file of evidence is handed out: of a disputed order alone, because it tells much about a player. */
export const orderEvidence = defineAct({
  verb: 'orders.evidence',
  body: evidenceBody,
  look: async (tx, { orderId }) => {
    await assertOrder(tx, orderId)
    if ((await disputesOf(tx, orderId)).length === 0)
      throw new ProtocolError(409, 'dispute-none', 'The order has no dispute')
    return about(orderId)
  },
  run: async (tx, { orderId, digest }, { by }) => {
    await recordEvidence(tx, orderId, digest, by)
    return {}
  },
})

/** Ends the freeze of withdrawals that a warning of fraud about an order made. */
export const playerUnfreeze = defineAct({
  verb: 'players.unfreeze',
  body: unfreezeBody,
  look: async (tx, { playerId }) => {
    await playerOf(tx, playerId)
    await lockPlayer(tx, playerId)
    const difference = [{ field: 'frozen', before: true, after: false } as const]
    return { kind: 'player', subject: String(playerId), difference, entries: [] }
  },
  run: async (tx, { playerId, orderId }, { by, at }) => {
    if (!(await releaseOrderIn(tx, { id: orderId, playerId }, new Date(at), by)))
      throw new ProtocolError(409, 'order-free', 'No warning of fraud about this order freezes withdrawals')
    return {}
  },
})
