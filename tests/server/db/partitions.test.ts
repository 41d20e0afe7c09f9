// Drops by month: the site goes on while its items become a partitioned table, and the nightly job adds the months to come.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leastIdAt, newId } from '../../../src/server/base/ids.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { itemPartitions, keepPartitions, partitionItems } from '../../../src/server/db/partitions.ts'
import { missingTables } from '../../../src/server/db/schema-check.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { DATABASE_KINDS, type ScratchPostgres, scratchPostgres } from '../../support/databases/databases.ts'
import { win } from '../../support/players/games.ts'
import { runOps } from '../../support/runner/command.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const HAS_POSTGRES = DATABASE_KINDS.includes('postgres')

/** The first day of the month so many months from now, in UTC. */
function month(ahead: number): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
}

const nameOf = (at: Date): string => `items_${at.toISOString().slice(0, 7).replace('-', '_')}`

describe.skipIf(!HAS_POSTGRES)('items by month', () => {
  let site: TestSite
  let player: Browser
  let url: string
  let folder: string
  let restored: ScratchPostgres

  async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  const countIn = async (table: string): Promise<number> =>
    asOwner(async (client) => Number((await client.query(`select count(*) from ${table}`)).rows[0].count))

  const ownItems = async (): Promise<string[]> =>
    (await player.get('/api/user/items')).body.items.map(({ id }: { id: string }) => id)

  const insertAt = (id: string): Promise<unknown> =>
    asOwner((client) =>
      client.query(
        `insert into items (id, player_id, item_id, price, state, source, reference)
          select $1, $2, id, 5, 'owned', 'case', 'orion' from catalogue_items limit 1`,
        [id, player.playerId],
      ),
    )

  beforeAll(async () => {
    site = await openTestSite('postgres')
    player = await site.newPlayer()
    const [row] = await queryRows<{ name: string }>(site.db.queries, 'select current_database() as name')
    const own = new URL(process.env.TEST_DATABASE_URL ?? '')
    own.pathname = `/${row?.name}`
    url = own.href
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-partitions-'))
    restored = await scratchPostgres()
  })

  afterAll(async () => {
    await site.close()
    await restored.drop()
    await rm(folder, { recursive: true })
  })

  it('are refused while a view reads the table, which stays as it is', async () => {
    await asOwner(async (client) => {
      await client.query('create view dear_items as select id from items where price > 100000')
      await expect(partitionItems(client)).rejects.toThrow(/Views read the table items: dear_items\./)
      await client.query('drop view dear_items')
    })
    expect(await itemPartitions(site.db)).toEqual([])
    expect(await keepPartitions(site.db)).toEqual([])
  })

  it('are made by the command, with what was won before, and the site goes on', async () => {
    await win(player, 5)
    const before = await ownItems()
    const asked = await runOps(['partitions', 'create'], { DATABASE_URL: url })
    expect(asked).toMatchObject({ code: 0, err: '' })
    expect(asked.out).toContain('Nothing was done yet.')
    expect(await itemPartitions(site.db)).toEqual([])

    const made = await runOps(['partitions', 'create', '--yes'], { DATABASE_URL: url })
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).toMatch(/^The table items is partitioned: [\d.]+ s\.\nThe ledger is right: \d+ transfers\./)
    expect(await countIn('items_before')).toBe(before.length)
    // Statements that are prepared already on the site's connections read the new table.
    expect(await ownItems()).toEqual(before)
    const won = await win(player, 5)
    expect(await ownItems()).toHaveLength(before.length + won.length)
    const ids = won.map(({ id }) => id)
    expect((await player.post('/api/user/items/sell', { ids, isAll: false })).body).toMatchObject({ success: true })
    expect(await missingTables(site.db)).toEqual([])
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })

  it('are refused a second time', async () => {
    expect(await runOps(['partitions', 'create', '--yes'], { DATABASE_URL: url })).toEqual({
      code: 1,
      out: '',
      err: 'The table items is partitioned already.\n',
    })
  })

  it('have indexes, rights and checks of the table of before', async () => {
    const indexes = (table: string): string =>
      `select replace(regexp_replace(pg_get_indexdef(indexrelid), '^.* USING', ''), '${table}', '') as definition
        from pg_index where indrelid = '${table}'::regclass order by 1`
    await asOwner(async (client) => {
      const [whole, old, later] = [
        await client.query(indexes('items')),
        await client.query(indexes('items_before')),
        await client.query(indexes('items_later')),
      ]
      expect(whole.rows).toHaveLength(7)
      expect(old.rows).toEqual(whole.rows)
      expect(later.rows).toEqual(whole.rows)
    })
    await expect(queryRows(site.db.queries, 'select 1 from items_before')).rejects.toThrow()
    await expect(
      insertAt(newId()).then(() => asOwner((client) => client.query('update items set price = 0'))),
    ).rejects.toThrow(/price_positive/)
  })

  it('go into the partition of their month, and are moved there when it is made late', async () => {
    const last = (await itemPartitions(site.db)).map(({ name }) => name).filter((name) => /\d$/.test(name))
    expect(last.at(-1)).toBe(nameOf(month(2)))
    await insertAt(leastIdAt(month(2).getTime()))
    expect(await countIn(nameOf(month(2)))).toBe(1)
    await insertAt(leastIdAt(month(3).getTime()))
    expect(await countIn('items_later')).toBe(1)

    // As if the job had not run for a while.
    await asOwner((client) => client.query(`drop table ${nameOf(month(2))}`))
    await insertAt(leastIdAt(month(2).getTime() + 5))
    expect(await countIn('items_later')).toBe(2)
    expect(await keepPartitions(site.db)).toEqual([nameOf(month(2))])
    expect([await countIn(nameOf(month(2))), await countIn('items_later')]).toEqual([1, 1])
    expect(await keepPartitions(site.db)).toEqual([])
  })

  it('are listed with their first and last days', async () => {
    const { out } = await runOps(['partitions', 'list'], { DATABASE_URL: url })
    const day = (ahead: number): string => month(ahead).toISOString().slice(0, 10)
    expect(out).toMatch(/^items_before +- +\d{4}-\d\d-01/m)
    expect(out).toMatch(new RegExp(`^${nameOf(month(2))} +${day(2)} +${day(3)}`, 'm'))
    expect(out).toMatch(/^items_later +- +-/m)
  })

  it('are in a backup, and in what is restored from it', { timeout: 120_000 }, async () => {
    const file = join(folder, 'shop.backup')
    await asOwner((client) =>
      client.query('delete from items where item_id is not null and price = 5 and roll_id is null'),
    )
    expect(await runOps(['backup', file], { DATABASE_URL: url })).toMatchObject({ code: 0, err: '' })
    expect(await runOps(['restore', file], { DATABASE_URL: restored.url })).toMatchObject({ code: 0, err: '' })
    expect((await runOps(['partitions', 'list'], { DATABASE_URL: restored.url })).out).toContain(nameOf(month(2)))
  })
})

describe('npm run ops -- partitions on PGlite', () => {
  it('says that only PostgreSQL has them', async () => {
    expect(await runOps(['partitions', 'list'])).toEqual({
      code: 1,
      out: '',
      err: 'Only PostgreSQL has partitions: set DATABASE_URL.\n',
    })
  })
})
