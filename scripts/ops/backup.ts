// `npm run ops -- backup FILE` writes the whole database into a file, `-- backup check FILE` reads one to its end.
import { join, resolve } from 'node:path'
import { refuseExisting, verifyBackup } from './backup/backup-file.ts'
import { inWords } from './backup/in-words.ts'
import { backupPglite } from './backup/pglite.ts'
import { backupPostgres } from './backup/postgres.ts'
import { readSettings } from './open-database.ts'
import { type Group, onlyWord, readLine } from './operator.ts'

const USAGE = `Usage: npm run ops -- backup FILE         write the whole database into a new file
       npm run ops -- backup check FILE   read a backup to its end, and say what is in it

With PGlite the server has to be stopped; with PostgreSQL it may go on, and pg_dump has to be on the path. The file holds everything of
everyone: it is readable by you alone, and belongs on another machine. Settings, and the folder of the catalogue, are not in it.`

async function backup(args: readonly string[]): Promise<void> {
  const file = onlyWord(readLine(args, {}).positionals, 'file')
  const path = resolve(file)
  refuseExisting(path)
  const { databaseUrl, dataDir } = readSettings()
  const manifest = await (databaseUrl === undefined
    ? backupPglite(join(dataDir, 'pglite'), path)
    : backupPostgres(databaseUrl, path))
  console.log(`${file} is written: ${inWords(manifest)}`)
}

async function check(args: readonly string[]): Promise<void> {
  const file = onlyWord(readLine(args, {}).positionals, 'file')
  console.log(`${file} is whole: ${inWords(await verifyBackup(resolve(file)))}`)
}

/** The commands that make and check backups. */
export const group: Group = { usage: USAGE, commands: { check }, itself: backup }
