// Backups of PostgreSQL by its own tools: pg_dump reads one snapshot while servers keep running, pg_restore writes all or nothing.
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import type { Database } from '../../../src/server/db/database.ts'
import type { CommandIo } from '../../cli/command-io.ts'
import { CommandRefused } from '../../cli/program.ts'
import { openServed, refuseUnreachable } from '../open-database.ts'
import { type Manifest, openDump, writeBackup } from './backup-file.ts'
import { type Ask, contentsOf, differenceOf, stateOf } from './contents.ts'
import { assertTool, environmentOf, runTool } from './postgres-tools.ts'
import { assertRestorable } from './restore-checks.ts'

async function withClient<T>(url: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await refuseUnreachable(url, client.connect())
  try {
    return await work(async (statement) => (await client.query(statement)).rows)
  } finally {
    await client.end()
  }
}

async function versionOf(ask: Ask): Promise<number> {
  const [row] = await ask(`select current_setting('server_version_num')::int / 10000 as major`)
  return Number(row?.major)
}

/**
 * Writes a snapshot of a database into a file.
 *
 * @throws CommandRefused when it is out of reach or empty, or pg_dump is missing, too old or fails
 */
export async function backupPostgres(url: string, path: string, io: CommandIo): Promise<Manifest> {
  return withClient(url, async (ask) => {
    await assertTool('pg_dump', await versionOf(ask), io)
    await ask('begin isolation level repeatable read read only')
    const [snapshot] = await ask('select pg_export_snapshot() as id')
    const contents = await contentsOf(ask)
    if (contents.migrations.length === 0) throw new CommandRefused('The database is empty. Check DATABASE_URL.')
    const args = ['--format=custom', '--no-owner', `--snapshot=${String(snapshot?.id)}`]
    const { stdout, ended } = runTool('pg_dump', args, { url, io })
    if (stdout === null) throw new Error('pg_dump has no output')
    const at = new Date().toISOString()
    const state = { ...(await stateOf(ask)), at }
    return writeBackup(path, { ...contents, kind: 'postgres', ...state }, { source: stdout, ended })
  })
}

/**
 * Restores a backup into an empty database, all or nothing.
 *
 * @param assertSound receives the restored database with its schema brought up to date, and throws what is wrong with it
 * @throws CommandRefused when the database is not empty, out of reach, too old, without space or without rights, pg_restore is
 *   missing, too old or fails, or the restored database differs from the backup
 */
export async function restorePostgres(
  target: { readonly url: string; readonly io: CommandIo },
  path: string,
  manifest: Manifest,
  assertSound: (db: Database) => Promise<void>,
): Promise<void> {
  const { url, io } = target
  await withClient(url, async (ask) => {
    const makeRole = await assertRestorable(ask, url, manifest)
    await assertTool('pg_restore', Math.max(manifest.postgres, await versionOf(ask)), io)
    await makeRole()
    const args = [
      '--no-owner',
      '--single-transaction',
      '--exit-on-error',
      `--dbname=${environmentOf(url).PGDATABASE ?? ''}`,
    ]
    const { stdin, ended } = runTool('pg_restore', args, target)
    if (stdin === null) throw new Error('pg_restore has no input')
    // When the tool ends before it has read everything, its own message says more than the broken pipe.
    await Promise.all([ended, pipeline(openDump(path), stdin).catch(() => ended)])
    const difference = await differenceOf(manifest, ask)
    if (difference !== undefined)
      throw new CommandRefused(`The restored database differs from the backup: ${difference}.`)
  })
  const db = await openServed(url, io)
  try {
    await assertSound(db)
  } finally {
    await db.close()
  }
}
