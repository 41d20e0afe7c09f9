// The six players whom the sandbox's stand-in for Steam knows.

export interface StandInPlayer {
  readonly steamid: string
  readonly name: string
  readonly avatar: string
  /** Null: this player keeps the level to themselves, as on Steam. */
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

/** Between them: level 0 and a hidden level (promo codes), Cyrillic names, and names that HTML and XML must escape. */
export const STAND_IN_PLAYERS: readonly StandInPlayer[] = PLAYERS.map(([name, level], index) => ({
  steamid: `765611999999999${11 + index}`,
  name,
  avatar: `/assets/img/players/sandbox-${index + 1}.svg`,
  level,
}))

/** One of them by his Steam id. */
export function standInPlayer(steamid: string): StandInPlayer | undefined {
  return STAND_IN_PLAYERS.find((player) => player.steamid === steamid)
}
