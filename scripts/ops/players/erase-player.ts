// npm run ops -- players erase: says what an erasure takes from a player, and does it with --yes.
import { commandActor } from '../../../src/server/audit/actor.ts'
import { erasePlayer, OPERATOR_REASON } from '../../../src/server/services/account/erasure.ts'
import { accountOf } from '../../../src/server/services/account/lookup.ts'
import { type CommandIo, printLine } from '../../cli/command-io.ts'
import { CommandRefused } from '../../cli/program.ts'
import { formatFields } from '../../cli/table.ts'
import { withDatabase } from '../open-database.ts'
import { playerNamed } from './find-player.ts'
import { holdingsOf } from './holdings.ts'

export interface EraseOptions {
  readonly yes: boolean
}

/**
 * Prints what a player loses by an erasure, and erases them with `yes`.
 *
 * @throws CommandRefused for a bot, a player who is erased already, and one with something open
 */
export async function printErasure(name: string, { yes }: EraseOptions, io: CommandIo): Promise<void> {
  const { player, account } = await withDatabase(io, async (db) => {
    const player = await playerNamed(db, name)
    if (player.house)
      throw new CommandRefused(`${player.username} is a bot of the sandbox: HOUSE_PLAYERS=off turns bots off.`)
    const account = await accountOf(db.queries, player.id)
    const outcome = await erasePlayer(db, player.id, new Date(), commandActor(), {
      reason: OPERATOR_REASON,
      preview: !yes,
    })
    if (outcome === 'erased-before') throw new CommandRefused(`Player ${player.id} is erased already.`)
    if (outcome === 'open') {
      throw new CommandRefused(
        `Player ${player.id} has an open withdrawal, or an order that is unpaid or disputed: npm run ops -- players show ${player.id}`,
      )
    }
    return { player, account }
  })
  printLine(
    io,
    formatFields([['player', `${player.id} ${player.username}`], ['steam id', player.steamid], ...holdingsOf(account)]),
  )
  printLine(
    io,
    yes
      ? `Player ${player.id} is erased. The ledger and results stay under their number, the Steam ID for the closure.`
      : 'Nothing was done yet: add --yes to erase the player, who loses balance and items. It cannot be undone.',
  )
}
