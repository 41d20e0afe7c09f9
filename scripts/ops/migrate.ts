// npm run ops -- migrate: makes the tables of a site, or brings them up to date, and ends. Servers do the same at their start.
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../../src/server/config/config.ts'
import type { Database } from '../../src/server/db/database.ts'
import { openPglite } from '../../src/server/db/pglite.ts'
import { WrongMode } from '../../src/server/db/site-mode.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { openServed, readSettings, refuseUsed } from './open-database.ts'

interface MigrateOptions {
  readonly baseline: boolean
}

function open(config: Config, io: CommandIo, { baseline }: MigrateOptions): Promise<Database> {
  if (config.databaseUrl !== undefined) return openServed(config.databaseUrl, io, { site: config, baseline })
  const folder = join(config.dataDir, 'pglite')
  return refuseUsed(openPglite({ folder, onRetry: () => undefined, site: config, baseline }))
}

async function migrate(options: MigrateOptions, io: CommandIo): Promise<void> {
  const config = readSettings(io)
  const db = await open(config, io, options).catch((error: unknown) => {
    if (error instanceof WrongMode) throw new CommandRefused(error.message, { cause: error })
    throw error
  })
  await db.close()
  printLine(io, `The database is up to date, for a site with MODE=${config.mode}.`)
}

/** Adds the command that migrates. */
export function addMigrateCommand(command: Command, io: CommandIo): void {
  command
    .description('Make the tables of a site in an empty database, or bring them up to date.')
    .option('--baseline', 'take over a database from before version 0.3', false)
    .action((options: MigrateOptions) => migrate(options, io))
    .addHelpText(
      'after',
      `
A server does this at its start; before it, this command lets one process do it and several start after it. An empty
database gets the mode of the settings for good. Make a backup before you use --baseline.`,
    )
}
