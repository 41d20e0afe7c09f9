// A first start unpacks the database that the build made, instead of creating one by initdb.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queryRows } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite.ts'

let place: string

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'spacedrop-prepared-'))
  const script = join(import.meta.dirname, '../../../scripts/build-database.ts')
  const built = spawnSync(process.execPath, [script, join(place, 'prepared')], { encoding: 'utf8' })
  expect(built).toMatchObject({ status: 0 })
})

afterAll(() => rm(place, { recursive: true, force: true }))

/** Opens a database in a folder, and counts its players. */
async function countPlayers(folder: string, preparedFolder: string): Promise<number | undefined> {
  const options = { folder: join(place, folder), preparedFolder: join(place, preparedFolder) }
  const db = await openPglite({ ...options, onRetry: () => undefined })
  try {
    const [row] = await queryRows<{ players: number }>(db.queries, sql`select count(*)::int as players from players`)
    return row?.players
  } finally {
    await db.close()
  }
}

it('a first start unpacks the prepared database in a new folder, and opens it again', async () => {
  expect(await countPlayers('first', 'prepared')).toBe(0)
  expect(await countPlayers('first', 'none')).toBe(0)
})

it('a first start makes a folder that no other user can open', async () => {
  expect(await countPlayers('private', 'prepared')).toBe(0)
  expect((await stat(join(place, 'private'))).mode & 0o077).toBe(0)
})

it('a first start after an interrupted one makes the database again', async () => {
  await writeFile(join(place, 'second.incomplete'), '')
  expect(await countPlayers('second', 'prepared')).toBe(0)
  expect(existsSync(join(place, 'second.incomplete'))).toBe(false)
})

it('a first start refuses a new folder where the build has no database for it, and leaves nothing behind', async () => {
  await expect(countPlayers('third', 'none')).rejects.toThrow(/is missing.*npm run build/)
  expect(existsSync(join(place, 'third', 'PG_VERSION'))).toBe(false)
  expect(existsSync(join(place, 'third.incomplete'))).toBe(false)
  expect(await countPlayers('third', 'prepared')).toBe(0)
})
