// Leaderboards: players by the best multiplier of one result, and by points, a point for each cent of margin. Days, weeks and months
// of the site's time zone. Prizes are for points only: a multiplier is the luck of one roll.
import { type Microcents, shareOfMargin } from './margin.ts'
import { type Cents, cents } from './money.ts'
import { raffleAllowance } from './raffle-funding.ts'
import type { GiftRules, LeaderPeriod } from './rewards.ts'
import { dayOf, monthOf, type Span, weekOf } from './site-time.ts'

/** How many places a board shows. */
export const LEADERS_SHOWN = 10

const MICROCENTS_A_CENT = 1_000_000

const SPAN_OF: Readonly<Record<LeaderPeriod, (atMs: number, zone: string) => Span>> = {
  day: dayOf,
  week: weekOf,
  month: monthOf,
}

/** Returns the period of a kind that contains a moment. */
export function leaderSpan(period: LeaderPeriod, atMs: number, zone: string): Span {
  return SPAN_OF[period](atMs, zone)
}

/** Returns the points of margin: whole cents, rounded down. */
export function pointsOf(margin: Microcents): number {
  return Math.floor(margin / MICROCENTS_A_CENT)
}

/** Returns the points from which a winner's own margin pays a prize. */
export function pointsForPrize(prize: Cents, { rafflePercent }: Pick<GiftRules, 'rafflePercent'>): number {
  return Math.ceil((prize * 100) / rafflePercent)
}

/** Returns the periods of a kind that are over and begin at `fromMs` or later, the oldest first. */
export function endedSpans(period: LeaderPeriod, fromMs: number, untilMs: number, zone: string): Span[] {
  const spans: Span[] = []
  let span = leaderSpan(period, fromMs, zone)
  if (span.fromMs < fromMs) span = leaderSpan(period, span.toMs, zone)
  while (span.toMs <= untilMs) {
    spans.push(span)
    span = leaderSpan(period, span.toMs, zone)
  }
  return spans
}

/** The margin of a player at a place of the board of points. */
export interface PlacedMargin {
  /** What counted in the period. */
  readonly counted: Microcents
  /** All margin of the account, and what raffles and earlier prizes have taken of it. */
  readonly margin: Microcents
  readonly raffledCents: Cents
}

/**
 * Returns what a place is paid: its prize, when the winner's own margin covers it, else nothing, and the prize rolls over to the next
 * period. Others pay no part of it: the first place can be bought by who looks at the board, so a prize that others paid would be a gain.
 */
export function leaderPrize(
  prize: Cents,
  { counted, margin, raffledCents }: PlacedMargin,
  rules: Pick<GiftRules, 'rafflePercent'>,
): Cents {
  const ofPeriod = shareOfMargin(counted, rules.rafflePercent)
  const left = raffleAllowance({ margin, raffledCents }, rules)
  return prize <= Math.min(ofPeriod, left) ? prize : cents(0)
}
