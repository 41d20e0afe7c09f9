// Finds the player that a line names, by the site's number or by the Steam id.
import { eq } from 'drizzle-orm'
import type { Database } from '../../../src/server/db/database.ts'
import { players } from '../../../src/server/db/schema.ts'
import { CommandRefused, onlyWord, UsageError } from '../operator.ts'

export type PlayerRow = typeof players.$inferSelect

/** The one player that a command is about: a number of the site, or 17 digits of Steam. */
export function readPlayer(words: readonly string[]): string {
  const word = onlyWord(words, 'player')
  if (/^(\d{1,9}|\d{17})$/.test(word)) return word
  throw new UsageError(`"${word}" is no player: say his number here, like 1000, or his Steam id, 17 digits.`)
}

/** @throws CommandRefused when there is no such player */
export async function findPlayer({ queries }: Database, word: string): Promise<PlayerRow> {
  const named = word.length === 17 ? eq(players.steamid, word) : eq(players.id, Number(word))
  const [player] = await queries.select().from(players).where(named)
  if (player !== undefined) return player
  throw new CommandRefused(`There is no player ${word}. Look him up: npm run ops -- players list --name WORDS`)
}
