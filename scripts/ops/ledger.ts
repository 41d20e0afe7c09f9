// npm run ledger -- check: recomputes the ledger of the configured database, and compares published days with it.
import type { Command } from 'commander'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { checkPublishedDays } from '../../src/server/services/transparency/check.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { withDatabase } from './open-database.ts'

async function check(io: CommandIo): Promise<void> {
  const { transfers, rules, days, difference } = await withDatabase(io, async (db) => {
    const ledger = await checkLedger(db)
    if (ledger.difference !== undefined) return { ...ledger, days: 0 }
    return { ...ledger, ...(await checkPublishedDays(db)) }
  })
  if (difference !== undefined)
    throw new CommandRefused(`Broken: ${difference.rule}\n${JSON.stringify(difference.row)}`)
  printLine(io, `The ledger is right: ${transfers} transfers, ${rules} rules.`)
  if (days > 0) printLine(io, `It agrees with ${days} published ${days === 1 ? 'day' : 'days'}.`)
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
