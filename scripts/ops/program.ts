// npm run ops: everything that an operator does from a command line, in groups.
import type { Command } from 'commander'
import type { CommandIo } from '../cli/command-io.ts'
import { createProgram } from '../cli/program.ts'
import { addBackupCommands } from './backup.ts'
import { addBattleCommands } from './battles.ts'
import { addCaseCommands } from './cases.ts'
import { addCatalogueCommands } from './catalogue.ts'
import { addDrainCommand } from './drain.ts'
import { addLedgerCommands } from './ledger.ts'
import { addMigrateCommand } from './migrate.ts'
import { addOrderCommands } from './orders.ts'
import { addPartitionCommands } from './partitions.ts'
import { addPlayerCommands } from './players.ts'
import { addPriceCommands } from './prices.ts'
import { addPromoCommands } from './promo.ts'
import { addPushCommands } from './push.ts'
import { addRaffleCommands } from './raffles.ts'
import { addReportCommands } from './report.ts'
import { addRestoreCommand } from './restore.ts'
import { addShopCommands } from './shop.ts'
import { addStaffCommands } from './staff.ts'
import { addSwitchCommands } from './switches.ts'
import { addWithdrawalCommands } from './withdrawals.ts'

/** Creates the program of `npm run ops`. */
export function createOps(io: CommandIo): Command {
  const program = createProgram('npm run ops --', io)
    .description(
      'Everything that an operator does from a command line. The settings name the database (.env, or the environment).',
    )
    .addHelpText(
      'after',
      `
Examples:
  npm run ops -- orders list --state paid --limit 10
  npm run ops -- players ban --help

Ends with 0 when done, 1 when refused or failed, 2 for a bad command line. Times are in UTC.
The server can keep running, except for backup and restore on PGlite.`,
    )
  addCatalogueCommands(program.command('catalogue'), io)
  addCaseCommands(program.command('cases'), io)
  addPriceCommands(program.command('prices'), io)
  addShopCommands(program.command('shop'), io)
  addPromoCommands(program.command('promo'), io)
  addOrderCommands(program.command('orders'), io)
  addWithdrawalCommands(program.command('withdrawals'), io)
  addPlayerCommands(program.command('players'), io)
  addStaffCommands(program.command('staff'), io)
  addSwitchCommands(program.command('switches'), io)
  addRaffleCommands(program.command('raffles'), io)
  addBattleCommands(program.command('battles'), io)
  addPushCommands(program.command('push'), io)
  addReportCommands(program.command('report'), io)
  addDrainCommand(program.command('drain'), io)
  addBackupCommands(program.command('backup'), io)
  addRestoreCommand(program.command('restore'), io)
  addMigrateCommand(program.command('migrate'), io)
  addLedgerCommands(program.command('ledger'), io)
  addPartitionCommands(program.command('partitions'), io)
  return program
}

/** Creates the program of `npm run catalogue`. */
export function createCatalogue(io: CommandIo): Command {
  return addCatalogueCommands(createProgram('npm run catalogue --', io), io)
}

/** Creates the program of `npm run ledger`. */
export function createLedger(io: CommandIo): Command {
  return addLedgerCommands(createProgram('npm run ledger --', io), io)
}
