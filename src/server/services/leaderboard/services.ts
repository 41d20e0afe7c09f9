// The services of leaderboards.
import type { ServiceParts } from '../rolls/service-parts.ts'
import { createLeaderboards } from './boards.ts'
import { createLeaderCounting } from './counting.ts'
import { createLeaderPrizes } from './prizes.ts'

/** Makes the services of leaderboards. */
export function createLeaderboardServices(parts: ServiceParts) {
  return {
    leaderboards: createLeaderboards(parts),
    leaderCounting: createLeaderCounting({ ...parts, rules: () => parts.rewards().leaderboard }),
    leaderPrizes: createLeaderPrizes(parts),
  }
}
