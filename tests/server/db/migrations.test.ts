// The migrations make what the code relies on: its tables with the rights of the app's role, and the house accounts.

import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryRows } from '../../../src/server/db/database.ts'
import { MIGRATIONS_FOLDER } from '../../../src/server/db/migrations.ts'
import { TABLES } from '../../../src/server/db/schema-check.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { DATABASE_KINDS, type OwnedDatabase, openScratch } from '../../support/databases/databases.ts'
import { migratedDump } from '../../support/databases/migrated-pglite.ts'

/** Tables that the app may not read or add to, with the reason. */
const CLOSED: Readonly<Record<string, string>> = {
  site_mode: 'the first start writes it as the owner, and nothing ever changes it',
}

async function schemaModules(): Promise<Record<string, unknown>> {
  const folder = dirname(MIGRATIONS_FOLDER)
  const files = (await readdir(folder)).filter((name) => /^schema.*\.ts$/.test(name))
  return Object.assign({}, ...(await Promise.all(files.map((name) => import(join(folder, name))))))
}

async function newestSnapshot() {
  const folder = join(MIGRATIONS_FOLDER, 'meta')
  const names = (await readdir(folder)).filter((name) => name.endsWith('_snapshot.json'))
  return JSON.parse(await readFile(join(folder, names.toSorted().at(-1) ?? ''), 'utf8'))
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

/** All that PostgreSQL knows of the tables of the current schema. */
const CATALOGUE = `
  select relname || '.' || attname || ' ' || format_type(atttypid, atttypmod) || attidentity::text || attgenerated::text
    || case when attnotnull then ' not null ' else ' ' end || coalesce(pg_get_expr(adbin, adrelid), '') as line
  from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relkind = 'r' and attnum > 0 and not attisdropped and relnamespace = current_schema()::regnamespace
  union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
  from pg_constraint where connamespace = current_schema()::regnamespace
  union all select indexdef from pg_indexes where schemaname = current_schema()
  union all select sequencename || ' ' || data_type || ' ' || start_value || ' ' || min_value || ' ' || max_value
  from pg_sequences where schemaname = current_schema()
  order by 1`

describe('the migrations', () => {
  it('make the tables that the schema describes', async () => {
    const client = new PGlite({ loadDataDir: await migratedDump() })
    const catalogueOf = async (schema: string): Promise<string[]> => {
      await client.exec(`set search_path = ${schema}`)
      const { rows } = await client.query<{ line: string }>(CATALOGUE)
      return rows.map(({ line }) => line.replaceAll(`${schema}.`, ''))
    }
    try {
      await client.exec('create schema described; set search_path = described')
      const described = generateDrizzleJson(await schemaModules(), undefined, undefined, 'snake_case')
      for (const statement of await generateMigration(generateDrizzleJson({}), described))
        await client.exec(statement.replaceAll('"public".', '"described".'))
      const wanted = await catalogueOf('described')
      expect(wanted.length).toBeGreaterThan(500)
      expect(await catalogueOf('public')).toEqual(wanted)
    } finally {
      await client.close()
    }
  })

  it('have a snapshot of the schema, from which drizzle-kit makes the next one', async () => {
    const snapshot = await newestSnapshot()
    const current = generateDrizzleJson(await schemaModules(), snapshot.id, undefined, 'snake_case')
    expect(await generateMigration(snapshot, current)).toEqual([])
  })

  it('make no table that the server does not check when it starts', async () => {
    const names = Object.values<{ name: string }>((await newestSnapshot()).tables).map(({ name }) => name)
    expect(TABLES.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })
})
