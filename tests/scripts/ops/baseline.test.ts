// A database from before version 0.3 is refused until its operator takes it over; nothing in it is lost.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEvents } from '../../../src/server/base/events.ts'
import { readMigrations } from '../../../src/server/db/migrations.ts'
import { transfers } from '../../../src/server/db/schema.ts'
import { createPlayers } from '../../../src/server/services/account/players.ts'
import { verifyBackup } from '../../../src/server/services/operations/backup/file.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { makeEarlier, runAsOwner } from '../../support/databases/earlier-database.ts'
import { copyMigrated } from '../../support/databases/migrated-pglite.ts'
import { type CommandPlace, createCommandPlace } from '../../support/runner/command.ts'
import { ALL_ON } from '../../support/sites/all-on.ts'

const REFUSAL = /^The database .*(DATABASE_URL|DATA_DIR)\) is from before version 0\.3\. /

describe.each(SUITE_KINDS)('a database from before version 0.3 on %s', (kind) => {
  const places: CommandPlace[] = []
  let folder: string

  async function newPlace(): Promise<CommandPlace> {
    const place = await createCommandPlace(kind)
    places.push(place)
    return place
  }

  async function newEarlier(count?: number): Promise<CommandPlace> {
    const place = await newPlace()
    if (kind === 'pglite') await copyMigrated(join(place.folder, 'pglite'))
    await place.withDatabase(async (db) => {
      const { upsertPlayer } = createPlayers({ switches: ALL_ON, db, events: createEvents(), playMoney: true })
      await upsertPlayer({ steamid: '76561197000001210', name: 'Player', avatar: '/x.svg', level: 10 }, null)
    })
    await makeEarlier(place, count)
    return place
  }

  async function migrationsOf(place: CommandPlace, name: string): Promise<readonly string[]> {
    const file = join(folder, `${name}.backup`)
    expect(await place.run('backup', file)).toMatchObject({ code: 0, err: '' })
    return (await verifyBackup(file)).migrations
  }

  async function expectSound(place: CommandPlace): Promise<void> {
    expect((await place.run('ledger', 'check')).out).toMatch(/^The ledger is right: 1 transfers/)
    await place.withDatabase(async ({ queries }) => expect(await queries.$count(transfers)).toBe(1))
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-baseline-'))
  })

  afterAll(async () => {
    for (const place of places) await place.remove()
    await rm(folder, { recursive: true })
  })

  it('is refused with what to do, then taken over by migrate --baseline', { timeout: 120_000 }, async () => {
    const place = await newEarlier()
    for (const command of [['migrate'], ['ledger', 'check']]) {
      const { code, out, err } = await place.run(...command)
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toMatch(REFUSAL)
      expect(err).toContain('Make a backup, then run: npm run ops -- migrate --baseline.')
      expect(err).not.toContain('    at ')
    }
    expect(await place.run('migrate', '--baseline')).toMatchObject({ code: 0, err: '' })
    await expectSound(place)
    // A second time changes nothing.
    expect(await place.run('migrate', '--baseline')).toMatchObject({ code: 0, err: '' })
    expect(await migrationsOf(place, 'after')).toEqual(readMigrations().map(({ hash }) => hash))
  })

  it('is refused also with --baseline when it lacks changes', { timeout: 120_000 }, async () => {
    const place = await newEarlier(30)
    const { code, err } = await place.run('migrate', '--baseline')
    expect(code).toBe(1)
    expect(err).toMatch(REFUSAL)
    expect(err).toContain('It lacks changes: start the last version before 0.3 on it once.')
    const file = join(folder, 'incomplete.backup')
    expect(await place.run('backup', file)).toMatchObject({ code: 0, err: '' })
    const restored = await (await newPlace()).run('restore', file)
    expect(restored).toMatchObject({ code: 1, out: '' })
    expect(restored.err).toMatch(/^The backup is of a version before 0\.3, and lacks changes/)
  })

  it('is taken over by the restore of its backup', { timeout: 120_000 }, async () => {
    expect(await migrationsOf(await newEarlier(), 'earlier')).toHaveLength(33)
    const place = await newPlace()
    expect(await place.run('restore', join(folder, 'earlier.backup'))).toMatchObject({ code: 0, err: '' })
    await expectSound(place)
  })

  it('is not mistaken for one of a newer version', { timeout: 120_000 }, async () => {
    const place = await newEarlier()
    await place.run('migrate', '--baseline')
    await runAsOwner(
      place,
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)",
    )
    const file = join(folder, 'newer.backup')
    expect(await place.run('backup', file)).toMatchObject({ code: 0, err: '' })
    const restored = await (await newPlace()).run('restore', file)
    expect(restored).toMatchObject({ code: 1, out: '' })
    expect(restored.err).toMatch(/^The backup was made by a newer version/)
  })
})
