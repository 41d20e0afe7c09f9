// The six players of the sandbox's stand-in for Steam.

export interface StandInPlayer {
  readonly steamid: string
  readonly name: string
  readonly avatar: string
  /** Null for a player who hides the level, as on Steam. */
  readonly level: number | null
}

const PLAYERS: readonly (readonly [name: string, level: number | null])[] = [
  ['nebula_fox', 27],
  ['Quark & Co', 12],
  ['Тиха Орбіта', 104],
  ['perigee', 0],
  ['Комета', 48],
  ['<dark side>', null],
]

/** They include level 0 and a hidden level (for promo codes), Cyrillic names, and names that HTML and XML must escape. */
export const STAND_IN_PLAYERS: readonly StandInPlayer[] = PLAYERS.map(([name, level], index) => ({
  steamid: `765611999999999${11 + index}`,
  name,
  avatar: `/assets/img/players/sandbox-${index + 1}.svg`,
  level,
}))

/** Returns the player with a Steam id. */
export function standInPlayer(steamid: string): StandInPlayer | undefined {
  return STAND_IN_PLAYERS.find((player) => player.steamid === steamid)
}
