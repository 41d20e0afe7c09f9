// npm run ledger -- check: recomputes the ledger of the configured database.
import type { Command } from 'commander'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { withDatabase } from './open-database.ts'

async function check(io: CommandIo): Promise<void> {
  const { transfers, rules, difference } = await withDatabase(io, checkLedger)
  if (difference !== undefined)
    throw new CommandRefused(`Broken: ${difference.rule}\n${JSON.stringify(difference.row)}`)
  printLine(io, `The ledger is right: ${transfers} transfers, ${rules} rules.`)
}

/** Adds the commands about the ledger. */
export function addLedgerCommands(ledger: Command, io: CommandIo): Command {
  ledger.description('The ledger: recompute it.')
  ledger
    .command('check')
    .description('Recompute the ledger; print the first difference and end with 1 if there is one.')
    .action(() => check(io))
  return ledger
}
