// What the arena shows of each side and seat at a moment: sums, points or chances so far, who is ahead, and at the end who won.

import { type Cents, cents, sumCents } from '../../../game/base/money.ts'
import { type WinTier, winTier } from '../../../game/base/win-tier.ts'
import {
  type BattleTerms,
  isLowestBest,
  partOfPrice,
  partOfShare,
  sidesOf,
  standingsOf,
} from '../../../game/battles/battle.ts'
import type { BattleDrop } from '../../../game/battles/rolls.ts'
import { type BattleMoment, roundsShown } from '../../../game/battles/timeline.ts'
import type { BattleCard, SeatView } from '../../../protocol/battle.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type { BattleContent, DrawnContents } from '../../../stores/battles/battle-draw.ts'

export type ShownDrop = BattleDrop<BattleContent>

export interface ArenaSeat {
  readonly slot: number
  /** Null while it is free. */
  readonly seat: SeatView | null
  /** What it drew in the rounds that were shown. */
  readonly drops: readonly ShownDrop[]
  readonly sumCents: Cents
  /** What its player gets, once the winner is shown; null before. */
  readonly gets: Winnings | null
}

/** What the player of a seat gets, by the part of the seat that is theirs. */
export interface Winnings {
  readonly cents: Cents
  /** What the whole seat gets. */
  readonly seatCents: Cents
  /** What they paid for that part, with what the creator paid for them. */
  readonly paidCents: Cents
  readonly tier: WinTier
}

/** Points of a rush, the chance of a jackpot as a fraction (null before the first round); null in the other modes, which compare sums. */
export type SideScore = { readonly points: number } | { readonly chance: number | null } | null

export interface ArenaSide {
  /** From 0. */
  readonly place: number
  readonly seats: readonly ArenaSeat[]
  readonly sumCents: Cents
  readonly score: SideScore
  readonly isAhead: boolean
  /** The length of its bar, as a fraction. */
  readonly level: number
  readonly outcome: 'won' | 'lost' | null
  /** Its place at the end, from 1; null before, and where sides have none: a jackpot is drawn, and a shared battle has no winner. */
  readonly rank: number | null
}

export interface Arena {
  readonly sides: readonly ArenaSide[]
  /** The value of everything that was shown. */
  readonly potCents: Cents
  /** The rounds whose items were shown. */
  readonly shown: number
  /** The round whose reels run or whose items are shown; the last one in the decision, null before the first. */
  readonly round: number | null
}

/** The moment of a battle and what was drawn; null before the draw. */
export interface Shown {
  readonly drawn: DrawnContents
  readonly moment: BattleMoment
}

type ArenaBattle = Pick<BattleCard, 'format' | 'mode' | 'crazy' | 'seats' | 'price' | 'rounds'>

/** Returns the round that a moment is about; null before the first. */
function roundOf(moment: BattleMoment | undefined, rounds: number): number | null {
  if (moment === undefined || moment.step === 'lead') return null
  return moment.step === 'reels' || moment.step === 'items' ? moment.round : rounds
}

/** Tells whether the winner may be named. */
export function isDecided(moment: BattleMoment | undefined): boolean {
  return moment?.step === 'winner' || moment?.step === 'over'
}

/** Returns the most expensive items of drops, of which the first is the dearest. */
export function dearest(drops: readonly ShownDrop[], most: number): readonly ItemView[] {
  return drops
    .toSorted((one, other) => other.entry.priceCents - one.entry.priceCents)
    .slice(0, most)
    .map(({ entry }) => entry.item)
}

/** Returns what is compared and who is ahead. Before the last round of a terminal battle nobody is. */
function standings(battle: ArenaBattle, drops: readonly (readonly ShownDrop[])[]) {
  const found = standingsOf(
    battle,
    drops.map((round) => round.map(({ entry }) => entry.priceCents)),
  )
  return battle.mode === 'terminal' && drops.length < battle.rounds.length ? { ...found, leaders: [] } : found
}

/** Returns the length of a side's bar: of points out of all rounds, of a jackpot its chance, else beside the greatest sum. */
function levelOf({ mode }: Pick<BattleTerms, 'mode'>, score: number, all: readonly number[], rounds: number): number {
  if (mode === 'rush') return score / rounds
  const whole = mode === 'jackpot' ? all.reduce((sum, one) => sum + one, 0) : Math.max(...all)
  return whole === 0 ? 0 : score / whole
}

function scoreOf({ mode }: Pick<BattleTerms, 'mode'>, compared: number, level: number, isBegun: boolean): SideScore {
  if (mode === 'rush') return { points: compared }
  return mode === 'jackpot' ? { chance: isBegun ? level : null } : null
}

function winningsOf({ price }: Pick<BattleCard, 'price'>, seat: SeatView | null, shareCents: Cents): Winnings {
  const percent = seat?.percent ?? 0
  const wonCents = partOfShare(shareCents, percent)
  const paidCents = partOfPrice(cents(price), percent)
  return { cents: wonCents, seatCents: shareCents, paidCents, tier: winTier(wonCents, paidCents) }
}

/** Returns the place of a side by what is compared; in a tie it shares its place with others, but the draw leaves one winner. */
function rankOf(battle: ArenaBattle, scores: readonly number[], place: number, hasWon: boolean): number | null {
  if (battle.mode === 'share' || battle.mode === 'jackpot') return null
  if (hasWon) return 1
  const own = scores[place] ?? 0
  const better = scores.filter((score) => (isLowestBest(battle) ? score < own : score > own))
  return Math.max(2, better.length + 1)
}

/** Returns what is shown of a battle; `shown` is null before its draw. */
export function arenaOf(battle: ArenaBattle, shown: Shown | null): Arena {
  const rounds = battle.rounds.length
  const count = shown === null ? 0 : roundsShown({ rounds }, shown.moment)
  const drops = shown === null ? [] : shown.drawn.rounds.slice(0, count)
  const { seatCents, sideScores, leaders } = standings(battle, drops)
  const result = isDecided(shown?.moment) ? (shown?.drawn.result ?? null) : null
  const taken = new Map(battle.seats.map((seat) => [seat.slot, seat]))
  const seatAt = (slot: number): ArenaSeat => {
    const seat = taken.get(slot) ?? null
    return {
      slot,
      seat,
      drops: drops.flatMap((round) => round[slot - 1] ?? []),
      sumCents: seatCents[slot - 1] ?? cents(0),
      gets: result === null ? null : winningsOf(battle, seat, result.shareCents[slot - 1] ?? cents(0)),
    }
  }
  const sums = sidesOf(battle.format).map((side) => sumCents(side.map((slot) => seatCents[slot - 1] ?? cents(0))))
  const isCompared = battle.mode === 'rush' || battle.mode === 'jackpot'
  const all = isCompared ? sideScores : sums
  return {
    sides: sidesOf(battle.format).map((side, place) => {
      const level = levelOf(battle, all[place] ?? 0, all, rounds)
      const hasWon = result !== null && side.some((slot) => result.winners.includes(slot))
      return {
        place,
        seats: side.map(seatAt),
        sumCents: sums[place] ?? cents(0),
        score: scoreOf(battle, all[place] ?? 0, level, count > 0),
        isAhead: leaders.includes(place),
        level,
        outcome: result === null ? null : hasWon ? 'won' : 'lost',
        rank: result === null ? null : rankOf(battle, sideScores, place, hasWon),
      }
    }),
    potCents: sumCents(sums),
    shown: count,
    round: roundOf(shown?.moment, rounds),
  }
}
