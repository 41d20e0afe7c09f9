// What goes back when a deposit is refunded or disputed: shares of it, its state, and the items that are sold for it.
import { type Cents, cents } from '../base/money.ts'

export const DISPUTE_STATES = ['open', 'won', 'lost'] as const

export type DisputeState = (typeof DISPUTE_STATES)[number]

/** What a provider reports about a dispute; 'appealed' continues one that was closed. */
export type DisputeReport = DisputeState | 'appealed'

/** A dispute as far as its effects depend on it. */
export interface KnownDispute {
  readonly state: DisputeState
  /** When the provider reported that, in milliseconds since 1970. */
  readonly saidAtMs: number
}

/**
 * Returns the state of a dispute after a report. Reports may arrive late: an older one changes nothing, and of two of the same
 * moment the one that closes the dispute counts. An appeal of the shop keeps a lost dispute lost until it is won.
 */
export function disputeAfter(known: KnownDispute | undefined, report: DisputeReport, atMs: number): DisputeState {
  const next = report === 'appealed' ? (known?.state === 'lost' ? 'lost' : 'open') : report
  if (known === undefined || atMs > known.saidAtMs) return next
  return atMs === known.saidAtMs && known.state === 'open' ? next : known.state
}

/** A deposit as far as its reversals depend on it; amounts in minor units of its currency. */
export interface ReversibleOrder {
  readonly charge: number
  /** What the provider has refunded so far. */
  readonly refunded: number
  readonly disputes: readonly { readonly state: DisputeState; readonly minor: number }[]
}

/** Returns how much of the charge has gone back to the payer: refunds and lost disputes, the whole charge at most. */
export function returnedOf({ charge, refunded, disputes }: ReversibleOrder): number {
  const lost = disputes.filter(({ state }) => state === 'lost').reduce((sum, { minor }) => sum + minor, 0)
  return Math.min(charge, refunded + lost)
}

/**
 * Returns the share of an amount that belongs to a part of the charge. It is computed from everything that has gone back, so that
 * several refunds together take exactly what one of their sum takes.
 */
export function shareOf(amount: Cents, returned: number, charge: number): Cents {
  return cents(Math.round((amount * returned) / charge))
}

/** The states of an order that was paid. */
export type PaidState = 'paid' | 'disputed' | 'won' | 'lost' | 'partly_refunded' | 'refunded'

/** States of deposits that unlock free cases and raffles: not while one is disputed. */
export const COUNTED_STATES: readonly PaidState[] = ['paid', 'won', 'partly_refunded']

/** Returns the state of a paid deposit after its refunds and disputes. */
export function stateOfPaid(order: ReversibleOrder): PaidState {
  const has = (state: DisputeState): boolean => order.disputes.some((dispute) => dispute.state === state)
  if (has('open')) return 'disputed'
  if (has('lost')) return 'lost'
  if (order.refunded >= order.charge) return 'refunded'
  if (order.refunded > 0) return 'partly_refunded'
  return has('won') ? 'won' : 'paid'
}

/** An owned item that may be sold for a reversal. */
export interface SellableItem {
  /** Ids of newer items are greater. */
  readonly id: string
  readonly price: Cents
}

/**
 * Chooses the owned items that are sold for what is missing: the most expensive first, the newest among equals, until they cover
 * it. What the last one brings beyond that stays on the balance.
 */
export function itemsToSell<Item extends SellableItem>(owned: readonly Item[], missing: Cents): Item[] {
  const dearestFirst = owned.toSorted((a, b) => b.price - a.price || (a.id < b.id ? 1 : -1))
  const chosen: Item[] = []
  let left: number = missing
  for (const item of dearestFirst) {
    if (left <= 0) break
    chosen.push(item)
    left -= item.price
  }
  return chosen
}
