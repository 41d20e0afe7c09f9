// Opens PGlite: PostgreSQL inside this process. A lock on its folder keeps a second process from writing to it.
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { drizzle, type PgliteDatabase } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { assertBaseline } from './baseline.ts'
import { type Ask, type Database, type Queries, type Statement, withRetries } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { MIGRATIONS_FOLDER } from './migrations.ts'
import { openPgliteSocket, type PgliteSocketOptions } from './pglite-socket.ts'
import { PREPARED_FOLDER, startFolder } from './prepared-database.ts'
import * as schema from './schema.ts'
import { type OpeningSite, refuseOtherMode, stampMode } from './site-mode.ts'

export interface PgliteOptions {
  /** Folder of the database; undefined keeps it in memory. */
  readonly folder: string | undefined
  /** Initial content of a database in memory, as PGlite dumps one; without it PGlite runs initdb. */
  readonly from?: Blob
  /** Where a new folder's initial content is looked up, instead of the build. */
  readonly preparedFolder?: string
  /** Where commands of the same user reach the database while this process has it; without it they cannot. */
  readonly socket?: Omit<PgliteSocketOptions, 'client'>
  readonly onRetry: (code: string) => void
  /** The site that opens it; undefined for commands and tests, which open a database of either mode. */
  readonly site?: OpeningSite
  /** Takes a database from before version 0.3 over, which is refused otherwise. */
  readonly baseline?: boolean
}

/** PostgreSQL keeps this many bytes of tables in memory; all of it is resident, and what does not fit is in the system's file cache. */
const SHARED_BUFFERS = '32MB'

/**
 * Leaves the code of PostgreSQL to V8's baseline compiler. To optimise its expression interpreter alone, V8 takes 600 MB for some
 * seconds; without that a transaction takes a quarter more processor time.
 */
function compileWithoutOptimising(): void {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

/** Starts PGlite on a folder, or in memory. */
async function startPglite(options: PgliteOptions): Promise<PGlite> {
  const { folder, preparedFolder = PREPARED_FOLDER } = options
  const start = folder === undefined ? undefined : await startFolder(folder, preparedFolder)
  const content = start === undefined ? options.from : start.prepared
  compileWithoutOptimising()
  // One object: PGlite ignores the options beside an undefined folder.
  const client = new PGlite({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(content === undefined ? {} : { loadDataDir: content }),
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
  })
  await client.waitReady
  await start?.complete()
  return client
}

/** Brings the schema up to date, between the two checks of the mode where a site opens it. */
async function migratePglite(client: PGlite, queries: PgliteDatabase<typeof schema>, options: PgliteOptions) {
  const { site, baseline, folder = 'memory' } = options
  const ask: Ask = async (statement, values) => (await client.query<Record<string, unknown>>(statement, values)).rows
  const place = `in ${folder} (DATA_DIR)`
  if (site !== undefined) await refuseOtherMode(ask, site, place)
  await assertBaseline(ask, place, { baseline })
  await migrate(queries, { migrationsFolder: MIGRATIONS_FOLDER })
  if (site !== undefined) await stampMode(ask, site, place)
}

/**
 * Opens PGlite and brings its schema up to date.
 *
 * @throws FolderInUse when another process holds the folder, EarlierDatabase, WrongMode when it belongs to a site of the other mode
 */
export async function openPglite(options: PgliteOptions): Promise<Database> {
  const lock = options.folder === undefined ? null : await lockFolder(options.folder)
  try {
    const client = await startPglite(options)
    const queries = drizzle(client, { schema, casing: 'snake_case' })
    await migratePglite(client, queries, options).catch(async (error: unknown) => {
      await client.close()
      throw error
    })
    // There is no autovacuum here: the app's role may vacuum tables that it may not change.
    await client.query('grant pg_maintain to spacedrop_app')
    await client.query('set role spacedrop_app')
    const socket = options.socket === undefined ? null : await openPgliteSocket({ client, ...options.socket })
    return {
      kind: 'pglite',
      queries,
      run: <Row>(statement: Statement, values: readonly unknown[]) =>
        withRetries(async () => (await client.query<Row>(statement.text, [...values])).rows, options.onRetry),
      transaction: (work) => withRetries(() => queries.transaction((tx) => work(tx as Queries)), options.onRetry),
      pool: () => null,
      vacuum: async (table) => {
        await client.query(`vacuum (analyze) "${table}"`)
      },
      snapshot: (work) =>
        client.transaction(async (tx) => {
          // The role of the site may not write a checkpoint; the transaction gives the rights back.
          await tx.query('set local role none')
          await tx.query('checkpoint')
          const ask: Ask = async (statement, values) =>
            (await tx.query<Record<string, unknown>>(statement, values)).rows
          return work(ask, () => client.dumpDataDir('gzip'))
        }),
      ping: async () => {
        await client.query('select 1')
      },
      close: async () => {
        await socket?.close()
        await client.close()
        await lock?.release()
      },
    }
  } catch (error) {
    await lock?.release()
    throw error
  }
}
