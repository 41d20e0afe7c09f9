// The difference of an item whose price rose: its player pays what it costs more, and its withdrawal goes on.
import { type Cents, cents } from '../../../game/base/money.ts'
import { priceDifference } from '../../../game/prices/price-difference.ts'
import type { PayDifferenceBody, PayDifferenceReply } from '../../../protocol/withdrawal.ts'
import type { SiteEvents } from '../../base/events.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { SourcePriceOf } from '../../catalogue/prices/source-price.ts'
import type { Database, Queries } from '../../db/database.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import type { TradeModule } from '../../trade/providers.ts'
import type { Idempotency, IdempotencyKey } from '../calls/idempotency.ts'
import { chargePlayer, lockBalance, lockGiftAccount } from '../money/pay.ts'
import { assertNotHeld } from '../rolls/held-items.ts'
import { storeResponse } from '../rolls/play.ts'
import { priceNow } from './review-facts.ts'
import { quoteToShow, risePercent } from './source-price.ts'
import {
  type AppliedTransition,
  applyTransition,
  emitTransition,
  lockWithdrawalOfItem,
  unavailableOfItem,
  type WithdrawalOfItem,
  withdrawalView,
  withdrawnValue,
} from './transitions.ts'
import { assertTurnedOver } from './unlocking.ts'

export type PaidDifference = Omit<Extract<PayDifferenceReply, { success: true }>, 'success' | 'message'>

export interface Difference {
  /**
   * Charges a player what their item costs more now, and requests its withdrawal again.
   *
   * @throws RefusalError 'withdrawal-off', 'item-gone' when the item is not offered so, 'item-held', 'price-old', 'difference-changed' with the amount when it
   *   is more than the player saw, 'turnover', 'balance', or 'gift-locked' when only locked money would cover it
   */
  pay(playerId: number, body: PayDifferenceBody, idempotencyKey: IdempotencyKey): Promise<PaidDifference>
}

export interface DifferenceParts {
  readonly db: Database
  readonly catalogue: () => LoadedCatalogue
  readonly idempotency: Idempotency
  readonly events: SiteEvents
  readonly now: () => number
  readonly trade: Pick<TradeModule, 'provider' | 'isOpen'>
  readonly sourcePriceOf?: SourcePriceOf | undefined
}

/** Returns what continues an 'unavailable' withdrawal whose price rose, in cents; null when that is not offered. */
export function offeredDifference(
  locked: WithdrawalOfItem,
  loaded: LoadedCatalogue,
  { atMs, quote, hasSource }: { readonly atMs: number; readonly quote: Cents | undefined; readonly hasSource: boolean },
): Cents | null {
  if (locked.row.state !== 'unavailable' || locked.row.reason !== 'price-rise') return null
  // What a held item costs is not known.
  if (loaded.priceState.held.has(locked.catalogueId)) return null
  const won = cents(locked.price)
  const today = quote ?? priceNow(loaded, locked.catalogueId, won)
  const priceRisePercent = risePercent(locked, loaded, hasSource)
  return priceDifference(
    { won, value: withdrawnValue(locked, { loaded, atMs }), today },
    { ...loaded.payments, priceRisePercent },
  )
}

/** Charges free money only; returns the balance. */
async function charge(tx: Queries, { row }: WithdrawalOfItem, amount: Cents): Promise<Cents> {
  const { playerId, id: reference } = row
  const account = await lockGiftAccount(tx, playerId)
  await assertTurnedOver(tx, playerId, account)
  if (amount === 0) return lockBalance(tx, playerId)
  const lacking = amount - (account.balanceCents - account.lockedCents)
  if (lacking > 0 && account.balanceCents >= amount) throw new RefusalError('gift-locked', { missing: lacking })
  const charged = { playerId, to: HOUSE_ACCOUNTS.items, amount, kind: 'difference', reference } as const
  return (await chargePlayer(tx, charged, 'refund')).balance
}

/** Makes the payment of differences over a database and a catalogue. */
export function createDifference({
  db,
  catalogue,
  idempotency,
  events,
  trade,
  sourcePriceOf,
  now,
}: DifferenceParts): Difference {
  async function inTransaction(
    tx: Queries,
    playerId: number,
    { body, quote }: { readonly body: PayDifferenceBody; readonly quote: Cents | undefined },
    idempotencyKey: IdempotencyKey,
  ): Promise<{ answer: PaidDifference; moved: AppliedTransition }> {
    const locked = await lockWithdrawalOfItem(tx, playerId, body.id.toLowerCase())
    if (locked !== undefined) await assertNotHeld(tx, [locked.catalogueId])
    const at = new Date(now())
    const asked = { atMs: at.getTime(), quote, hasSource: sourcePriceOf !== undefined }
    const paid = locked === undefined ? null : offeredDifference(locked, catalogue(), asked)
    if (locked === undefined || paid === null) throw new RefusalError('item-gone')
    if (paid > body.difference) throw new RefusalError('difference-changed', { price: paid })
    const balance = await charge(tx, locked, paid)
    const moved = await applyTransition(tx, locked, { to: 'requested', paid, note: `paid ${paid} cents more` }, at)
    const answer = { balance, paid, withdrawal: withdrawalView(moved.withdrawal) }
    await storeResponse(tx, idempotencyKey, answer)
    return { answer, moved }
  }

  async function pay(playerId: number, body: PayDifferenceBody, idempotencyKey: IdempotencyKey) {
    if (trade.provider === undefined || !trade.isOpen) throw new RefusalError('withdrawal-off')
    const found = await unavailableOfItem(db.queries, playerId, body.id.toLowerCase())
    const quote = found === undefined ? undefined : await quoteToShow(sourcePriceOf, found, catalogue())
    const { answer, moved } = await db.transaction((tx) => inTransaction(tx, playerId, { body, quote }, idempotencyKey))
    if (answer.paid > 0) events.emit('balance', { playerId, balance: cents(answer.balance) })
    emitTransition(events, moved)
    return answer
  }

  return {
    pay: (playerId, body, idempotencyKey) => idempotency.run(idempotencyKey, () => pay(playerId, body, idempotencyKey)),
  }
}
