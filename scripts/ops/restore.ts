// npm run ops -- restore: makes a database of a backup, in an empty place only, and checks the result.
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Database } from '../../src/server/db/database.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { unfitVersionOf } from '../../src/server/services/operations/backup/contents.ts'
import { type Manifest, verifyBackup } from '../../src/server/services/operations/backup/file.ts'
import { isBackupName, writeLastDrill } from '../../src/server/services/operations/backup/folder.ts'
import { restorePglite } from '../../src/server/services/operations/backup/pglite.ts'
import { restorePostgres } from '../../src/server/services/operations/backup/postgres.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { describeBackup } from './describe-backup.ts'
import { readSettings, refuseUsed } from './open-database.ts'

/** @throws CommandRefused for the first difference in the ledger */
async function assertLedger(db: Database): Promise<void> {
  const { difference } = await checkLedger(db)
  if (difference === undefined) return
  throw new CommandRefused(`The ledger is broken: ${difference.rule}\n${JSON.stringify(difference.row)}`)
}

function refuseOtherKind({ kind }: Manifest, databaseUrl: string | undefined): void {
  const wanted = databaseUrl === undefined ? 'pglite' : 'postgres'
  if (kind === wanted) return
  const words =
    kind === 'pglite'
      ? 'The backup is of PGlite, and DATABASE_URL names a PostgreSQL: leave it out.'
      : 'The backup is of PostgreSQL: set DATABASE_URL to an empty database.'
  throw new CommandRefused(words)
}

const UNFIT = {
  newer: 'The backup was made by a newer version: restore it with that one.',
  earlier:
    'The backup is of a version before 0.3, and lacks changes: restore it with the last version before 0.3, and start that once. See ' +
    'docs/releases.md, "A database from before version 0.3".',
}

async function restore(file: string, io: CommandIo): Promise<void> {
  const path = resolve(file)
  const { databaseUrl, dataDir } = readSettings(io)
  const manifest = await verifyBackup(path)
  refuseOtherKind(manifest, databaseUrl)
  const unfit = unfitVersionOf(manifest)
  if (unfit !== undefined) throw new CommandRefused(UNFIT[unfit])
  const onIdleFault = ({ message }: Error): void => io.writeErr(`${message}\n`)
  await (databaseUrl === undefined
    ? refuseUsed(restorePglite(join(dataDir, 'pglite'), path, manifest, assertLedger))
    : restorePostgres({ url: databaseUrl, env: io.env, onIdleFault }, path, manifest, assertLedger))
  if (isBackupName(basename(path))) {
    const drill = { at: new Date().toISOString(), file: basename(path), of: manifest.at }
    // A folder that cannot be written, on a mounted disk for example, does not make the restore wrong.
    await writeLastDrill(dirname(path), drill).catch(({ message }: Error) =>
      io.writeErr(`The office will not show this restore: ${message}\n`),
    )
  }
  printLine(io, `${file} is restored, and its ledger is right: ${describeBackup(manifest)}`)
}

/** Adds the command that restores backups. */
export function addRestoreCommand(command: Command, io: CommandIo): void {
  command
    .description('Make a database of a backup.')
    .argument('<file>', 'the backup')
    .action((file: string) => restore(file, io))
    .addHelpText(
      'after',
      `
Example:
  DATA_DIR=.restored npm run ops -- restore shop.backup

The backup goes into the place that the settings name, DATABASE_URL or DATA_DIR, which has to be empty. The file is
checked first; then rows and migrations are compared with the backup, and the ledger is recomputed. With PostgreSQL,
pg_restore has to be on the path. A backup of PGlite can only be restored to PGlite, one of PostgreSQL to PostgreSQL.`,
    )
}
