// Identifies a set of migrations, for databases that tests keep.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MIGRATIONS_FOLDER } from '../../../src/server/db/migrations.ts'

/** A hash of all migrations, and of the other named files; with as many hexadecimal digits as a name needs. */
export async function hashOfMigrations(...others: readonly string[]): Promise<string> {
  const migrations = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const hash = createHash('sha256')
  for (const path of [...others, ...migrations.map((name) => join(MIGRATIONS_FOLDER, name))])
    hash.update(await readFile(path))
  return hash.digest('hex').slice(0, 16)
}
