// npm run ops -- backup and restore: a backup restores every row; one that is cut off or changed is refused.
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEvents } from '../../../src/server/base/events.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { transfers } from '../../../src/server/db/schema.ts'
import { createPlayers } from '../../../src/server/services/account/players.ts'
import { environmentOf } from '../../../src/server/services/operations/backup/postgres-tools.ts'
import { DATABASE_KINDS, SUITE_KINDS } from '../../support/databases/databases.ts'
import { copyMigrated } from '../../support/databases/migrated-pglite.ts'
import { type CommandPlace, createCommandPlace, runOps } from '../../support/runner/command.ts'
import { ALL_ON } from '../../support/sites/all-on.ts'

const PLAYERS = 25

async function fill(db: Database): Promise<void> {
  const { upsertPlayer } = createPlayers({ switches: ALL_ON, db, events: createEvents(), playMoney: true })
  for (let n = 0; n < PLAYERS; n++) {
    await upsertPlayer({ steamid: `765611970000012${n + 10}`, name: `Player ${n}`, avatar: '/x.svg', level: 10 }, null)
  }
}

const transfersIn = (place: CommandPlace) =>
  place.withDatabase(({ queries }) => queries.select().from(transfers).orderBy(transfers.id))

describe.each(SUITE_KINDS)('npm run ops -- backup on %s', (kind) => {
  const places: CommandPlace[] = []
  let folder: string
  let full: CommandPlace
  let file: string

  async function newPlace(): Promise<CommandPlace> {
    const place = await createCommandPlace(kind)
    places.push(place)
    return place
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-backup-'))
    file = join(folder, 'shop.backup')
    full = await createCommandPlace(kind)
    places.push(full)
    if (kind === 'pglite') await copyMigrated(join(full.folder, 'pglite'))
    await full.withDatabase(fill)
    expect(await full.run('backup', file)).toMatchObject({ code: 0, err: '' })
  }, 120_000)

  afterAll(async () => {
    for (const place of places) await place.remove()
    await rm(folder, { recursive: true })
  })

  it('restores every row into an empty database, and the ledger is correct', { timeout: 240_000 }, async () => {
    const place = await newPlace()
    const { code, out, err } = await place.run('restore', file)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/shop\.backup is restored, and its ledger is right: P/)
    const kept = await transfersIn(full)
    expect(kept).toHaveLength(PLAYERS)
    expect(await transfersIn(place)).toEqual(kept)
    expect((await place.run('ledger', 'check')).out).toMatch(new RegExp(`^The ledger is right: ${PLAYERS} `))
    // The app's role has the same restrictions in the restored database.
    await place.withDatabase(async ({ queries }) => {
      await expect(queries.delete(transfers)).rejects.toThrow()
    })
    expect((await readdir(place.folder)).filter((name) => name.startsWith('restoring'))).toEqual([])
    const again = await place.run('restore', file)
    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.err).toMatch(/ already, and a backup is never restored over/)
    expect(await transfersIn(place)).toEqual(kept)
  })

  it('can be read by its owner only, and is never overwritten', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await full.run('backup', file)).toEqual({
      code: 1,
      out: '',
      err: `${file} is there already: choose another name.\n`,
    })
    expect((await full.run('backup', 'check', file)).out).toMatch(/shop\.backup is whole: P.* rows in /)
    expect(await readdir(folder)).not.toContain('shop.backup.part')
  })

  it.each<[string, (path: string, length: number) => Promise<void>, RegExp]>([
    ['cut off at its end', (path, length) => truncate(path, length - 1), /is cut off: \d+ of its \d+ bytes are there/],
    ['cut off in its header', (path) => truncate(path, 1_000), /is cut off: not even its header is whole/],
    ['empty', (path) => truncate(path, 0), /is no backup of a site, or was not written to its end/],
    [
      'changed by a bit',
      async (path, length) => {
        const bytes = await readFile(path)
        const at = length - 100
        bytes[at] = (bytes[at] ?? 0) ^ 1
        await writeFile(path, bytes)
      },
      /was changed: its checksum is another one/,
    ],
    [
      'changed in its header',
      async (path) => {
        const bytes = await readFile(path)
        bytes.write('1', bytes.indexOf('"tables"') - 3)
        await writeFile(path, bytes)
      },
      /was changed: the checksum of its header is another one/,
    ],
    ['longer', (path) => writeFile(path, 'x', { flag: 'a' }), /was changed: its checksum is another one/],
  ])('refuses a file that is %s', async (name, damage, words) => {
    const damaged = join(folder, `${name.replaceAll(' ', '-')}.backup`)
    await copyFile(file, damaged)
    await damage(damaged, (await stat(damaged)).size)
    const place = await newPlace()
    for (const [group, ...rest] of [['restore'], ['backup', 'check']] as const) {
      const { code, out, err } = await place.run(group, ...rest, damaged)
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toMatch(words)
      expect(err).not.toContain('    at ')
    }
    expect(existsSync(join(place.folder, 'pglite'))).toBe(false)
  })
})

describe('npm run ops -- backup', () => {
  it.each([
    [['backup'], /^error: missing required argument 'file'\n/, 2],
    [['restore'], /^error: missing required argument 'file'\n/, 2],
    [
      ['backup', 'one', 'two'],
      /^error: too many arguments for 'backup'\. Expected 1 argument but got 2: one, two\.\n/,
      2,
    ],
    [['restore', '/nowhere/x.backup'], /^\/nowhere\/x\.backup cannot be read: there is no such file\.\n/, 1],
    [['backup', '/tmp/none.backup'], /^There is no database in .*nowhere\/pglite\. Check DATA_DIR\.\n/, 1],
  ])('reports the error of %j', async (args, sentence, exit) => {
    const { code, out, err } = await runOps(args, { DATA_DIR: '/tmp/nowhere' })
    expect({ code, out }).toEqual({ code: exit, out: '' })
    expect(err).toMatch(sentence)
  })

  it.skipIf(!DATABASE_KINDS.includes('postgres'))('reports which tool is missing', async () => {
    const place = await createCommandPlace('postgres')
    try {
      await place.withDatabase(fill)
      const environment = { ...place.environment, PATH: '/nowhere' }
      const { code, err } = await runOps(['backup', '/tmp/none.backup'], environment)
      expect(code).toBe(1)
      expect(err).toMatch(/^pg_dump is not on the path\. Install PostgreSQL's client tools, \d+ or later/)
      expect(existsSync('/tmp/none.backup.part')).toBe(false)
    } finally {
      await place.remove()
    }
  })

  it('passes an address to the tools in their environment', () => {
    expect(environmentOf('postgres://ann:p%40ss@[::1]:6000/shop%20one?sslmode=require')).toEqual({
      PGHOST: '::1',
      PGPORT: '6000',
      PGUSER: 'ann',
      PGPASSWORD: 'p@ss',
      PGDATABASE: 'shop one',
      PGSSLMODE: 'require',
    })
    expect(environmentOf('postgres://localhost/shop')).toEqual({ PGHOST: 'localhost', PGDATABASE: 'shop' })
  })
})
