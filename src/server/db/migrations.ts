// Where the SQL migrations lie; both databases run the same ones.
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))

/** The table in which Drizzle's migrator records what it ran. */
export const JOURNAL = 'drizzle.__drizzle_migrations'

/** A migration as the journal records it. */
export interface Migration {
  readonly hash: string
  readonly atMs: number
}

/** Returns the migrations of this version, in order. */
export function readMigrations(): Migration[] {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(({ hash, folderMillis }) => ({
    hash,
    atMs: folderMillis,
  }))
}
