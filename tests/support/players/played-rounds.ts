// A plain reading of rounds, round by round, as the mirror's statement reads them all at once.
import { SESSION_GAP_MS } from '../../../src/game/fairness/mirror.ts'

export interface PlayedRound {
  readonly game: string
  readonly atMs: number
  readonly staked: number
  readonly won: number
}

export interface PlainReading {
  readonly rounds: number
  readonly staked: number
  readonly won: number
  readonly played_ms: number
  readonly longest: { readonly rounds: number; readonly lost: number }
  readonly costliest: { readonly rounds: number; readonly lost: number }
}

interface Run {
  readonly rounds: number
  readonly lost: number
}

function runsOf(rounds: readonly PlayedRound[]): Run[] {
  const runs: Run[] = [{ rounds: 0, lost: 0 }]
  for (const { staked, won } of rounds) {
    const run = runs.at(-1) ?? { rounds: 0, lost: 0 }
    if (won >= staked) runs.push({ rounds: 0, lost: 0 })
    else runs[runs.length - 1] = { rounds: run.rounds + 1, lost: run.lost + staked - won }
  }
  return runs
}

const greatest = (runs: readonly Run[], by: (run: Run) => readonly [number, number]): Run =>
  runs.toSorted((a, b) => by(b)[0] - by(a)[0] || by(b)[1] - by(a)[1])[0] ?? { rounds: 0, lost: 0 }

/** Reads the rounds of one game, or of all, in their order; time counts for the game of the later round. */
export function readRounds(all: readonly PlayedRound[], game: string | null): PlainReading {
  const own = all.filter((round) => game === null || round.game === game)
  const runs = runsOf(own)
  const sum = (of: (round: PlayedRound) => number): number => own.reduce((total, round) => total + of(round), 0)
  const playedMs = all.reduce((total, round, place) => {
    const before = all[place - 1]
    const pause = before === undefined ? Number.POSITIVE_INFINITY : round.atMs - before.atMs
    return pause <= SESSION_GAP_MS && (game === null || round.game === game) ? total + pause : total
  }, 0)
  return {
    rounds: own.length,
    staked: sum(({ staked }) => staked),
    won: sum(({ won }) => won),
    played_ms: playedMs,
    longest: greatest(runs, ({ rounds, lost }) => [rounds, lost]),
    costliest: greatest(runs, ({ rounds, lost }) => [lost, rounds]),
  }
}

/** Returns how many sessions rounds are. */
export const sessionsOf = (all: readonly PlayedRound[]): number =>
  all.filter((round, place) => {
    const before = all[place - 1]
    return before === undefined || round.atMs - before.atMs > SESSION_GAP_MS
  }).length
