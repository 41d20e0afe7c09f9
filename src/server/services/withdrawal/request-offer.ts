// The step that sends a withdrawal: what a person has to check, what is held and what has become too dear is not sent.
import { eq } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { hasRisen } from '../../../game/payments/payment-rules.ts'
import { reviewReasons } from '../../../game/withdrawal/withdrawal-review.ts'
import type { Queries } from '../../db/database.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'
import { TradeFailed, type TradeProvider } from '../../trade/provider.ts'
import { lastHold, type WithdrawalHold, withdrawalHolds } from '../account/holds.ts'
import { lockPlayer } from '../calls/player.ts'
import { isHeld } from '../rolls/held-items.ts'
import { recordDecision, recordHold } from './job-decisions.ts'
import { isOurs } from './lease.ts'
import { recordOrphan } from './orphans.ts'
import { findEarlierOffer, readOffer } from './read-offer.ts'
import { priceNow, reviewFacts } from './review-facts.ts'
import { assertQuote, quoteToSend, risePercent } from './source-price.ts'
import { createStep, isAsWeLeft, type WithdrawalProcessParts } from './step.ts'
import { orderOf } from './trade-order.ts'
import {
  applyTransition,
  emitTransition,
  lockWithdrawal,
  ofItem,
  selectWithdrawals,
  type Transition,
  type WithdrawalOfItem,
  type WithdrawalRow,
} from './transitions.ts'

const MINUTE_MS = 60_000

/** How often a held withdrawal is looked at: a hold may end earlier than it was to. */
const HELD_EVERY_MS = 5 * MINUTE_MS
/** How often an offer is checked that waits for its player. */
const SENT_EVERY_MS = MINUTE_MS

/** Returns when a held withdrawal is looked at again. */
function heldUntil({ until }: WithdrawalHold, at: Date): Date {
  const soonMs = at.getTime() + HELD_EVERY_MS
  return new Date(Math.min(soonMs, until?.getTime() ?? soonMs))
}

/** Stores why a requested withdrawal waits; its player is told when that changed. */
async function hold(
  { db, events, now }: WithdrawalProcessParts,
  row: WithdrawalRow,
  by: WithdrawalHold,
): Promise<void> {
  const changes = {
    hold: by.reason,
    heldUntil: by.until,
    dueAt: heldUntil(by, new Date(now())),
    failures: 0,
    problem: null,
  }
  const isNew = row.hold !== by.reason || row.heldUntil?.getTime() !== by.until?.getTime()
  const held = await db.transaction(async (tx) => {
    const [changed] = await tx.update(withdrawals).set(changes).where(isOurs(row)).returning({ id: withdrawals.id })
    if (changed !== undefined && isNew) await recordHold(tx, row, by)
    return changed
  })
  if (held === undefined || !isNew) return
  const [found] = await selectWithdrawals(db.queries).where(eq(withdrawals.id, row.id))
  if (found !== undefined) emitTransition(events, { withdrawal: ofItem(found), notification: null })
}

/** Takes the offer of a withdrawal that is held back, if there is one; the player may have accepted it already. */
async function recallOffer(
  parts: WithdrawalProcessParts,
  provider: TradeProvider,
  row: WithdrawalRow,
  { by, reference }: { readonly by: WithdrawalHold; readonly reference: string | undefined },
): Promise<void> {
  const { now } = parts
  const step = createStep(parts)
  if (reference !== undefined) {
    await provider.cancel(reference)
    const offer = await readOffer(provider, reference)
    if (offer.kind === 'waiting') throw new TradeFailed('the offer could not be cancelled')
    if (offer.kind === 'accepted' || offer.kind === 'exchanged') {
      await step(row, { to: 'sent', offer: { reference, url: provider.urlOf(reference) }, note: reference })
      return
    }
  }
  const to = row.review === null ? 'requested' : 'approved'
  await step(row, { to, note: `held: ${by.reason}`, hold: by, dueAt: heldUntil(by, new Date(now())) })
}

/** Stores that an offer has to be cancelled that was made for a withdrawal which is no longer ours, unless it is its own. */
async function disown({ db, now, log }: WithdrawalProcessParts, row: WithdrawalRow, reference: string): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockWithdrawal(tx, row.id)
    // Another process that makes this offer finds the same one.
    if (locked === undefined || locked.row.state === 'buying' || locked.row.reference === reference) return
    await recordOrphan(tx, row, reference, new Date(now()))
    log.warn({ withdrawal: row.id, state: locked.row.state, reference }, 'an offer came too late: it is cancelled')
  })
}

/** Sends a withdrawal to a person when there is a reason; returns true when it waits for them now. */
async function sendToReview(parts: WithdrawalProcessParts, row: WithdrawalRow): Promise<boolean> {
  const { db, now, checks, catalogue } = parts
  if (!checks || row.state !== 'requested') return false
  const at = new Date(now())
  const facts = await reviewFacts(parts, db.queries, row, at)
  const { payments, withdrawalRules } = catalogue()
  const reasons = reviewReasons(facts, payments.review, withdrawalRules.weak, at.getTime())
  if (reasons.length === 0) return false
  await createStep(parts)(row, { to: 'review', review: reasons, note: reasons.join(', ') })
  return true
}

/** Returns what holds a withdrawal: its player, or the price of its item. */
async function holdOf(
  { catalogue }: WithdrawalProcessParts,
  queries: Queries,
  { row, catalogueId }: Pick<WithdrawalOfItem, 'row' | 'catalogueId'>,
  at: Date,
): Promise<WithdrawalHold | undefined> {
  const holds = await withdrawalHolds(queries, row.playerId, at)
  const priced = await isHeld(queries, catalogue(), catalogueId)
  return lastHold(priced ? [...holds, { reason: 'price', until: null }] : holds)
}

