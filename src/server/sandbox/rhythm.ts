// When a bot plays next, and what. Pure: the numbers come from a seeded generator.
import { BOT_GAMES, type BotGame, type Character } from './roster.ts'

/** Returns the next number of a stream, from 0 to 1 (1 excluded). */
export type Random = () => number

/** Between two games of a bot. */
export const PAUSE_MS = { least: 8_000, most: 60_000 } as const

/** Returns a number between two others, in the same unit. */
export function within({ least, most }: { readonly least: number; readonly most: number }, fraction: number): number {
  return least + Math.floor(fraction * (most - least))
}

/** Draws how long a bot pauses after a game, in milliseconds. */
export function drawPause(random: Random): number {
  return within(PAUSE_MS, random())
}

/** Draws an order of entries, in which those with more weight tend to be earlier; entries without weight are left out. */
export function weightedOrder<Entry>(
  entries: readonly Entry[],
  weightOf: (entry: Entry) => number,
  random: Random,
): Entry[] {
  return entries
    .filter((entry) => weightOf(entry) > 0)
    .map((entry) => ({ entry, key: -Math.log(1 - random()) / weightOf(entry) }))
    .sort((a, b) => a.key - b.key)
    .map(({ entry }) => entry)
}

/** Draws what a bot plays: the first game, and what it chooses instead where that one is stopped, refused or has nothing to play with. */
export function drawGames({ games }: Character, random: Random): BotGame[] {
  return weightedOrder(BOT_GAMES, (game) => games[game], random)
}
