// Plays a case many times by its odds, so that a person sees what they mean before anybody plays it.
import { CASE_TICKETS } from '../base/economy.ts'
import { entryOfRoll, type Ticketed, ticketSum } from '../cases/case.ts'
import { drawRoll, type Hmac } from '../fairness/fairness.ts'

/** How many openings are played. */
export const SIMULATED = 100_000

/** How many openings the losses are of. */
export const STREAKS = [10, 100, 1_000] as const

export type Streak = (typeof STREAKS)[number]

/** The upper bounds of the bars of the histogram, in parts of the price; the last bar has none. */
export const BAR_BOUNDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 50] as const

export interface SimulatedEntry extends Ticketed {
  readonly priceCents: number
}

export interface SimulatedCase {
  /** Their tickets sum to 1,000,000. */
  readonly entries: readonly SimulatedEntry[]
  readonly priceCents: number
}

export interface SimulationResult {
  readonly openings: number
  /** What was won in the mean, as a fraction of the price. */
  readonly measured: number
  /** How many openings won less than each bound of the histogram and not less than the one before. */
  readonly bars: readonly number[]
  /** The part of the openings that won the price or more. */
  readonly paid: number
  /** The place of the dearest item that was won. */
  readonly dearest: number
  /** What a player loses in the median of so many openings, in cents; below zero for a gain. */
  readonly losses: Readonly<Record<Streak, number>>
}

/** Returns the bar of a prize. */
function barOf(prizeCents: number, priceCents: number): number {
  const bar = BAR_BOUNDS.findIndex((bound) => prizeCents < bound * priceCents)
  return bar === -1 ? BAR_BOUNDS.length : bar
}

/** Returns the middle of values; the mean of both middle ones of an even number. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** Returns the losses of all whole streaks of so many openings. */
function lossesOf(prizes: readonly number[], streak: number, priceCents: number): number[] {
  return Array.from({ length: Math.floor(prizes.length / streak) }, (_, place) => {
    const won = prizes.slice(place * streak, (place + 1) * streak).reduce((sum, prize) => sum + prize, 0)
    return streak * priceCents - won
  })
}

export interface Simulation {
  /** Plays so many openings more. */
  play(count: number): void
  result(): SimulationResult
}

/**
 * Begins to play a case by the rolls that the game itself draws.
 *
 * @param hmac where the rolls come from; the same one gives the same openings
 * @throws RangeError for tickets that do not sum to 1,000,000
 */
export function createSimulation({ entries, priceCents }: SimulatedCase, hmac: Hmac): Simulation {
  if (ticketSum(entries) !== CASE_TICKETS) throw new RangeError('The tickets do not sum to 1,000,000')
  const placed = entries.map((entry, place) => ({ ...entry, place }))
  const prizes: number[] = []
  let dearest = placed[0]
  return {
    play: (count) => {
      for (let left = count; left > 0; left--) {
        const roll = drawRoll(hmac, { game: 'case', clientSeed: 'simulation', nonce: prizes.length })
        const entry = entryOfRoll(placed, roll)
        prizes.push(entry.priceCents)
        if (prizes.length === 1 || entry.priceCents > (dearest?.priceCents ?? 0)) dearest = entry
      }
    },
    result: () => {
      const bars = [...BAR_BOUNDS, null].map(() => 0)
      for (const prize of prizes) {
        const bar = barOf(prize, priceCents)
        bars[bar] = (bars[bar] ?? 0) + 1
      }
      const won = prizes.reduce((sum, prize) => sum + prize, 0)
      return {
        openings: prizes.length,
        measured: prizes.length === 0 ? 0 : won / (prizes.length * priceCents),
        bars,
        paid: prizes.length === 0 ? 0 : prizes.filter((prize) => prize >= priceCents).length / prizes.length,
        dearest: dearest?.place ?? 0,
        losses: Object.fromEntries(
          STREAKS.map((streak) => [streak, medianOf(lossesOf(prizes, streak, priceCents))]),
        ) as Record<Streak, number>,
      }
    },
  }
}