/**
 * Returns the transition before an offer of a withdrawal that nothing holds.
 *
 * @throws TradeFailed for a quote that is no price
 */
function firstMove(parts: WithdrawalProcessParts, locked: WithdrawalOfItem, quote: Cents | undefined): Transition {
  const { row, price, catalogueId } = locked
  const loaded = parts.catalogue()
  assertQuote(quote, locked, loaded)
  const today = quote ?? priceNow(loaded, catalogueId, cents(price))
  const paid = cents(price + row.difference)
  if (!hasRisen(paid, today, risePercent(locked, loaded, parts.sourcePriceOf !== undefined)))
    return { to: 'buying', keepsLease: true }
  return { to: 'unavailable', reason: 'price-rise', note: `costs ${today} cents now` }
}

/** Asks the source of prices, where there is one, what the item costs now. */
async function quoteNow({ db, sourcePriceOf }: WithdrawalProcessParts, row: WithdrawalRow): Promise<Cents | undefined> {
  if (sourcePriceOf === undefined) return undefined
  const [found] = await selectWithdrawals(db.queries).where(eq(withdrawals.id, row.id))
  return found === undefined ? undefined : quoteToSend(sourcePriceOf, ofItem(found))
}

/**
 * Applies a transition unless something holds the withdrawal.
 *
 * @returns the changed row, what holds it, or undefined where another process has the withdrawal by now
 */
async function moveUnlessHeld(
  parts: WithdrawalProcessParts,
  row: WithdrawalRow,
  moveOf: (locked: WithdrawalOfItem) => Transition,
): Promise<{ readonly row: WithdrawalRow } | { readonly held: WithdrawalHold } | undefined> {
  const { db, now, events, log } = parts
  const moved = await db.transaction(async (tx) => {
    // A ban and a payment take this lock too: a withdrawal moves before them, or knows of them.
    await lockPlayer(tx, row.playerId)
    const locked = await lockWithdrawal(tx, row.id)
    if (!isAsWeLeft(locked, row)) return undefined
    const at = new Date(now())
    const held = await holdOf(parts, tx, locked, at)
    if (held !== undefined) return { held }
    const move = moveOf(locked)
    await recordDecision(tx, locked.row, move)
    return applyTransition(tx, locked, move, at)
  })
  if (moved === undefined || 'held' in moved) return moved
  const changed = moved.withdrawal.row
  log.info({ withdrawal: row.id, state: changed.state }, 'a withdrawal changed its state')
  emitTransition(events, moved)
  return { row: changed }
}

/** Stores 'buying' unless a hold or a price forbids it; returns the row to make an offer for. */
async function startBuying(parts: WithdrawalProcessParts, row: WithdrawalRow): Promise<WithdrawalRow | undefined> {
  const quote = await quoteNow(parts, row)
  const moved = await moveUnlessHeld(parts, row, (locked) => firstMove(parts, locked, quote))
  if (moved === undefined) return undefined
  if ('held' in moved) {
    await hold(parts, row, moved.held)
    return undefined
  }
  return moved.row.state === 'buying' ? moved.row : undefined
}

/** Stores an offer as sent; what came to hold the withdrawal while the offer was made takes it back. */
async function storeOffer(
  parts: WithdrawalProcessParts,
  provider: TradeProvider,
  row: WithdrawalRow,
  { reference, url }: { readonly reference: string; readonly url: string },
): Promise<void> {
  const dueAt = new Date(parts.now() + SENT_EVERY_MS)
  const moved = await moveUnlessHeld(parts, row, () => ({
    to: 'sent',
    offer: { reference, url },
    note: reference,
    dueAt,
  }))
  if (moved === undefined) await disown(parts, row, reference)
  else if ('held' in moved) await recallOffer(parts, provider, row, { by: moved.held, reference })
}

/** Returns the row to make an offer for; undefined when it has to wait or cannot be bought. */
async function toBuy(
  parts: WithdrawalProcessParts,
  provider: TradeProvider,
  row: WithdrawalRow,
): Promise<WithdrawalRow | undefined> {
  if (row.state !== 'buying') return (await sendToReview(parts, row)) ? undefined : startBuying(parts, row)
  const { queries } = parts.db
  const [found] = await selectWithdrawals(queries).where(eq(withdrawals.id, row.id))
  if (found === undefined) return undefined
  const reference = await findEarlierOffer(provider, await orderOf(queries, row), row)
  const held = await holdOf(parts, queries, ofItem(found), new Date(parts.now()))
  if (held === undefined) return row
  await recallOffer(parts, provider, row, { by: held, reference })
  return undefined
}

/** Requests an offer unless something forbids it. The state 'buying' is stored first: after a crash the same offer is found again. */
export async function requestOffer(
  parts: WithdrawalProcessParts,
  provider: TradeProvider,
  row: WithdrawalRow,
): Promise<void> {
  const { db } = parts
  const step = createStep(parts)
  const buying = await toBuy(parts, provider, row)
  if (buying === undefined) return
  const offered = await provider.offer(await orderOf(db.queries, buying))
  switch (offered.kind) {
    case 'unavailable':
      await step(buying, { to: 'unavailable' })
      return
    case 'refused':
      await step(buying, { to: 'declined', reason: 'cannot-trade', note: offered.note })
      return
    case 'offered':
      await storeOffer(parts, provider, buying, offered)
  }
}
