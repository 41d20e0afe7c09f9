// Backups of PostgreSQL by its own tools: pg_dump reads one snapshot while servers keep running, pg_restore writes all or nothing.
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { OperatorError } from '../../../base/operator-error.ts'
import type { Ask, Database } from '../../../db/database.ts'
import { openPostgres } from '../../../db/postgres.ts'
import { refuseUnreachable } from '../../../db/unreachable.ts'
import { contentsOf, differenceOf, stateOf } from './contents.ts'
import { type Manifest, openDump, writeBackup } from './file.ts'
import { assertTool, environmentOf, runTool, type ToolOptions } from './postgres-tools.ts'
import { assertRestorable } from './restore-checks.ts'

async function withClient<T>(
  url: string,
  { signal }: Pick<ToolOptions, 'signal'>,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await refuseUnreachable(url, client.connect())
  // A count of a large table may take minutes; the end of a client interrupts its statement.
  const interrupt = (): void => void client.end()
  signal?.addEventListener('abort', interrupt)
  try {
    signal?.throwIfAborted()
    return await work(async (statement) => (await client.query(statement)).rows)
  } finally {
    signal?.removeEventListener('abort', interrupt)
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
 * @throws OperatorError when it is out of reach or empty, or pg_dump is missing, too old or fails
 */
export async function backupPostgres(url: string, path: string, options: ToolOptions): Promise<Manifest> {
  return withClient(url, options, async (ask) => {
    await assertTool('pg_dump', await versionOf(ask), options)
    await ask('begin isolation level repeatable read read only')
    const [snapshot] = await ask('select pg_export_snapshot() as id')
    const contents = await contentsOf(ask)
    if (contents.migrations.length === 0) throw new OperatorError('The database is empty. Check DATABASE_URL.')
    const args = ['--format=custom', '--no-owner', `--snapshot=${String(snapshot?.id)}`]
    const { stdout, ended } = runTool('pg_dump', args, url, options)
    if (stdout === null) throw new Error('pg_dump has no output')
    const at = new Date().toISOString()
    const state = { ...(await stateOf(ask)), at }
    return writeBackup(path, { ...contents, kind: 'postgres', ...state }, { source: stdout, ended })
  })
}

/** Where a backup is restored to. */
export interface RestoreTarget extends ToolOptions {
  readonly url: string
  /** Receives the error of a connection that broke while idle. */
  readonly onIdleFault: (error: Error) => void
}

/**
 * Restores a backup into an empty database, all or nothing.
 *
 * @param assertSound receives the restored database with its schema brought up to date, and throws what is wrong with it
 * @throws OperatorError when the database is not empty, out of reach, too old, without space or without rights, pg_restore is
 *   missing, too old or fails, or the restored database differs from the backup
 */
export async function restorePostgres(
  target: RestoreTarget,
  path: string,
  manifest: Manifest,
  assertSound: (db: Database) => Promise<void>,
): Promise<void> {
  const { url, onIdleFault } = target
  await withClient(url, target, async (ask) => {
    const makeRole = await assertRestorable(ask, url, manifest)
    await assertTool('pg_restore', Math.max(manifest.postgres, await versionOf(ask)), target)
    await makeRole()
    const args = [
      '--no-owner',
      '--single-transaction',
      '--exit-on-error',
      `--dbname=${environmentOf(url).PGDATABASE ?? ''}`,
    ]
    const { stdin, ended } = runTool('pg_restore', args, url, target)
    if (stdin === null) throw new Error('pg_restore has no input')
    // When the tool ends before it has read everything, its own message says more than the broken pipe.
    await Promise.all([ended, pipeline(openDump(path), stdin).catch(() => ended)])
    const difference = await differenceOf(manifest, ask)
    if (difference !== undefined)
      throw new OperatorError(`The restored database differs from the backup: ${difference}.`)
  })
  const db = await openPostgres({ url, connections: 1, onRetry: () => undefined, onIdleFault, baseline: true })
  try {
    await assertSound(db)
  } finally {
    await db.close()
  }
}
