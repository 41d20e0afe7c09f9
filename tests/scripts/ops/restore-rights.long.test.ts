// npm run ops -- restore on PostgreSQL as the guide goes: with the site's own role, which may create no roles any more.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEvents } from '../../../src/server/base/events.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { createPlayers } from '../../../src/server/services/account/players.ts'
import { type Manifest, verifyBackup } from '../../../src/server/services/operations/backup/file.ts'
import { assertRestorable, assertSpace } from '../../../src/server/services/operations/backup/restore-checks.ts'
import {
  createPostgresCluster,
  HAS_POSTGRES_SERVER,
  type PostgresCluster,
} from '../../support/databases/postgres-cluster.ts'
import { type CommandResult, runOps } from '../../support/runner/command.ts'
import { ALL_ON } from '../../support/sites/all-on.ts'

const silent = (): void => undefined

describe.runIf(HAS_POSTGRES_SERVER)('npm run ops -- restore, on a server of its own', () => {
  let server: PostgresCluster
  let folder: string
  let file: string

  async function ask(statement: string, database = 'postgres', user?: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: server.url(database, user) })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows
    } finally {
      await client.end()
    }
  }

  const run = (database: string, user: string, ...args: readonly string[]): Promise<CommandResult> =>
    runOps(args, { DATA_DIR: folder, DATABASE_URL: server.url(database, user) })

  const tablesOf = (database: string) => ask('select relname from pg_class where relname = $$transfers$$', database)

  beforeAll(async () => {
    server = await createPostgresCluster()
    server.start()
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-restore-'))
    file = join(folder, 'shop.backup')
    await ask('create role spacedrop login createrole')
    await ask('create database shop owner spacedrop')
    const url = server.url('shop', 'spacedrop')
    const db = await openPostgres({ url, connections: 1, onRetry: silent, onIdleFault: silent })
    const { upsertPlayer } = createPlayers({ switches: ALL_ON, db, events: createEvents(), playMoney: true })
    await upsertPlayer({ steamid: '76561197000001210', name: 'Player', avatar: '/x.svg', level: 10 }, null)
    await db.close()
    await ask('alter role spacedrop nocreaterole')
    expect(await run('shop', 'spacedrop', 'backup', file)).toMatchObject({ code: 0, err: '' })
  })

  afterAll(async () => {
    await server.remove()
    await rm(folder, { recursive: true })
  })

  it('works for the role of the site after nocreaterole', async () => {
    await ask('create database again owner spacedrop')
    const { code, out, err } = await run('again', 'spacedrop', 'restore', file)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('is restored, and its ledger is right')
    expect((await run('again', 'spacedrop', 'ledger', 'check')).out).toMatch(/^The ledger is right: 1 transfers/)
  })

  it('names every right that is missing before it changes anything', async () => {
    await ask('create role stranger login')
    await ask('create database strange')
    const { code, out, err } = await run('strange', 'stranger', 'restore', file)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('alter database "strange" owner to "stranger";')
    expect(err).toContain('grant spacedrop_app to "stranger";')
    expect(err).not.toContain('    at ')
    expect(await tablesOf('strange')).toEqual([])
  })

  it('refuses a server that is too old for the backup, and a disk without room, on PGlite too', async () => {
    await ask('create database roomless owner spacedrop')
    const client = new pg.Client({ connectionString: server.url('roomless') })
    await client.connect()
    try {
      const manifest = await verifyBackup(file)
      const check = (changes: Partial<Manifest>): Promise<unknown> =>
        assertRestorable(async (statement) => (await client.query(statement)).rows, server.url('roomless'), {
          ...manifest,
          ...changes,
        })
      await expect(check({ postgres: 99 })).rejects.toThrow(/The backup is of PostgreSQL 99, .* into 99 or later/)
      await expect(check({ databaseBytes: 1e18 })).rejects.toThrow(
        /takes 1000000000000 MB, and the disk of .* has \d+ MB left/,
      )
      await expect(assertSpace(folder, { ...manifest, databaseBytes: 1e18 })).rejects.toThrow(/nothing was changed/)
      await expect(check({})).resolves.toBeTypeOf('function')
    } finally {
      await client.end()
    }
  })

  it('says how to make the role of the site where the server has none', async () => {
    const fresh = await createPostgresCluster()
    try {
      fresh.start()
      const admin = new pg.Client({ connectionString: fresh.url('postgres') })
      await admin.connect()
      await admin.query('create role spacedrop login')
      await admin.query('create database shop owner spacedrop')
      const environment = { DATA_DIR: folder, DATABASE_URL: fresh.url('shop', 'spacedrop') }
      const refused = await runOps(['restore', file], environment)
      expect(refused).toMatchObject({ code: 1, out: '' })
      const [, statements = ''] = /run as an administrator[^\n]*:\n([\s\S]+?)\n\n/.exec(`${refused.err}\n`) ?? []
      expect(statements).toBe('  create role spacedrop_app nologin;\n  grant spacedrop_app to "spacedrop";')
      // What it says is what helps.
      await admin.query(statements)
      await admin.end()
      expect(await runOps(['restore', file], environment)).toMatchObject({ code: 0, err: '' })
    } finally {
      await fresh.remove()
    }
  })
})
