// A database belongs to a sandbox or to a live shop, and a site of the other mode is refused by name.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEvents } from '../../../src/server/base/events.ts'
import { type Database, queryRows } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { WrongMode } from '../../../src/server/db/site-mode.ts'
import { createPlayers } from '../../../src/server/services/account/players.ts'
import { DATABASE_KINDS, migratedPostgres, SUITE_KINDS } from '../../support/databases/databases.ts'
import { copyMigrated } from '../../support/databases/migrated-pglite.ts'
import { createCommandPlace } from '../../support/runner/command.ts'
import { ALL_ON } from '../../support/sites/all-on.ts'

const onRetry = (): void => undefined
const SANDBOX = { mode: 'sandbox', isModeSet: true } as const
const LIVE = { mode: 'live', isModeSet: true } as const
const FORGOTTEN = { mode: 'sandbox', isModeSet: false } as const

interface Place {
  open(site?: typeof SANDBOX | typeof LIVE | typeof FORGOTTEN): Promise<Database>
  /** How the refusal names it. */
  readonly name: RegExp
  remove(): Promise<void>
}

async function pglitePlace(): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), 'spacedrop-mode-'))
  const folder = join(root, 'pglite')
  await copyMigrated(folder)
  return {
    open: (site) => openPglite({ folder, onRetry, ...(site && { site }) }),
    name: /The database in \S+pglite \(DATA_DIR\) /,
    remove: () => rm(root, { recursive: true }),
  }
}

async function postgresPlace(): Promise<Place> {
  const { url, drop } = await migratedPostgres()
  return {
    open: (site) => openPostgres({ url, connections: 1, onRetry, onIdleFault: onRetry, ...(site && { site }) }),
    name: /The database spacedrop_test_\w+ at \S+:\d+ \(DATABASE_URL\) /,
    remove: drop,
  }
}

async function addPlayer(db: Database, playMoney: boolean): Promise<void> {
  const consent = { termsVersion: 'test', adult: true, address: '127.0.0.1', at: new Date() }
  const profile = { steamid: '76561198000000001', name: 'One', avatar: '/x.svg', level: 1 }
  await createPlayers({ switches: ALL_ON, db, events: createEvents(), playMoney }).upsertPlayer(profile, consent)
}

describe.each(DATABASE_KINDS)('a database on %s', (kind) => {
  let place: Place

  const use = async (site: Parameters<Place['open']>[0], work: (db: Database) => unknown = () => undefined) => {
    const db = await place.open(site)
    try {
      await work(db)
    } finally {
      await db.close()
    }
  }

  beforeEach(async () => {
    place = await (kind === 'pglite' ? pglitePlace() : postgresPlace())
  })

  afterEach(() => place.remove())

  it('of a sandbox is refused in live mode, by name, with what to do', async () => {
    await use(SANDBOX)
    const refused = place.open(LIVE)
    await expect(refused).rejects.toBeInstanceOf(WrongMode)
    await expect(refused).rejects.toThrow(place.name)
    await expect(refused).rejects.toThrow(/belongs to a sandbox.*MODE=live.*an empty database/s)
    await use(SANDBOX)
  })

  // From here on nothing depends on how a database is opened.
  if (!SUITE_KINDS.includes(kind)) return

  it('of a live shop is refused to a sandbox, also where MODE was forgotten', async () => {
    await use(LIVE)
    await expect(place.open(SANDBOX)).rejects.toThrow(/belongs to a live shop.*MODE=sandbox/s)
    await expect(place.open(FORGOTTEN)).rejects.toThrow(place.name)
    await expect(place.open(FORGOTTEN)).rejects.toThrow(/MODE is not set.*Set MODE=live/s)
    await use(LIVE)
  })

  it('is opened by commands in any mode, which does not stamp it', async () => {
    await use(undefined)
    await use(LIVE)
    await use(undefined)
  })

  it('from before the stamp belongs to a sandbox where players got play money', async () => {
    await use(undefined, (db) => addPlayer(db, true))
    await expect(place.open(LIVE)).rejects.toThrow(/belongs to a sandbox/)
    await use(SANDBOX)
  })

  it('from before the stamp belongs to a live shop where players got none', async () => {
    await use(undefined, (db) => addPlayer(db, false))
    await expect(place.open(FORGOTTEN)).rejects.toThrow(/belongs to a live shop/)
    await use(LIVE)
  })

  it('keeps its mode for ever, whatever the app tries', async () => {
    await use(LIVE, async (db) => {
      for (const change of ["update site_mode set mode = 'sandbox'", 'delete from site_mode']) {
        await expect(db.queries.execute(change), change).rejects.toThrow()
      }
      expect(await queryRows(db.queries, 'select mode from site_mode')).toEqual([{ mode: 'live' }])
    })
  })
})

it.each(SUITE_KINDS)('a backup on %s keeps the mode', { timeout: 240_000 }, async (kind) => {
  const [full, empty] = [await createCommandPlace(kind), await createCommandPlace(kind)]
  const openAt = ({ folder, environment }: typeof full, site: typeof SANDBOX | typeof LIVE) =>
    kind === 'pglite'
      ? openPglite({ folder: join(folder, 'pglite'), onRetry, site })
      : openPostgres({ url: environment.DATABASE_URL ?? '', connections: 1, onRetry, onIdleFault: onRetry, site })
  try {
    if (kind === 'pglite') await copyMigrated(join(full.folder, 'pglite'))
    await (await openAt(full, LIVE)).close()
    const file = join(full.folder, 'shop.backup')
    expect(await full.run('backup', file)).toMatchObject({ code: 0 })
    expect(await empty.run('restore', file)).toMatchObject({ code: 0, err: '' })
    await expect(openAt(empty, SANDBOX)).rejects.toThrow('belongs to a live shop')
    await (await openAt(empty, LIVE)).close()
  } finally {
    await full.remove()
    await empty.remove()
  }
})
