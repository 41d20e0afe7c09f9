// An empty, migrated PGlite, created once for these migrations and copied afterwards: creating one takes some seconds
// of a processor, and most test files need one or several.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { MIGRATIONS_FOLDER } from '../../../src/server/db/migrations.ts'
import { openPglite } from '../../../src/server/db/pglite.ts'
import { hashOfMigrations } from './migrations-hash.ts'

const run = promisify(execFile)

const modules = new URL('../../../node_modules/', import.meta.url).pathname
const cache = join(modules, '.cache', 'spacedrop')

/** Another one for other migrations, other options, and another PGlite version. */
const nameOfNow = async (): Promise<string> =>
  `pglite-${await hashOfMigrations(
    join(modules, '@electric-sql/pglite/package.json'),
    join(MIGRATIONS_FOLDER, '../pglite.ts'),
  )}`

async function make(place: string): Promise<void> {
  const folder = join(place, 'folder')
  const db = await openPglite({ folder, onRetry: () => undefined })
  await db.close()
  await Promise.all([`${folder}.lock`, `${folder}.holder`].map((path) => rm(path, { force: true })))
  const client = await PGlite.create(folder)
  const dump = await client.dumpDataDir('none')
  await client.close()
  await writeFile(join(place, 'dump.tar'), Buffer.from(await dump.arrayBuffer()))
}

async function find(): Promise<string> {
  const place = join(cache, await nameOfNow())
  if (existsSync(place)) return place
  await mkdir(cache, { recursive: true })
  const made = await mkdtemp(join(cache, 'making-'))
  await make(made)
  // If another test file was faster, its result is equivalent.
  await rename(made, place).catch(() => rm(made, { recursive: true }))
  return place
}

let found: Promise<string> | undefined

const place = (): Promise<string> => (found ??= find())

let dump: Promise<Blob> | undefined

/** Its dump, for a database in memory. */
export function migratedDump(): Promise<Blob> {
  dump ??= place().then(async (folder) => new Blob([await readFile(join(folder, 'dump.tar'))]))
  return dump
}

/** Creates a PGlite folder as its copy. The system's own command copies its 1,250 files in a sixth of Node's processor time. */
export async function copyMigrated(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await run('cp', ['-R', `${join(await place(), 'folder')}/.`, folder])
}
