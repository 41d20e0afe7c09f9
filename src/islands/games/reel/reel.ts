// The cards of a reel. The server decides the result; the other cards are decoration, drawn by the odds of the case, also those next to
// the winner: no near win is staged. A reel starts before the answer is there, so its plan leaves the winner's place empty.

import { entryOfRoll, ticketSum } from '../../../game/cases/case.ts'
import type { ContentView } from '../../../protocol/case.ts'
import type { ItemView } from '../../../protocol/common.ts'
import { evenMarks, progressAt, timeAt } from '../parts/reel-motion.ts'
import { stopPlaces } from './values.ts'

/** Returns a number from 0 (inclusive) to 1; for decoration only. */
export type Chance = () => number

export interface ReelPlan {
  /** The cards of the track; null at the winner's place. */
  readonly cards: readonly (ItemView | null)[]
  /** The index of the winner's place. */
  readonly winnerAt: number
  /** Where the marker stops on the winner, in cards from its middle. */
  readonly rest: number
}

/** A single reel passes many cards; lanes pass fewer, because each of several is a layer that is drawn without a graphics card too. */
export const REEL_CARDS = { single: { before: 46, after: 5 }, lane: { before: 18, after: 3 } } as const

/** The card below the marker before the reel starts. */
export const REEL_START = 4

/** How long a single reel runs. */
export const SPIN_MS = 6000

/** How long the crate stands open before the reel comes out of it. */
export const HOLD_MS = 400

/** How long the first of several lanes runs. */
const FIRST_LANE_MS = 4600

/** From the first stop to the last at most, between two stops at most, and the pause before the last one. */
export const LANE_STOPS = { spanMs: 2000, gapMs: 240, lastPauseMs: 420 } as const

/** Returns how long each lane runs: one stops after the other, the most expensive drop last. */
export function laneDurations(drops: readonly { readonly price: number }[]): readonly number[] {
  if (drops.length === 1) return [SPIN_MS]
  const { spanMs, gapMs, lastPauseMs } = LANE_STOPS
  const last = drops.length - 1
  const gap = Math.min(gapMs, (spanMs - lastPauseMs) / last)
  return stopPlaces(drops).map((place) => FIRST_LANE_MS + place * gap + (place === last ? lastPauseMs : 0))
}

/** Returns how long each of so many lanes runs as far as is known before the answer. */
export function unansweredDurations(lanes: number): readonly number[] {
  return Array.from({ length: lanes }, () => (lanes === 1 ? SPIN_MS : FIRST_LANE_MS))
}

/** A reel without an answer goes back when it has covered the first share of its way, by about the second: it is still fast there. */
const WAITING = { until: 0.4, back: 0.28 } as const

/**
 * Returns where an unanswered reel goes on, so that it does not stop before the winner is known: whole cards back, and thus out of sight.
 *
 * @param time share of the duration, 0 to 1
 * @returns share of the duration; the same where it need not go back
 */
export function waitingTime({ winnerAt, rest }: Pick<ReelPlan, 'winnerAt' | 'rest'>, time: number): number {
  const way = winnerAt + rest - REEL_START
  const back = Math.floor(WAITING.back * way) / way
  let progress = progressAt(time)
  if (progress < WAITING.until) return time
  while (progress >= WAITING.until) progress -= back
  return timeAt(progress)
}

/** The number of cards on either side of the marker that can be visible: of 7 on a desktop, 2.2 on a phone, and 5 in one of several lanes. */
export const IN_SIGHT = { desktop: 4, phone: 2, lane: 3 } as const

/**
 * Returns the range of cards, as indexes with an exclusive end, that is rendered in the first task: the visible ones and the next ones. All
 * fifty would block the page noticeably. Cards before the range are never visible.
 */
export function cardsAtOnce(inSight: number): { readonly first: number; readonly end: number } {
  return { first: REEL_START - inSight, end: REEL_START + inSight + 3 }
}

/** Cards that become visible within this time are due: a busy page paints rarely, and the reel runs on the compositor. */
const AHEAD_MS = 200

/** Returns the end (exclusive) of the cards that must be rendered `elapsedMs` after the start of a reel that runs for `durationMs`. */
export function cardsDue(
  { winnerAt, cards }: Pick<ReelPlan, 'winnerAt' | 'cards'>,
  elapsedMs: number,
  inSight: number,
  durationMs: number = SPIN_MS,
): number {
  const marker = REEL_START + (winnerAt + 1 - REEL_START) * progressAt((elapsedMs + AHEAD_MS) / durationMs)
  return Math.min(cards.length, Math.ceil(marker) + inSight + 1)
}

/** The marker stops on the middle 80 % of the card, so that it never seems to be between two. */
const REST_WIDTH = 0.8

/** Returns the plan of a reel, with an empty place for the winner. */
export function planReel(
  contents: readonly ContentView[],
  length: { before: number; after: number },
  chance: Chance,
): ReelPlan {
  const total = ticketSum(contents)
  const draw = (): ItemView => entryOfRoll(contents, Math.floor(chance() * total) + 1).item
  const before = Array.from({ length: length.before }, draw)
  const after = Array.from({ length: length.after }, draw)
  return { cards: [...before, null, ...after], winnerAt: length.before, rest: (chance() - 0.5) * REST_WIDTH }
}

/** A track runs past its place by so many CSS pixels, and settles back within this time: less than the edge of a card is away. */
export const SETTLE = { px: 6, ms: 260 } as const

/**
 * Returns the transforms of a track: its start, its furthest point and its rest.
 *
 * @param axis along which the track runs
 */
export function trackTransforms(plan: ReelPlan, axis: 'X' | 'Y'): readonly [string, string, string] {
  const at = (card: number, rest: number, px: number): string =>
    `translate${axis}(calc(${trackShift(plan, card, rest)}% - ${px}px))`
  return [at(REEL_START, 0, 0), at(plan.winnerAt, plan.rest, SETTLE.px), at(plan.winnerAt, plan.rest, 0)]
}

/** Returns where cards begin to pass the marker, as shares of the way of a reel. */
export function passMarks({ winnerAt, rest }: Pick<ReelPlan, 'winnerAt' | 'rest'>): readonly number[] {
  return evenMarks(winnerAt + rest - REEL_START, 1, 0.5)
}

/** Returns the position of a track while the marker is on a card, as a CSS percentage of the track's own length. */
export function trackShift(plan: ReelPlan, card: number, rest = 0): number {
  return (-(card + 0.5 + rest) / plan.cards.length) * 100
}
