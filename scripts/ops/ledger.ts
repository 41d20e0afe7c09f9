// npm run ledger -- check: recomputes the ledger of the configured database; prints the first difference and exits 1 if there is one.
import { checkLedger } from '../../src/server/ledger/check.ts'
import { withDatabase } from './open-database.ts'
import { CommandRefused, type Group, readLine } from './operator.ts'

const USAGE = 'Usage: npm run ledger -- check   recompute it, and print the first difference'

async function check(args: readonly string[]): Promise<void> {
  readLine(args, {})
  const { transfers, rules, difference } = await withDatabase(checkLedger)
  if (difference !== undefined)
    throw new CommandRefused(`Broken: ${difference.rule}\n${JSON.stringify(difference.row)}`)
  console.log(`The ledger is right: ${transfers} transfers, ${rules} rules.`)
}

/** The commands about the ledger. */
export const group: Group = { usage: USAGE, commands: { check } }
