// Backups of PostgreSQL, by its own tools: pg_dump reads one snapshot while the servers work on, pg_restore writes all or nothing.
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import type { Database } from '../../../src/server/db/database.ts'
import { openServed, refuseUnreachable } from '../open-database.ts'
import { CommandRefused } from '../operator.ts'
import { type Manifest, payloadOf, writeBackup } from './backup-file.ts'
import { type Ask, contentsOf, differenceOf, tablesOf } from './contents.ts'
import { environmentOf, needTool, runTool } from './postgres-tools.ts'

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
 * Writes the database of an address into a file, as it is at one moment.
 *
 * @throws CommandRefused when it is out of reach or empty, or pg_dump is missing, too old or fails
 */
export async function backupPostgres(url: string, path: string): Promise<Manifest> {
  return withClient(url, async (ask) => {
    await needTool('pg_dump', await versionOf(ask))
    await ask('begin isolation level repeatable read read only')
    const [snapshot] = await ask('select pg_export_snapshot() as id')
    const contents = await contentsOf(ask)
    if (contents.migrations.length === 0) throw new CommandRefused('The database is empty. Check DATABASE_URL.')
    const args = ['--format=custom', '--no-owner', `--snapshot=${String(snapshot?.id)}`]
    const { stdout, ended } = runTool('pg_dump', args, url)
    if (stdout === null) throw new Error('pg_dump has no output')
    const at = new Date().toISOString()
    return writeBackup(path, { ...contents, kind: 'postgres', at }, { source: stdout, ended })
  })
}

// As the migrations make it: what is restored is granted to it, and a new server does not know it.
const ROLE = `do $$ begin create role spacedrop_app nologin; exception when duplicate_object or unique_violation then null; end $$`

/**
 * Restores a backup into an empty database, all or nothing.
 *
 * @param prove looks at the restored database, brought up to date; throws what is wrong with it
 * @throws CommandRefused when it is filled or out of reach, pg_restore is missing, too old or fails, or what was restored is not what was
 *   kept
 */
export async function restorePostgres(
  url: string,
  path: string,
  manifest: Manifest,
  prove: (db: Database) => Promise<void>,
): Promise<void> {
  await withClient(url, async (ask) => {
    await needTool('pg_restore', Math.max(manifest.postgres, await versionOf(ask)))
    const [table] = await tablesOf(ask)
    if (table !== undefined) {
      throw new CommandRefused(
        `The database holds ${table} already, and nothing is ever restored over another one. Make an empty one, and set DATABASE_URL.`,
      )
    }
    await ask(ROLE)
    await ask('grant spacedrop_app to current_user')
    const args = [
      '--no-owner',
      '--single-transaction',
      '--exit-on-error',
      `--dbname=${environmentOf(url).PGDATABASE ?? ''}`,
    ]
    const { stdin, ended } = runTool('pg_restore', args, url)
    if (stdin === null) throw new Error('pg_restore has no input')
    // When the tool ends before it has read everything, its own words say more than the broken pipe.
    await Promise.all([ended, pipeline(payloadOf(path), stdin).catch(() => ended)])
    const difference = differenceOf(manifest, await contentsOf(ask))
    if (difference !== undefined) throw new CommandRefused(`What was restored is not what was kept: ${difference}.`)
  })
  const db = await openServed(url, () => undefined)
  try {
    await prove(db)
  } finally {
    await db.close()
  }
}
