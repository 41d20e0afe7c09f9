// npm run ledger -- check: recomputes the ledger of the configured database, compares published days with it, and checks the audit's chain.
import type { Command } from 'commander'
import { checkBooks } from '../../src/server/services/transparency/check-books.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { withDatabase } from './open-database.ts'

async function check(io: CommandIo): Promise<void> {
  const { transfers, rules, days, audit, difference } = await withDatabase(io, (db) => checkBooks(db))
  if (difference !== undefined)
    throw new CommandRefused(`Broken: ${difference.rule}\n${JSON.stringify(difference.row)}`)
  printLine(io, `The ledger is right: ${transfers} transfers, ${rules} rules.`)
  if (days > 0) printLine(io, `It agrees with ${days} published ${days === 1 ? 'day' : 'days'}.`)
  printLine(io, `The audit is intact to #${audit.sealed}${waitingWords(audit.unsealed)}.`)
}

/** Rows are sealed while a site runs. */
function waitingWords(unsealed: number): string {
  if (unsealed === 0) return ''
  return unsealed === 1
    ? '; 1 waits for a running site to seal it'
    : `; ${unsealed} wait for a running site to seal them`
}

/** Adds the commands about the ledger. */
export function addLedgerCommands(ledger: Command, io: CommandIo): Command {
  ledger.description('The ledger: recompute it.')
  ledger
    .command('check')
    .description(
      'Recompute the ledger and the chain of the audit; print the first difference and end with 1 if there is one.',
    )
    .action(() => check(io))
  return ledger
}
