// What a player pays above what an item counts for, where its price rose too far and the operator offers that; and what of it goes back.
import { type Cents, cents } from '../base/money.ts'
import { hasRisen, type PaymentRules } from '../payments/payment-rules.ts'
import type { StateReason, WithdrawalState } from '../withdrawal/withdrawal.ts'

/**
 * Returns what continues a withdrawal whose item had become too dear: today's price less what the item counts for, nothing when the
 * price is no longer beyond the percentage; null when only replacements are offered.
 *
 * @param value what the item counts for now, in cents
 */
export function priceDifference(
  { won, value, today }: { readonly won: Cents; readonly value: Cents; readonly today: Cents },
  { priceRisePercent, priceRiseOffer }: Pick<PaymentRules, 'priceRisePercent' | 'priceRiseOffer'>,
): Cents | null {
  if (priceRiseOffer !== 'difference') return null
  return hasRisen(won, today, priceRisePercent) ? cents(today - value) : cents(0)
}

/** States that return the difference, all of it or a part; in the states that can follow them nothing of it is left to return. */
const RETURNING: readonly WithdrawalState[] = ['unavailable', 'refused', 'declined', 'reversed']

/** Tells whether the player can have caused the end of a withdrawal. */
function isLetGo(to: WithdrawalState, reason: StateReason | undefined): boolean {
  return to === 'reversed' || (to === 'declined' && reason !== 'operator')
}

/**
 * Returns what of a paid difference goes back when a withdrawal changes its state. All of it where the site ends the purchase. Where the
 * player can have let it go, no more than the item costs above its won price then: it would be a free option otherwise.
 *
 * @param paid the difference that the withdrawal holds, in cents
 * @param today what the item costs now; undefined where it is not sold any more, or an operator decided
 */
export function differenceBack(
  { to, reason }: { readonly to: WithdrawalState; readonly reason?: StateReason | undefined },
  { paid, won, today }: { readonly paid: Cents; readonly won: Cents; readonly today: Cents | undefined },
): Cents {
  if (!RETURNING.includes(to)) return cents(0)
  if (today === undefined || !isLetGo(to, reason)) return paid
  return cents(Math.min(paid, Math.max(0, today - won)))
}
