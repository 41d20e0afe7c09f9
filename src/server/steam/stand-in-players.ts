// The six players of the sandbox's stand-in for Steam.

export interface StandInPlayer {
  readonly steamid: string
  readonly name: string
  readonly avatar: string
  /** Null for a player who hides the level, as on Steam. */
  readonly level: number | null
  /** True for an account that is a month old: too new for gifts without a deposit. */
  readonly isNew: boolean
}

const PLAYERS: readonly (readonly [name: string, level: number | null, isNew?: true])[] = [
  ['nebula_fox', 27],
  ['Quark & Co', 12],
  ['Тиха Орбіта', 104],
  ['perigee', 0],
  ['Комета', 48, true],
  ['<dark side>', null],
]

/** They include level 0, a hidden level and a new account (for gifts and promo codes), Cyrillic names, and names that HTML and XML must escape. */
export const STAND_IN_PLAYERS: readonly StandInPlayer[] = PLAYERS.map(([name, level, isNew = false], index) => ({
  steamid: `765611999999999${11 + index}`,
  name,
  avatar: `/assets/img/players/sandbox-${index + 1}.svg`,
  level,
  isNew,
}))

/** Returns the player with a Steam id. */
export function standInPlayer(steamid: string): StandInPlayer | undefined {
  return STAND_IN_PLAYERS.find((player) => player.steamid === steamid)
}
