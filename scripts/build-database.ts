// Makes the database that a first start of the sandbox unpacks, unless the build has it: PGlite, empty and migrated.
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MIGRATIONS_FOLDER } from '../src/server/db/migrations.ts'
import { PREPARED_FOLDER, preparedName } from '../src/server/db/prepared-database.ts'

async function makeDatabase(): Promise<Buffer> {
  const { PGlite } = await import('@electric-sql/pglite')
  const { drizzle } = await import('drizzle-orm/pglite')
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  const client = await PGlite.create()
  try {
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder: MIGRATIONS_FOLDER })
    await client.query('checkpoint')
    const dump = await client.dumpDataDir('gzip')
    return Buffer.from(await dump.arrayBuffer())
  } finally {
    await client.close()
  }
}

const folder = process.argv[2] ?? PREPARED_FOLDER
const name = await preparedName()
if (!existsSync(join(folder, name))) {
  await mkdir(folder, { recursive: true })
  const bytes = await makeDatabase()
  const written = join(folder, `${name}.${process.pid}`)
  await writeFile(written, bytes)
  await rename(written, join(folder, name))
  for (const other of await readdir(folder)) if (other !== name) await rm(join(folder, other), { force: true })
  console.log(`${name}: ${(bytes.length / 1_000_000).toFixed(1)} MB`)
}
