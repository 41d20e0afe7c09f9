// What the commands about orders, withdrawals and raffles share: the options of their lists, and the id of an order or withdrawal.
import { type Command, Option } from 'commander'
import { FIRST_PLAYER_ID } from '../../src/server/db/schema.ts'
import { uuid, wholeNumber } from '../cli/parsers.ts'

const LIMIT = 50

/** Adds `--limit`. */
export function addLimitOption(command: Command): Command {
  return command.option('--limit <number>', 'at most this many rows', wholeNumber({ least: 1, most: 10_000 }), LIMIT)
}

/** Adds `--state`, `--player` and `--limit`; `player` describes what the player did. */
export function addListOptions(command: Command, states: readonly string[], player: string): Command {
  const playerId = wholeNumber({ least: FIRST_PLAYER_ID, most: 2_147_483_647 })
  return addLimitOption(
    command
      .addOption(new Option('--state <state>', 'only those in this state').choices(states))
      .option('--player <number>', player, playerId),
  )
}

/** Adds a command about one order or withdrawal, which takes its id. */
export function addCommandAbout(what: string, commands: Command, name: string, description: string): Command {
  return commands.command(name).description(description).argument(`<${what}>`, 'its id', uuid)
}
