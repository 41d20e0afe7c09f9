// What lies on a reel. The result is decided before; the rest is for the eye, and drawn by the odds of the case like any opening, the
// cards beside the winner too: nothing is staged to look like a near win.
import type { ContentView, WonDrop } from '../../contract/case.ts'
import type { ItemView } from '../../contract/common.ts'
import { entryOfRoll, ticketSum } from '../../game/case.ts'
import { wayAt } from '../ui/reel-motion.ts'

/** A source of numbers from 0 up to 1; of no use for anything but looks. */
export type Chance = () => number

export interface ReelPlan {
  readonly cards: readonly ItemView[]
  /** Where the winner lies among the cards. */
  readonly winnerAt: number
  /** Where the marker comes to rest on the winner, in cards from its middle. */
  readonly rest: number
}

/** A single reel runs far; lanes run shorter, as there are many of them. */
export const REEL_CARDS = { single: { before: 46, after: 5 }, lane: { before: 24, after: 3 } } as const

/** The card that the marker stands on before the reel starts. */
export const REEL_START = 4

/** How long a reel runs, its last lane excepted. */
export const SPIN_MS = 6000

/** Cards on either side of the marker that can be in sight on the widest screen. */
export const IN_SIGHT = 6
/** Fifty cards laid out in one task would hold up the page for longer than the eye forgives. */
export const DEALT_AT_ONCE = REEL_START + IN_SIGHT + 2
/** A busy page paints rarely, and the reel runs by itself: what comes into sight so soon is due. */
const AHEAD_MS = 200

/** How many cards of a plan have to be there so many milliseconds after it began to run. */
export function cardsDue({ winnerAt, cards }: Pick<ReelPlan, 'winnerAt' | 'cards'>, elapsedMs: number): number {
  const marker = REEL_START + (winnerAt + 1 - REEL_START) * wayAt((elapsedMs + AHEAD_MS) / SPIN_MS)
  return Math.min(cards.length, Math.ceil(marker) + IN_SIGHT)
}

/** The marker stops on the middle 80 % of the card, so that it never seems to lie between two. */
const REST_WIDTH = 0.8

/** Lays out the reel that ends at a drop. */
export function planReel(
  drop: Pick<WonDrop, 'item'>,
  contents: readonly ContentView[],
  length: { before: number; after: number },
  chance: Chance,
): ReelPlan {
  const total = ticketSum(contents)
  const draw = (): ItemView => entryOfRoll(contents, Math.floor(chance() * total) + 1).item
  const before = Array.from({ length: length.before }, draw)
  const after = Array.from({ length: length.after }, draw)
  return { cards: [...before, drop.item, ...after], winnerAt: length.before, rest: (chance() - 0.5) * REST_WIDTH }
}

/** Where the track of a plan lies while the marker stands on a card, as a CSS percentage of the track's own length. */
export function trackShift(plan: ReelPlan, card: number, rest = 0): number {
  return (-(card + 0.5 + rest) / plan.cards.length) * 100
}
