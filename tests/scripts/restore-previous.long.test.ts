// npm run ops -- restore: backups of the previous version and of the first format become databases of this version.
import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import site from '../../package.json' with { type: 'json' }
import { verifyBackup } from '../../scripts/ops/backup/backup-file.ts'
import { contentsOf, differenceOf, stateOf } from '../../scripts/ops/backup/contents.ts'
import { createEvents } from '../../src/server/base/events.ts'
import { queryRows } from '../../src/server/db/database.ts'
import { MIGRATIONS_FOLDER } from '../../src/server/db/migrations.ts'
import { transfers } from '../../src/server/db/schema.ts'
import { missingTables } from '../../src/server/db/schema-check.ts'
import { createPlayers } from '../../src/server/services/account/players.ts'
import { type CommandPlace, createCommandPlace } from '../support/command.ts'
import { DATABASE_KINDS, openScratch } from '../support/databases.ts'

/** Made by 0.2.0 before its migration 0030: 3 players, written in the first format of backups. */
const FIRST_FORMAT = new URL('./backups/format-1-postgres-15.backup', import.meta.url).pathname

const MIGRATIONS = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).length

/** Makes the PGlite of the version before the last migration. */
async function makePrevious(folder: string): Promise<void> {
  const migrations = await mkdtemp(join(tmpdir(), 'spacedrop-migrations-'))
  await cp(MIGRATIONS_FOLDER, migrations, { recursive: true })
  const journal = join(migrations, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8')) as { entries: unknown[] }
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, -1) }))
  const client = new PGlite(folder)
  try {
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder: migrations })
  } finally {
    await client.close()
    await rm(migrations, { recursive: true })
  }
}

describe('npm run ops -- restore, of a backup of the previous version', () => {
  const places: CommandPlace[] = []
  let folder: string

  async function newPlace(kind: 'pglite' | 'postgres'): Promise<CommandPlace> {
    const place = await createCommandPlace(kind)
    places.push(place)
    return place
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-previous-'))
  })

  afterAll(async () => {
    for (const place of places) await place.remove()
    await rm(folder, { recursive: true })
  })

  it.runIf(DATABASE_KINDS.includes('postgres'))('migrates one of the first format, on PostgreSQL', async () => {
    const file = join(folder, 'first.backup')
    await copyFile(FIRST_FORMAT, file)
    const manifest = await verifyBackup(file)
    expect(manifest.migrations.length).toBeLessThan(MIGRATIONS)
    expect(manifest).not.toHaveProperty('site')
    const place = await newPlace('postgres')
    const { code, err, out } = await place.run('restore', file)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('and its ledger is right: PostgreSQL 15 of 2026-11-26')
    await place.withDatabase(async (db) => {
      expect(await missingTables(db)).toEqual([])
      expect(await db.queries.$count(transfers)).toBe(3)
      const { upsertPlayer } = createPlayers({ db, events: createEvents(), playMoney: true })
      await upsertPlayer({ steamid: '76561197000001299', name: 'New', avatar: '/x.svg', level: 10 }, null)
    })
    expect((await place.run('ledger', 'check')).out).toMatch(/^The ledger is right: 4 transfers/)
  })

  it('migrates one of PGlite', async () => {
    const [before, after] = [await newPlace('pglite'), await newPlace('pglite')]
    await makePrevious(join(before.folder, 'pglite'))
    const file = join(folder, 'previous.backup')
    expect(await before.run('backup', file)).toMatchObject({ code: 0, err: '' })
    expect((await verifyBackup(file)).migrations).toHaveLength(MIGRATIONS - 1)
    expect(await after.run('restore', file)).toMatchObject({ code: 0, err: '' })
    await after.withDatabase(async (db) => expect(await missingTables(db)).toEqual([]))
  })
})

describe.each(DATABASE_KINDS)('the manifest of a backup on %s', (kind) => {
  it('names the version, and tells another ledger with as many rows', async () => {
    const db = await openScratch(kind)
    try {
      // Backups read as the owner of the tables.
      await db.asOwner(
        'grant usage on schema drizzle to spacedrop_app; grant select on drizzle.__drizzle_migrations to spacedrop_app',
      )
      const { upsertPlayer } = createPlayers({ db, events: createEvents(), playMoney: true })
      await upsertPlayer({ steamid: '76561197000001210', name: 'Player', avatar: '/x.svg', level: 10 }, null)
      const ask = (statement: string) => queryRows<Record<string, unknown>>(db.queries, statement)
      const state = await stateOf(ask)
      expect(state.site).toBe(site.version)
      expect(state.databaseBytes).toBeGreaterThan(1_000_000)
      const [transfer] = await db.queries.select().from(transfers)
      expect(state.ledgerHead?.last).toBe(transfer?.id)
      const kept = { ...(await contentsOf(ask)), ledgerHead: state.ledgerHead }
      expect(await differenceOf(kept, ask)).toBeUndefined()
      await db.asOwner('alter table transfers disable trigger user; update transfers set amount = amount + 1')
      expect(await differenceOf(kept, ask)).toMatch(/^its ledger ends with transfer .* and the checksum /)
    } finally {
      await db.close()
    }
  })
})
