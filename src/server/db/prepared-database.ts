// An empty, migrated PGlite database that the build makes. A first start unpacks it: making one by initdb takes three times the memory
// that the site needs afterwards.
import { createHash } from 'node:crypto'
import { existsSync, openAsBlob } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MIGRATIONS_FOLDER } from './migrations.ts'

/** Folder of the build that holds the prepared database. */
export const PREPARED_FOLDER = fileURLToPath(new URL('../../../dist/database/', import.meta.url))

/** Type by which PGlite knows that it has to decompress. */
const GZIP = 'application/gzip'

/** Returns the name of the prepared database for the installed PGlite and these migrations. */
export async function preparedName(): Promise<string> {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const migrations = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const hash = createHash('sha256').update(await readFile(join(dirname(pglite), '..', 'package.json')))
  for (const name of migrations) hash.update(name).update(await readFile(join(MIGRATIONS_FOLDER, name)))
  return `${hash.digest('hex').slice(0, 16)}.tar.gz`
}

export interface FolderStart {
  readonly isNew: boolean
  /** What a new folder starts with; undefined for one that exists. */
  readonly prepared: Blob | undefined
  /** To be called once PGlite has written the folder. */
  complete(): Promise<void>
}

/**
 * Prepares the start of PGlite in a folder. Files of a first start that was interrupted are removed.
 *
 * @param preparedFolder where to look for the prepared database
 * @throws Error when the folder is new and there is no database for these migrations
 */
export async function startFolder(folder: string, preparedFolder: string): Promise<FolderStart> {
  const incomplete = `${folder}.incomplete`
  if (existsSync(incomplete)) await rm(folder, { recursive: true, force: true })
  const isNew = !existsSync(join(folder, 'PG_VERSION'))
  if (!isNew) return { isNew, prepared: undefined, complete: async () => undefined }
  const path = join(preparedFolder, await preparedName())
  if (!existsSync(path)) {
    throw new Error(
      `${path} is missing, which a new database starts with. Make it with \`npm run build\`, then start again.`,
    )
  }
  // PGlite writes files that everyone may change: the folder is its owner's alone.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(incomplete, '')
  const prepared = await openAsBlob(path, { type: GZIP })
  return { isNew, prepared, complete: () => rm(incomplete) }
}
