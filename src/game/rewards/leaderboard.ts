// Leaderboards: players by the best multiplier of one result, and by points, a point for each cent of margin. Days, weeks and months
// of the site's time zone. Prizes are for points only: a multiplier is the luck of one roll.

import { type Cents, cents } from '../base/money.ts'
import { dayOf, monthOf, type Span, weekOf } from '../base/site-time.ts'
import { type Microcents, shareOfMargin } from './margin.ts'
import { raffleAllowance } from './raffle-funding.ts'
import type { GiftRules, LeaderPeriod } from './rewards.ts'

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

/** What a place won, and what of it is paid: all or nothing. */
export interface PlacePrize {
  readonly prize: Cents
  readonly paid: Cents
}

/**
 * Returns what a place is paid: the dearest prize at it or below that the winner's own margin covers, else nothing, and its prize rolls over
 * to the next period. Others pay no part of it: the first place can be bought by who looks at the board, so a prize that others paid would
 * be a gain. Prizes below count because who leaves the boards moves others up, which must not cost them what they had.
 *
 * @param prizes the prize of the place and those of the places below it, the dearest first; one at least
 */
export function placePrize(
  prizes: readonly Cents[],
  { counted, margin, raffledCents }: PlacedMargin,
  rules: Pick<GiftRules, 'rafflePercent'>,
): PlacePrize {
  const covered = Math.min(
    shareOfMargin(counted, rules.rafflePercent),
    raffleAllowance({ margin, raffledCents }, rules),
  )
  const prize = prizes.find((one) => one <= covered)
  return prize === undefined ? { prize: prizes[0] ?? cents(0), paid: cents(0) } : { prize, paid: prize }
}

/**
 * Returns what of the prizes that a player was paid goes back when a reversed deposit leaves less margin: as much as raffles and prizes
 * took above their share of it. What raffles took was a share of somebody's prize, and stays.
 *
 * @param prizeCents what the player was paid for places, less what went back before
 */
export function prizesOverMargin(
  { margin, raffledCents, prizeCents }: Omit<PlacedMargin, 'counted'> & { readonly prizeCents: Cents },
  { rafflePercent }: Pick<GiftRules, 'rafflePercent'>,
): Cents {
  return cents(Math.min(prizeCents, Math.max(0, raffledCents - shareOfMargin(margin, rafflePercent))))
}

/** How long a won prize waits where rewards.json says nothing, in hours. */
export const LEADER_HOLD_HOURS = 24
