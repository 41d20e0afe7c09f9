// Opens PGlite: PostgreSQL inside this process, its folder held by a lock so that no second process writes to it.
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { type Database, type Queries, retried, type Statement } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { MIGRATIONS_FOLDER } from './migrations.ts'
import * as schema from './schema.ts'

export interface PgliteOptions {
  /** Folder of the database; undefined keeps it in memory. */
  readonly folder: string | undefined
  /** What a new database begins with, as PGlite dumps a folder; otherwise it begins empty, which takes it longer. */
  readonly from?: Blob
  readonly onRetry: (code: string) => void
}

/** Opens PGlite and brings its schema up to date. Throws FolderInUse when another process holds the folder. */
export async function openPglite(options: PgliteOptions): Promise<Database> {
  const lock = options.folder === undefined ? null : await lockFolder(options.folder)
  // All in one object: beside an undefined folder PGlite hears no options.
  const client = new PGlite({
    ...(options.folder === undefined ? {} : { dataDir: options.folder }),
    ...(options.from === undefined ? {} : { loadDataDir: options.from }),
  })
  try {
    await client.waitReady
    const queries = drizzle(client, { schema, casing: 'snake_case' })
    await migrate(queries, { migrationsFolder: MIGRATIONS_FOLDER })
    // The app looks after its tables itself here: without changing a row, which it may not, it may tidy them.
    await client.query('grant pg_maintain to spacedrop_app')
    await client.query('set role spacedrop_app')
    return {
      kind: 'pglite',
      queries,
      run: <Row>(statement: Statement, values: readonly unknown[]) =>
        retried(async () => (await client.query<Row>(statement.text, [...values])).rows, options.onRetry),
      transaction: (work) => retried(() => queries.transaction((tx) => work(tx as Queries)), options.onRetry),
      pool: () => null,
      vacuum: async (table) => {
        await client.query(`vacuum (analyze) "${table}"`)
      },
      ping: async () => {
        await client.query('select 1')
      },
      close: async () => {
        await client.close()
        await lock?.release()
      },
    }
  } catch (error) {
    await lock?.release()
    throw error
  }
}
