// How the end of a battle is celebrated for the one who looks.
import type { WinTier } from '../../../game/base/win-tier.ts'
import type { Arena } from '../parts/arena.ts'

/** Returns the tier of what the page's player gets, 0 where they lost; of the best win for a spectator. */
export function celebratedTier({ sides }: Arena): WinTier {
  const seats = sides.flatMap((side) => side.seats)
  const own = seats.filter(({ seat }) => seat?.own)
  const tiers = (own.length > 0 ? own : seats).map(({ gets }) => gets?.tier ?? 0)
  return Math.max(...tiers) as WinTier
}
