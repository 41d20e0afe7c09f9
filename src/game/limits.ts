// Deposit limits that players set themselves: how long their windows are, and from when a change counts.
import { type Cents, cents } from './money.ts'

export const DAY_MS = 86_400_000

/**
 * Days that a window reaches back from this very moment. A month is thirty days whatever the calendar says: a window that began
 * anew on the first would let twice the limit through within a night.
 */
export const WINDOW_DAYS = { day: 1, week: 7, month: 30 } as const

export type LimitWindow = keyof typeof WINDOW_DAYS

/** Long enough to sleep on it. */
export const RAISE_DELAY_MS = 24 * 3_600_000

/** The limit of one window; an amount of null is none. */
export interface Limit {
  readonly amount: Cents | null
  /** What the amount becomes, and when. */
  readonly pending: { readonly amount: Cents | null; readonly atMs: number } | null
}

export const NO_LIMIT: Limit = { amount: null, pending: null }

/** The moment after which a deposit counts in a window that ends now; milliseconds since 1970. */
export function windowStart(window: LimitWindow, nowMs: number): number {
  return nowMs - WINDOW_DAYS[window] * DAY_MS
}

/** A limit as it stands at a moment: what waited until then has become the limit. */
export function limitAt(limit: Limit, nowMs: number): Limit {
  const { pending } = limit
  return pending !== null && pending.atMs <= nowMs ? { amount: pending.amount, pending: null } : limit
}

function isAbove(one: Cents | null, other: Cents | null): boolean {
  if (other === null) return false
  return one === null || one > other
}

/**
 * A limit after its player asked for another one. A lower one counts at once. A higher one, or none, waits for a day, unless as much
 * has been waiting already: then it goes on waiting and does not begin again. Asking for what is in force takes back what waits.
 *
 * @param wish the new amount; null for no limit
 */
export function changeLimit(limit: Limit, wish: Cents | null, nowMs: number): Limit {
  const { amount, pending } = limitAt(limit, nowMs)
  if (!isAbove(wish, amount)) return { amount: wish, pending: null }
  const waitsAlready = pending !== null && !isAbove(wish, pending.amount)
  return { amount, pending: { amount: wish, atMs: waitsAlready ? pending.atMs : nowMs + RAISE_DELAY_MS } }
}

/** What a limit leaves: 0 when as much or more was deposited, null when there is none. */
export function leftOf(amount: Cents | null, used: Cents): Cents | null {
  return amount === null ? null : cents(Math.max(0, amount - used))
}
