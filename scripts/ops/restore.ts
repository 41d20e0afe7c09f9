// `npm run ops -- restore FILE` makes a database of a backup, in an empty place only, and checks what came of it.
import { join, resolve } from 'node:path'
import type { Database } from '../../src/server/db/database.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { type Manifest, verifyBackup } from './backup/backup-file.ts'
import { isNewer } from './backup/contents.ts'
import { inWords } from './backup/in-words.ts'
import { restorePglite } from './backup/pglite.ts'
import { restorePostgres } from './backup/postgres.ts'
import { readSettings } from './open-database.ts'
import { CommandRefused, type Group, onlyWord, readLine } from './operator.ts'

const USAGE = `Usage: npm run ops -- restore FILE   make a database of a backup

It goes into the place that the settings name, DATABASE_URL or DATA_DIR, which has to be empty. The file is checked first; then rows and
migrations are compared with what was kept, and the ledger is recomputed. With PostgreSQL, pg_restore has to be on the path. A backup of
PGlite can be restored to PGlite alone, one of PostgreSQL to PostgreSQL.`

/** @throws CommandRefused for the first difference in the books */
async function proveLedger(db: Database): Promise<void> {
  const { difference } = await checkLedger(db)
  if (difference === undefined) return
  throw new CommandRefused(`The ledger is broken: ${difference.rule}\n${JSON.stringify(difference.row)}`)
}

function refuseOther({ kind }: Manifest, databaseUrl: string | undefined): void {
  const wanted = databaseUrl === undefined ? 'pglite' : 'postgres'
  if (kind === wanted) return
  const words =
    kind === 'pglite'
      ? 'The backup is of PGlite, and DATABASE_URL names a PostgreSQL: leave it out.'
      : 'The backup is of PostgreSQL: set DATABASE_URL to an empty database.'
  throw new CommandRefused(words)
}

async function restore(args: readonly string[]): Promise<void> {
  const file = onlyWord(readLine(args, {}).positionals, 'file')
  const path = resolve(file)
  const { databaseUrl, dataDir } = readSettings()
  const manifest = await verifyBackup(path)
  refuseOther(manifest, databaseUrl)
  if (isNewer(manifest)) throw new CommandRefused('The backup was made by a newer version: restore it with that one.')
  await (databaseUrl === undefined
    ? restorePglite(join(dataDir, 'pglite'), path, manifest, proveLedger)
    : restorePostgres(databaseUrl, path, manifest, proveLedger))
  console.log(`${file} is restored, and its ledger is right: ${inWords(manifest)}`)
}

/** The command that restores backups. */
export const group: Group = { usage: USAGE, commands: {}, itself: restore }
