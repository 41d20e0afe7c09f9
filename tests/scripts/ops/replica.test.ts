// Commands that only read work on a read replica of PostgreSQL; a site, which writes, is refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEvents } from '../../../src/server/base/events.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { createPlayers } from '../../../src/server/services/account/players.ts'
import {
  createPostgresCluster,
  HAS_POSTGRES_SERVER,
  type PostgresCluster,
} from '../../support/databases/postgres-cluster.ts'
import { runOps } from '../../support/runner/command.ts'
import { ALL_ON } from '../../support/sites/all-on.ts'
import { openDatabaseAt } from '../../support/sites/killable-server.ts'

describe.skipIf(!HAS_POSTGRES_SERVER)('a read replica', () => {
  let primary: PostgresCluster
  let replica: string

  beforeAll(async () => {
    primary = await createPostgresCluster()
    primary.start()
    const db = await openDatabaseAt({ url: primary.url('postgres') })
    const { upsertPlayer } = createPlayers({ switches: ALL_ON, db, events: createEvents(), playMoney: true })
    const consent = { termsVersion: '2026-11-21', adult: true, address: '127.0.0.1', at: new Date() }
    await upsertPlayer({ steamid: '76561197960287930', name: 'Orbiter', avatar: '/x.svg', level: 10 }, consent)
    await db.close()
    replica = await primary.startReplica()
  }, 120_000)

  afterAll(async () => {
    await primary?.remove()
  })

  const onReplica = (...args: string[]) => runOps(args, { DATABASE_URL: replica })

  it('takes the ledger check, reports and lists', async () => {
    expect(await onReplica('ledger', 'check')).toMatchObject({ code: 0, err: '' })
    expect(await onReplica('report', 'days')).toMatchObject({ code: 0, err: '' })
    // Nobody has played yet, which it says.
    expect(await onReplica('report', 'games')).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^No game was played/),
    })
    const players = await onReplica('players', 'list')
    expect(players).toMatchObject({ code: 0, err: '' })
    expect(players.out).toContain('Orbiter')
  })

  it('refuses a site, which has to write', async () => {
    const site = { mode: 'sandbox', isModeSet: true } as const
    const silent = (): void => undefined
    await expect(
      openPostgres({ url: replica, connections: 1, onRetry: silent, onIdleFault: silent, site }),
    ).rejects.toThrow(
      / cannot be opened as "postgres": it is read-only, as a replica is, and a site writes\. .* Name the primary\./,
    )
  })
})
