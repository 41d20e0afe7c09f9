// The bots of the sandbox: their names and pictures, which say what they are wherever a player is shown, and what each likes to play.

/** What a bot plays on its own; battles are planned for all of them together (lobby-plan.ts). */
export const BOT_GAMES = ['case', 'upgrade', 'contract', 'wheel', 'raffle'] as const
export type BotGame = (typeof BOT_GAMES)[number]

/** What a bot likes; a weight of 0 is what it never does. */
export interface Character {
  readonly games: Readonly<Record<BotGame, number>>
  /** How often it makes battles and joins them, compared with the others. */
  readonly battles: number
  /** The chance that it sells what it won at once; the rest is for upgrades and contracts. */
  readonly sellChance: number
}

const OPENER: Character = {
  games: { case: 10, upgrade: 1, contract: 0.5, wheel: 1, raffle: 1 },
  battles: 1,
  sellChance: 0.6,
}
const FIGHTER: Character = {
  games: { case: 4, upgrade: 1, contract: 0.5, wheel: 0.5, raffle: 1 },
  battles: 5,
  sellChance: 0.7,
}
const UPGRADER: Character = {
  games: { case: 3, upgrade: 8, contract: 0.5, wheel: 0.5, raffle: 1 },
  battles: 1,
  sellChance: 0.2,
}
const TRADER: Character = {
  games: { case: 6, upgrade: 1, contract: 6, wheel: 0.5, raffle: 1 },
  battles: 1,
  sellChance: 0.05,
}
const SPINNER: Character = {
  games: { case: 3, upgrade: 1, contract: 0.5, wheel: 6, raffle: 2 },
  battles: 2,
  sellChance: 0.5,
}

const ROSTER: readonly (readonly [name: string, character: Character])[] = [
  ['Altair', OPENER],
  ['Borealis', FIGHTER],
  ['Cassini', UPGRADER],
  ['Deimos', TRADER],
  ['Europa', FIGHTER],
  ['Sirius', SPINNER],
  ['Ganymede', OPENER],
  ['Halley', UPGRADER],
  ['Io', FIGHTER],
  ['Juno', TRADER],
  ['Kepler', FIGHTER],
  ['Luna', OPENER],
]

/** A bot before it is a player. */
export interface RosterEntry {
  /** Of an account that Steam never assigned: it does not begin with 7656. */
  readonly steamid: string
  /** Begins with "Bot": names are shown as they are in every language, in lists, pictures and exports. */
  readonly name: string
  /** A robot (art/players.ts). */
  readonly avatar: string
  readonly character: Character
}

/** The bots, always in the same order. */
export const BOTS: readonly RosterEntry[] = ROSTER.map(([name, character], place) => ({
  steamid: `1000000000000000${String(place + 1).padStart(2, '0')}`,
  name: `Bot ${name}`,
  avatar: `/assets/img/players/house-${place + 1}.svg`,
  character,
}))
