// The state of the room Payments, in its address.
import { ORDER_MARKS, type OrderMark, PAYMENT_TABS, type PaymentTab } from '../../../game/office/payments.ts'
import { PAYMENT_PROVIDERS, type PaymentProviderName } from '../../../game/payments/payment-providers.ts'
import { DISPUTE_STATES, type DisputeState } from '../../../game/payments/reversal.ts'
import type { OrderState } from '../../../protocol/payment.ts'
import type { Query } from '../../session/api.ts'
import { dayOf, dayStartMs, definedOnly, oneOf, uuidOf, wordsOf } from '../../session/search.ts'

/** The states of orders, as the filter lists them. */
export const STATES = [
  'created',
  'paid',
  'kept',
  'disputed',
  'won',
  'lost',
  'partly_refunded',
  'refunded',
  'expired',
  'failed',
  'cancelled',
] as const satisfies readonly OrderState[]

export interface PaymentsSearch {
  /** The orders without it. */
  readonly tab?: PaymentTab | undefined
  /** The order whose panel is open, in every tab. */
  readonly order?: string | undefined
  readonly q?: string | undefined
  readonly provider?: PaymentProviderName | undefined
  readonly state?: OrderState | undefined
  readonly mark?: OrderMark | undefined
  /** The number of a player. */
  readonly player?: string | undefined
  /** The least amount, in dollars. */
  readonly least?: string | undefined
  /** The first and the last day, `2026-11-28`, in the reader's time zone. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Closed disputes; the open ones without it. */
  readonly dispute?: DisputeState | undefined
  readonly cursor?: string | undefined
}

const NUMBER = /^\d{4,10}$/
const DOLLARS = /^\d{1,7}(\.\d{1,2})?$/

/** Returns a parameter if it has a form. */
function inForm(form: RegExp, text: unknown): string | undefined {
  return typeof text === 'string' && form.test(text) ? text : undefined
}

export function parsePaymentsSearch(search: Readonly<Record<string, unknown>>): PaymentsSearch {
  return definedOnly<PaymentsSearch>({
    tab: oneOf(PAYMENT_TABS, search.tab),
    order: uuidOf(search.order),
    q: wordsOf(search.q, 120),
    provider: oneOf(PAYMENT_PROVIDERS, search.provider),
    state: oneOf(STATES, search.state),
    mark: oneOf(ORDER_MARKS, search.mark),
    player: inForm(NUMBER, search.player),
    least: inForm(DOLLARS, search.least),
    from: dayOf(search.from),
    to: dayOf(search.to),
    dispute: oneOf(DISPUTE_STATES, search.dispute),
    cursor: wordsOf(search.cursor, 250),
  })
}

/** Returns the parameters of the call for the orders of a state of the room. */
export function ordersQuery({ q, provider, state, mark, player, least, from, to, cursor }: PaymentsSearch): Query {
  return {
    q,
    provider,
    state,
    mark,
    player,
    cursor: uuidOf(cursor),
    least: least === undefined ? undefined : Math.max(1, Math.round(Number(least) * 100)),
    from: from === undefined ? undefined : dayStartMs(from),
    to: to === undefined ? undefined : dayStartMs(to, 1),
  }
}
