// npm run ops -- backup: writes the whole database into a file, or reads such a file to its end.
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../../src/server/config/config.ts'
import { type Manifest, refuseExisting, verifyBackup } from '../../src/server/services/operations/backup/file.ts'
import { backupPglite } from '../../src/server/services/operations/backup/pglite.ts'
import { backupPostgres } from '../../src/server/services/operations/backup/postgres.ts'
import { backUpNow } from '../../src/server/services/operations/backup/scheduled.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { describeBackup } from './describe-backup.ts'
import { readSettings, refuseUsed } from './open-database.ts'

function write(path: string, { databaseUrl, dataDir }: Config, io: CommandIo): Promise<Manifest> {
  return databaseUrl === undefined
    ? refuseUsed(backupPglite(join(dataDir, 'pglite'), path))
    : backupPostgres(databaseUrl, path, io)
}

async function backUp(file: string, io: CommandIo): Promise<void> {
  const path = resolve(file)
  refuseExisting(path)
  const manifest = await write(path, readSettings(io), io)
  printLine(io, `${file} is written: ${describeBackup(manifest)}`)
}

async function backUpIntoFolder(io: CommandIo): Promise<void> {
  const config = readSettings(io)
  if (config.backups === undefined) {
    throw new CommandRefused('BACKUP_DIR is not set: it names the folder of the backups. See .env.example.')
  }
  // The zone of the settings tells which backups are of one day: a database is not opened here, because that would migrate it.
  const { backups, timeZone } = config
  const result = await backUpNow({ ...backups, timeZone, write: (path) => write(path, config, io) }, { env: io.env })
  const { path, manifest, removed, problem } = result
  printLine(io, `${path} is written: ${describeBackup(manifest)}`)
  if (removed.length > 0) printLine(io, `Removed: ${removed.join(', ')}`)
  if (problem !== undefined) throw new CommandRefused(`The backup is written, but BACKUP_AFTER failed: ${problem}`)
}

/** Adds the commands that make and check backups. */
export function addBackupCommands(backup: Command, io: CommandIo): void {
  backup
    .description('Backups: write the whole database into a new file, or check such a file.')
    .argument('<file>', 'a file that does not exist yet')
    .action((file: string) => backUp(file, io))
    .addHelpText(
      'after',
      `
Examples:
  npm run ops -- backup shop.backup         write a backup
  npm run ops -- backup check shop.backup   read it to its end and print what it contains
  npm run ops -- backup now                 write one into BACKUP_DIR, pass it to BACKUP_AFTER, remove outdated ones

On PGlite, stop the server first. On PostgreSQL the server can keep running, and pg_dump has to be on the path.
The file contains the data of all players: only its owner can read it, and it belongs on another machine.
It does not contain the settings and the folder of the catalogue.`,
    )
  backup
    .command('now')
    .description('Write a backup into BACKUP_DIR, pass it to BACKUP_AFTER, and remove outdated ones.')
    .action(() => backUpIntoFolder(io))
  backup
    .command('check')
    .description('Read a backup to its end, compare its checksum, and print what it contains.')
    .argument('<file>', 'the backup')
    .action(async (file: string) =>
      printLine(io, `${file} is whole: ${describeBackup(await verifyBackup(resolve(file)))}`),
    )
}
