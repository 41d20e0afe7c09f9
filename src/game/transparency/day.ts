// A published day: the figures of a shop over one day, as its chain signs them. Sums of days are figures too, so a window of 30 days is a pure
// function of 30 published days. Formulas and format: docs/transparency.md.
import type { PaidGame } from '../base/games.ts'
import type { Day } from '../base/site-time.ts'

/** The format of a day's text. Formats never change; another format gets another name. */
export const DAY_FORMAT = 'spacedrop-day-1'

/**
 * The upper bounds of the steps of a wait, in minutes; a last step holds longer ones. A single wait is published no closer than its step, and
 * no quantile is off by more than one.
 */
export const WAIT_BOUNDS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1440, 2160, 2880, 4320, 5760, 7200, 10_080,
  20_160,
] as const

/** Amounts that fewer payments make on a day are withheld: one payment would be known to the cent. */
const FEWEST_PAYMENTS = 5

/** Withdrawals by what happened to them on the day, and how long those waited that were sent on it. */
export interface WithdrawalFigures {
  readonly requested: number
  /** Offered to the player at Steam. */
  readonly sent: number
  /** Delivered for good: Steam's protection is over. */
  readonly delivered: number
  /** Ended by the shop. */
  readonly refused: number
  /** Ended by the player or by the time of the offer. */
  readonly declined: number
  /** The shop had none in stock. */
  readonly unavailable: number
  readonly reversed: number
  /** How many of those sent waited up to each of `WAIT_BOUNDS`, from request to offer; the last number holds longer ones. */
  readonly waits: readonly number[]
}

/** Payments of one kind. */
export interface PaymentFigures {
  readonly count: number
  readonly cents: number
  /** How many of them have their amounts left out of `cents`. */
  readonly withheld: number
}

export interface DepositFigures {
  readonly paid: PaymentFigures
  /** Given back to the payer by the shop. */
  readonly refunded: PaymentFigures
  /** Taken back by a bank. */
  readonly disputed: PaymentFigures
}

/** What a game took and gave. */
export interface GameFigures {
  readonly game: PaidGame
  readonly rolls: number
  readonly staked: number
  readonly won: number
  /** Of the rolls, by their odds, in cents. */
  readonly expected: number
  /** The sum of the variances of their winnings, in cents squared. */
  readonly variance: number
}

/** What of all gifts waits for margin, and what margin covers, when the day was published. */
export interface GiftState {
  /** Gifts and their winnings that are still locked: promised, and not paid yet. */
  readonly locked: number
  /** What was unlocked so far. */
  readonly unlocked: number
  /** What players may still unlock: the sum over players of their share of margin less what they unlocked. */
  readonly covered: number
}

export interface GiftFigures {
  /** The face value of players' own gifts. */
  readonly given: number
  /** Shares of margin paid to referrers, less what went back. */
  readonly referral: number
  /** The margin that stakes made, in millionths of a cent. */
  readonly margin: number
  /** The share of margin that pays own gifts, in percent. */
  readonly ownPercent: number
  /** Null where the day was published too late to know it. */
  readonly state: GiftState | null
}

/** Prizes of raffles or leaderboards. */
export interface PrizeFigures {
  readonly paid: number
  /** Prizes that margin did not cover, or that had no winner. */
  readonly rolledOver: number
  readonly cents: number
}

/** An odds table of a case. */
export interface OddsEdition {
  readonly hash: string
  /** In cents. */
  readonly price: number
  /** The return to player in millionths. */
  readonly return: number
}

/** A change of a case's odds; null for a case that was added or removed. */
export interface OddsChange {
  readonly case: string
  readonly before: OddsEdition | null
  readonly after: OddsEdition | null
}

export interface OddsFigures {
  /** Cases with odds at the end of the day. */
  readonly tables: number
  /** SHA-256 of `case hash` lines of all of them, ordered by case. */
  readonly digest: string
  readonly changes: readonly OddsChange[]
}

/** What can be added up over days. */
export interface Figures {
  readonly withdrawals: WithdrawalFigures
  readonly deposits: DepositFigures
  /** Of players. */
  readonly returns: readonly GameFigures[]
  /** Of the sandbox's bots, which are no players. */
  readonly bots: readonly GameFigures[]
  readonly gifts: GiftFigures
  readonly raffles: PrizeFigures
  readonly leaderboards: PrizeFigures
}

/** What a day's text holds. */
export interface PublishedDay extends Figures {
  readonly format: typeof DAY_FORMAT
  readonly day: Day
  /** Counts days from 1. */
  readonly sequence: number
  /** The first moment of the day and the first one after it, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly published: number
  readonly mode: 'sandbox' | 'live'
  /** The public key that signs the day: 32 bytes in hex. */
  readonly key: string
  /** True when the whole ledger was recomputed, and right, just before. */
  readonly isChecked: boolean
  readonly odds: OddsFigures
  /** All transfers of the day. */
  readonly ledger: { readonly transfers: number; readonly digest: string }
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, part]) => [name, sortKeys(part)]))
}

/** Returns the text of a day that is hashed: JSON without spaces whose keys are in order. */
export function textOfDay(day: PublishedDay): string {
  return JSON.stringify(sortKeys(day))
}

/** Returns the step of a wait: its place in the list of waits. */
export function stepOfWait(minutes: number): number {
  const step = WAIT_BOUNDS.findIndex((bound) => minutes <= bound)
  return step === -1 ? WAIT_BOUNDS.length : step
}

/** Returns payments as they are published. */
export function paymentFigures(count: number, cents: number): PaymentFigures {
  return count < FEWEST_PAYMENTS ? { count, cents: 0, withheld: count } : { count, cents, withheld: 0 }
}
