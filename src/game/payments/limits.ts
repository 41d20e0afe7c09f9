// Deposit limits that players set themselves: their windows, and when a change applies.
import { type Cents, cents } from '../base/money.ts'

export const DAY_MS = 86_400_000

/**
 * Length of the rolling windows in days. A month is always thirty days: a calendar month would allow twice the limit around the
 * first.
 */
export const WINDOW_DAYS = { day: 1, week: 7, month: 30 } as const

export type LimitWindow = keyof typeof WINDOW_DAYS

/** The delay of a raised limit. */
export const RAISE_DELAY_MS = 24 * 3_600_000

/** The limit of one window; null for no limit. */
export interface Limit {
  readonly amount: Cents | null
  /** The next amount, and when it applies. */
  readonly pending: { readonly amount: Cents | null; readonly atMs: number } | null
}

export const NO_LIMIT: Limit = { amount: null, pending: null }

/** Returns the start of a window that ends now, in milliseconds since 1970; deposits after it count. */
export function windowStart(window: LimitWindow, nowMs: number): number {
  return nowMs - WINDOW_DAYS[window] * DAY_MS
}

/** Returns a limit as it is at a time: a pending change applies once its time has come. */
export function limitAt(limit: Limit, nowMs: number): Limit {
  const { pending } = limit
  return pending !== null && pending.atMs <= nowMs ? { amount: pending.amount, pending: null } : limit
}

function isAbove(one: Cents | null, other: Cents | null): boolean {
  if (other === null) return false
  return one === null || one > other
}

/**
 * Returns a limit after a requested change. A lower limit applies at once. A higher one, or none, applies after a day, and a
 * request for the amount that is pending already does not restart the delay. A request for the current amount cancels the pending
 * change.
 *
 * @param wish the new amount; null for no limit
 */
export function changeLimit(limit: Limit, wish: Cents | null, nowMs: number): Limit {
  const { amount, pending } = limitAt(limit, nowMs)
  if (!isAbove(wish, amount)) return { amount: wish, pending: null }
  const waitsAlready = pending !== null && !isAbove(wish, pending.amount)
  return { amount, pending: { amount: wish, atMs: waitsAlready ? pending.atMs : nowMs + RAISE_DELAY_MS } }
}

/** Returns the rest of a limit: 0 when it is used up, null when there is no limit. */
export function leftOf(amount: Cents | null, used: Cents): Cents | null {
  return amount === null ? null : cents(Math.max(0, amount - used))
}
