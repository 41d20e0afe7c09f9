// Finds the player that a command names, by the number on the site or by the Steam ID.
import { InvalidArgumentError } from 'commander'
import { eq } from 'drizzle-orm'
import type { Database } from '../../../src/server/db/database.ts'
import { players } from '../../../src/server/db/schema.ts'
import { CommandRefused } from '../../cli/program.ts'

export type PlayerRow = typeof players.$inferSelect

/** Parses the argument that names a player: their number on the site, or their Steam ID. */
export function playerName(text: string): string {
  if (/^(\d{1,9}|\d{17})$/.test(text)) return text
  throw new InvalidArgumentError('Expected the number of a player, like 1000, or a Steam ID of 17 digits.')
}

/**
 * Reads the row of a player.
 *
 * @throws CommandRefused when there is no such player
 */
export async function findPlayer({ queries }: Database, name: string): Promise<PlayerRow> {
  const named = name.length === 17 ? eq(players.steamid, name) : eq(players.id, Number(name))
  const [player] = await queries.select().from(players).where(named)
  if (player !== undefined) return player
  throw new CommandRefused(`There is no player ${name}. Look them up: npm run ops -- players list --name TEXT`)
}
