// Finds the player that a command names, by the number on the site or by the Steam ID.
import { InvalidArgumentError } from 'commander'
import type { Database } from '../../../src/server/db/database.ts'
import { findPlayer, type PlayerRow } from '../../../src/server/services/account/lookup.ts'
import { CommandRefused } from '../../cli/program.ts'

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
export async function playerNamed({ queries }: Database, name: string): Promise<PlayerRow> {
  const player = await findPlayer(queries, name)
  if (player !== undefined) return player
  throw new CommandRefused(`There is no player ${name}. Look them up: npm run ops -- players list --name TEXT`)
}
