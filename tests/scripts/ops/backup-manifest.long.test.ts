// The manifest of a backup tells versions and ledgers apart.
import { describe, expect, it } from 'vitest'
import site from '../../../package.json' with { type: 'json' }
import { createEvents } from '../../../src/server/base/events.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { transfers } from '../../../src/server/db/schema.ts'
import { createPlayers } from '../../../src/server/services/account/players.ts'
import { contentsOf, differenceOf, stateOf } from '../../../src/server/services/operations/backup/contents.ts'
import { DATABASE_KINDS, openScratch } from '../../support/databases/databases.ts'
import { ALL_ON } from '../../support/sites/all-on.ts'

describe.each(DATABASE_KINDS)('the manifest of a backup on %s', (kind) => {
  it('names the version, and tells another ledger with as many rows', async () => {
    const db = await openScratch(kind)
    try {
      // Backups read as the owner of the tables.
      await db.asOwner(
        'grant usage on schema drizzle to spacedrop_app; grant select on drizzle.__drizzle_migrations to spacedrop_app',
      )
      const { upsertPlayer } = createPlayers({ switches: ALL_ON, db, events: createEvents(), playMoney: true })
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
