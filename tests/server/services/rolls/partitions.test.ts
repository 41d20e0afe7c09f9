// Drops partitioned by month, as the operating guide describes it: the unchanged queries read only the months that they
// need.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leastIdAt, newId } from '../../../../src/server/base/ids.ts'
import { queryRows } from '../../../../src/server/db/database.ts'
import { SELECT_DROPS } from '../../../../src/server/services/rolls/drops.ts'
import { DATABASE_KINDS, type OwnedDatabase, openScratch } from '../../../support/databases/databases.ts'

const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1))
const DAY_MS = 86_400_000

interface Plan {
  readonly 'Relation Name'?: string
  readonly 'Actual Loops'?: number
  readonly Plans?: readonly Plan[]
}

/** Returns the months whose partition was read. */
function monthsRead(plan: Plan): string[] {
  const own = plan['Relation Name'] ?? ''
  const isRead = own.startsWith('items_') && (plan['Actual Loops'] ?? 0) > 0
  return [...(isRead ? [own] : []), ...(plan.Plans ?? []).flatMap(monthsRead)]
}

describe.runIf(DATABASE_KINDS.includes('postgres'))('drops partitioned by month', () => {
  let db: OwnedDatabase
  const rowsOf = <Row extends object>(statement: string): Promise<Row[]> => queryRows<Row>(db.queries, statement)

  beforeAll(async () => {
    db = await openScratch('postgres')
    const partitions = MONTHS.map((fromMs, month) => {
      const toMs = Date.UTC(2026, month + 1, 1)
      return `create table items_${month + 1} partition of items for values from ('${leastIdAt(fromMs)}') to ('${leastIdAt(toMs)}')`
    })
    await db.asOwner(
      [
        'alter table items rename to whole_items',
        'create table items (like whole_items including defaults) partition by range (id)',
        ...partitions,
        'alter table items add primary key (id)',
        'create index on items (player_id, id)',
        'grant select, insert, update on items to spacedrop_app',
        "insert into catalogue_items (id, view) values ('one', '{}')",
      ].join(';\n'),
    )
    const player = await rowsOf<{ id: number }>(
      "insert into players (steamid, username, avatar) values ('1', 'One', '') returning id",
    )
    const playerId = player[0]?.id
    await db.asOwner(`insert into accounts (id, name, balance) values (${playerId}, 'player', 0)`)
    const rows = MONTHS.flatMap((fromMs) =>
      Array.from({ length: 1_000 }, (_, place) => {
        const id = newIdAt(fromMs + Math.floor(place * DAY_MS * 0.027))
        return `('${id}', ${playerId}, 'one', 'owned', 'case', 'x', 100)`
      }),
    )
    await db.asOwner(
      `insert into items (id, player_id, item_id, state, source, reference, price) values ${rows.join(',')}`,
    )
    await db.asOwner('analyze items')
  })
  afterAll(() => db.close())

  async function readBy(where: string): Promise<string[]> {
    const [row] = await rowsOf<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (analyze, format json) ${SELECT_DROPS} where ${where}`,
    )
    return monthsRead(row?.['QUERY PLAN'][0]?.Plan ?? {})
  }

  it('are read only from the newest month for a page of the newest', async () => {
    expect(await readBy('items.player_id >= 1000 order by items.id desc limit 10')).toEqual(['items_12'])
  })

  it('are read from the month of the cursor for the next page', async () => {
    const cursor = leastIdAt(Date.UTC(2026, 5, 20))
    expect(await readBy(`items.id < '${cursor}' order by items.id desc limit 10`)).toEqual(['items_6'])
  })

  it('are read from one month for the counts of a day', async () => {
    const [from, to] = [leastIdAt(Date.UTC(2026, 2, 10)), leastIdAt(Date.UTC(2026, 2, 11))]
    expect(await readBy(`items.id >= '${from}' and items.id < '${to}'`)).toEqual(['items_3'])
  })
})

/** Returns an id of a moment, in any order. */
function newIdAt(atMs: number): string {
  return leastIdAt(atMs).slice(0, 14) + newId().slice(14)
}
