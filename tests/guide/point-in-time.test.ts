// Point-in-time recovery as docs/recovery.md describes it: a base backup, the archived log, and a target just before the mistake.
import { existsSync } from 'node:fs'
import { appendFile, chown, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEvents } from '../../src/server/base/events.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { createPlayers } from '../../src/server/services/account/players.ts'
import {
  createPostgresCluster,
  HAS_POSTGRES_SERVER,
  type PostgresCluster,
} from '../support/databases/postgres-cluster.ts'
import { runOps } from '../support/runner/command.ts'
import { ALL_ON } from '../support/sites/all-on.ts'

const silent = (): void => undefined

describe.runIf(HAS_POSTGRES_SERVER)('point-in-time recovery', () => {
  let server: PostgresCluster

  beforeAll(async () => {
    server = await createPostgresCluster()
  })

  afterAll(() => server.remove())

  async function ask(statement: string, database = 'shop'): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: server.url(database) })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows
    } finally {
      await client.end()
    }
  }

  /** The server's user is not that of the test where that is root. */
  async function giveToServer(path: string): Promise<void> {
    const { uid, gid } = await stat(server.folder)
    await chown(path, uid, gid)
  }

  async function addPlayer(number: number): Promise<void> {
    const url = server.url('shop')
    const db = await openPostgres({ url, connections: 1, onRetry: silent, onIdleFault: silent })
    const { upsertPlayer } = createPlayers({ switches: ALL_ON, db, events: createEvents(), playMoney: true })
    await upsertPlayer({ steamid: `7656119700000120${number}`, name: `P${number}`, avatar: '/x.svg', level: 10 }, null)
    await db.close()
  }

  it('returns the database to the moment before a mistake', async () => {
    const archive = join(server.folder, 'archive')
    await mkdir(archive)
    await giveToServer(archive)
    await appendFile(
      join(server.dataFolder, 'postgresql.conf'),
      `wal_level = replica\narchive_mode = on\narchive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'\n`,
    )
    server.start()
    await ask('create database shop', 'postgres')
    await addPlayer(1)
    const base = join(server.folder, 'base')
    server.run('pg_basebackup', [`--pgdata=${base}`, '--checkpoint=fast', '--wal-method=stream'])
    server.run('pg_verifybackup', [base])

    await addPlayer(2)
    const [moment] = await ask('select now()::text as at')
    await ask('delete from sessions; drop table wheel_spins cascade')
    const [last] = await ask('select pg_walfile_name(pg_current_wal_lsn()) as wal')
    await ask('select pg_switch_wal()')
    await expect.poll(() => existsSync(join(archive, String(last?.wal)))).toBe(true)
    server.stop()

    await appendFile(
      join(base, 'postgresql.auto.conf'),
      `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${String(moment?.at)}'\nrecovery_target_action = 'promote'\n`,
    )
    await writeFile(join(base, 'recovery.signal'), '')
    await giveToServer(join(base, 'recovery.signal'))
    server.start(base)
    await expect.poll(async () => (await ask('select pg_is_in_recovery() as going'))[0]?.going).toBe(false)
    expect(await ask('select count(*)::int as players from players')).toEqual([{ players: 2 }])
    const checked = await runOps(['ledger', 'check'], { DATABASE_URL: server.url('shop') })
    expect(checked.out).toMatch(/^The ledger is right: 2 transfers/)
  })
})
