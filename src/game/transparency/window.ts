// What the last published days add up to, as the page and the API give it: a pure function of the days.

import { measureReturn } from '../games/returns.ts'
import { MILLION } from '../rewards/margin.ts'
import type { Figures, GameFigures } from './day.ts'
import { waitQuantile, windowOf } from './sums.ts'

/** The windows of the page, in days. */
export const WINDOWS = [30, 90] as const

/** Stands for a wait beyond the last bound, because JSON has no infinity. */
const BEYOND = -1

function quantile(waits: readonly number[], share: number): number | null {
  const minutes = waitQuantile(waits, share)
  return minutes === Number.POSITIVE_INFINITY ? BEYOND : minutes
}

function measureGame(figures: GameFigures) {
  const { game, rolls, staked, won } = figures
  return { game, rolls, staked, won, ...measureReturn(figures) }
}

/** Returns the summary of the last days. */
export function summarize(days: readonly Figures[], wanted: number) {
  const { withdrawals, returns, bots, gifts, ...rest } = windowOf(days, wanted)
  return {
    days: Math.min(days.length, wanted),
    wanted,
    withdrawals: {
      ...withdrawals,
      waits: [...withdrawals.waits],
      median: quantile(withdrawals.waits, 0.5),
      p95: quantile(withdrawals.waits, 0.95),
    },
    returns: returns.map(measureGame),
    bots: bots.map(measureGame),
    gifts: {
      ...gifts,
      margin: Math.floor(gifts.margin / MILLION),
      covers: Math.floor((gifts.margin * gifts.ownPercent) / 100 / MILLION),
    },
    ...rest,
  }
}
