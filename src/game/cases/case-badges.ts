// Which cases are new and which are hot, by what the database has counted: rules without a clock of their own.

const DAY_MS = 86_400_000

/** A case is new for this long after it was first in the catalogue. */
export const NEW_DAYS = 14

/** The days whose openings are counted, today among them. */
export const POPULAR_DAYS = 7

/** At most this many cases are hot. */
const HOT_MOST = 3
/** Fewer openings are no crowd. */
const HOT_LEAST_OPENINGS = 20
/** A hot case was opened this many times as often as the mean of all cases. */
const HOT_TIMES_MEAN = 2

export type CaseBadge = 'new' | 'hot'

/** Of so many cases in a row at most one is called hot. */
export const HOT_ONE_OF = 6

/** What was counted of a case. */
export interface CaseCount {
  /** Openings of the last `POPULAR_DAYS` days. */
  readonly opened: number
  /** When it was first in the catalogue, in milliseconds since 1970; 0 for what the site started with. */
  readonly firstSeen: number
}

/** Tells whether a case is new at a time. */
export function isNewCase({ firstSeen }: CaseCount, nowMs: number): boolean {
  return firstSeen > 0 && nowMs - firstSeen < NEW_DAYS * DAY_MS
}

/**
 * Returns the hot cases: at most three, each opened at least 20 times and twice as often as the mean of all cases.
 *
 * @param counts of every case of the catalogue, by url
 */
export function hotCases(counts: ReadonlyMap<string, CaseCount>): ReadonlySet<string> {
  const sum = [...counts.values()].reduce((total, { opened }) => total + opened, 0)
  const least = Math.max(HOT_LEAST_OPENINGS, (HOT_TIMES_MEAN * sum) / Math.max(1, counts.size))
  const crowded = [...counts].filter(([, { opened }]) => opened >= least)
  return new Set(
    crowded
      .toSorted(([, one], [, other]) => other.opened - one.opened)
      .slice(0, HOT_MOST)
      .map(([url]) => url),
  )
}

/** A case of a list, with its badges. */
interface BadgedCase extends Pick<CaseCount, 'opened'> {
  readonly badges: readonly CaseBadge[]
}

/**
 * Returns the badges of cases in the order in which they are listed. Of `HOT_ONE_OF` cases in a row only the one that was opened most is
 * called hot: a mark on every second card tells nothing.
 */
export function spaceHotBadges(cases: readonly BadgedCase[]): readonly (readonly CaseBadge[])[] {
  const hot = new Set<number>()
  const candidates = [...cases.keys()].filter((place) => cases[place]?.badges.includes('hot'))
  for (const place of candidates.sort((a, b) => (cases[b]?.opened ?? 0) - (cases[a]?.opened ?? 0))) {
    if ([...hot].every((other) => Math.abs(other - place) >= HOT_ONE_OF)) hot.add(place)
  }
  return cases.map(({ badges }, place) => badges.filter((badge) => badge !== 'hot' || hot.has(place)))
}
