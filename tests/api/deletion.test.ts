// The deletion of a player as docs/operating.md describes it: nothing identifies them but the Steam ID, and the ledger stays right.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryRows } from '../../src/server/db/database.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { SUITE_KINDS } from '../support/databases.ts'
import { win } from '../support/games.ts'
import { openTestSite, type TestSite } from '../support/site.ts'

/** Returns the statements of the guide for a player. */
async function deletionOf(playerId: number): Promise<string[]> {
  const guide = await readFile(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
  const [, statements = ''] = /### A player asks to be deleted.*?```sql\n(.*?)```/s.exec(guide) ?? []
  expect(statements).toContain('1000')
  return statements.replaceAll('1000', String(playerId)).trim().split('\n')
}

describe.each(SUITE_KINDS)('a deleted player on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  afterAll(() => site.close())

  it('has neither name nor picture nor trade URL; results and ledger stay', async () => {
    const player = await site.newPlayer()
    const { playerId } = player
    await win(player, 1)
    const identified = sql`select username, avatar, trade_link, steam_level, steamid from players where id = ${playerId}`
    const [before] = await queryRows<Record<string, string>>(site.db.queries, identified)
    for (const statement of await deletionOf(playerId)) await site.db.queries.execute(sql.raw(statement))
    const [after] = await queryRows<Record<string, string>>(site.db.queries, identified)
    expect(after).toEqual({
      username: 'deleted',
      avatar: '',
      trade_link: null,
      steam_level: null,
      steamid: before?.steamid,
    })
    const profile = await site.guest().get(`/api/user/${playerId}`)
    expect(profile.status).toBe(200)
    expect(JSON.stringify(profile.body)).not.toContain(before?.username)
    const told = sql`select id from notifications where player_id = ${playerId}`
    expect(await queryRows(site.db.queries, told)).toEqual([])
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })
})
