// A player's own play beside what the odds expect: how a session is told, and how long a losing run is to be expected.

const MINUTE_MS = 60_000

/** Rounds that are at most this far apart are one session; longer pauses are not play. */
export const SESSION_GAP_MS = 15 * MINUTE_MS

/** The spans of the mirror, in days; `all` for everything. */
export const MIRROR_SPANS = ['30', '90', 'all'] as const

export type MirrorSpan = (typeof MIRROR_SPANS)[number]

/** Below this a longer run adds nothing to the mean. */
const NEGLIGIBLE = 1e-9

/** Up to this many rounds the chance of a run is computed exactly; beyond it the approximation is within 3 % for chances up to 0.95. */
const EXACT_MOST = 500

/** Returns the chance that a run of `run` losses occurs in some rounds, each lost with a chance; by the first run that ends at each round. */
function exactChance(rounds: number, run: number, chance: number): number {
  const lost = chance ** run
  const without: number[] = []
  for (let count = 0; count <= rounds; count++) {
    if (count < run) without.push(1)
    else if (count === run) without.push(1 - lost)
    else without.push((without[count - 1] ?? 0) - (1 - chance) * lost * (without[count - run - 1] ?? 0))
  }
  return 1 - (without[rounds] ?? 1)
}

/** Returns the same for many rounds: runs begin nearly as a Poisson process (Feller, An Introduction to Probability Theory, volume 1, XIII.7). */
function poissonChance(rounds: number, run: number, chance: number): number {
  const lost = chance ** run
  return 1 - (1 - lost) * Math.exp(-(rounds - run) * (1 - chance) * lost)
}

/**
 * Returns the mean length of the longest losing run of independent rounds: the sum over k of the chance that a run of k losses occurs.
 *
 * @param rounds how many were played
 * @param chance of losing one, from 0 to 1; the mean of the rounds' chances where they differ
 */
export function expectedLosingRun(rounds: number, chance: number): number {
  if (chance >= 1) return rounds
  if (chance <= 0) return 0
  const chanceOf = rounds <= EXACT_MOST ? exactChance : poissonChance
  let mean = 0
  for (let run = 1; run <= rounds; run++) {
    const occurs = chanceOf(rounds, run, chance)
    if (occurs < NEGLIGIBLE) break
    mean += occurs
  }
  return mean
}
