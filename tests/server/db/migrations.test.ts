// The migrations make what the code relies on: its tables with the rights of the app's role, and the house accounts.

import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryRows } from '../../../src/server/db/database.ts'
import { MIGRATIONS_FOLDER } from '../../../src/server/db/migrations.ts'
import { TABLES } from '../../../src/server/db/schema-check.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { DATABASE_KINDS, type OwnedDatabase, openScratch } from '../../support/databases.ts'

/** Tables that the app may not read or add to, with the reason. */
const CLOSED: Readonly<Record<string, string>> = {
  site_mode: 'the first start writes it as the owner, and nothing ever changes it',
}

describe.each(DATABASE_KINDS)('a migrated %s', (kind) => {
  let db: OwnedDatabase

  beforeAll(async () => {
    db = await openScratch(kind, 1)
  })

  afterAll(() => db.close())

  it('has every house account', async () => {
    const rows = await queryRows<{ id: number; name: string }>(db.queries, 'select id, name from accounts order by id')
    expect(rows).toEqual(Object.entries(HOUSE_ACCOUNTS).map(([name, id]) => ({ id, name: `house:${name}` })))
  })

  it('lets the app read and add to every table', async () => {
    const rows = await queryRows<{ name: string; allowed: boolean }>(
      db.queries,
      `select relname as name, has_table_privilege('spacedrop_app', oid, 'select')
        and has_table_privilege('spacedrop_app', oid, 'insert') as allowed
        from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    const allowed = new Map(rows.map((row) => [row.name, row.allowed]))
    for (const { name } of TABLES) expect(allowed.get(name), name).toBe(!(name in CLOSED))
  })
})

describe('the newest snapshot of the migrations', () => {
  const read = async () => {
    const folder = join(MIGRATIONS_FOLDER, 'meta')
    const newest =
      (await readdir(folder))
        .filter((name) => name.endsWith('_snapshot.json'))
        .toSorted()
        .at(-1) ?? ''
    return JSON.parse(await readFile(join(folder, newest), 'utf8'))
  }

  it('equals the schema', async () => {
    const migrated = await read()
    const folder = dirname(MIGRATIONS_FOLDER)
    const files = (await readdir(folder)).filter((name) => /^schema.*\.ts$/.test(name))
    const modules: Record<string, unknown>[] = await Promise.all(files.map((name) => import(join(folder, name))))
    const current = generateDrizzleJson(Object.assign({}, ...modules), migrated.id, undefined, 'snake_case')
    expect(await generateMigration(migrated, current)).toEqual([])
  })

  it('has the tables that the server checks when it starts', async () => {
    const names = Object.values<{ name: string }>((await read()).tables).map(({ name }) => name)
    expect(TABLES.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })
})
