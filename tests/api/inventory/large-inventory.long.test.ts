// A player with a large inventory: totals, filters, pages.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RARITIES } from '../../../src/game/catalogue/rarity.ts'
import { type ItemsReply, itemsReplySchema, type OwnedItem } from '../../../src/protocol/inventory.ts'
import { SELL_MOST } from '../../../src/protocol/user.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

/** The number of items of each of the two kinds. */
const MANY = 1_150
const FEW = 70

describe.each(SUITE_KINDS)('large inventories on %s', (kind) => {
  let site: TestSite
  let player: Browser
  let common: { id: string; name: string; rarity: string }
  let rare: typeof common

  beforeAll(async () => {
    site = await openTestSite(kind)
    player = await site.newPlayer()
    const all = [...site.catalogue.current.catalogue.items.values()]
    const [first] = all
    const other = all.find(({ skin }) => skin.rarity !== first?.skin.rarity)
    if (first === undefined || other === undefined) throw new Error('The catalogue is too small')
    common = { id: first.id, name: first.skin.name.uk, rarity: first.skin.rarity }
    rare = { id: other.id, name: other.skin.name.uk, rarity: other.skin.rarity }
    await site.db.asOwner(
      `insert into items (id, player_id, item_id, price, state, source, reference)
        select (lpad(to_hex(1600000000000 + n), 12, '0') || '70008000000000000000')::uuid, ${player.playerId},
          case when n % ${Math.floor(MANY / FEW)} = 0 and n <= ${FEW * Math.floor(MANY / FEW)} then '${rare.id}' else '${common.id}' end,
          1 + n % 300, 'owned', 'raffle', '' from generate_series(1, ${MANY + FEW}) n;
       update accounts set (items, worth) =
        (select count(*), sum(price) from items where player_id = ${player.playerId}) where id = ${player.playerId}`,
    )
  })

  afterAll(() => site.close())

  async function ask(query: string): Promise<ItemsReply> {
    return itemsReplySchema.parse((await player.get(`/api/user/items?${query}`, { 'accept-language': 'uk' })).body)
  }

  async function allOf(query: string): Promise<OwnedItem[]> {
    const all: OwnedItem[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: ItemsReply = await ask(cursor === '' ? query : `${query}&cursor=${cursor}`)
      all.push(...page.items)
      cursor = page.cursor
    }
    return all
  }

  it('are counted completely', async () => {
    const all = await allOf('sort=old')
    expect(all).toHaveLength(MANY + FEW)
    expect((await ask('')).total).toEqual({ count: all.length, sum: all.reduce((sum, { price }) => sum + price, 0) })
  })

  it('are counted up to a limit when a query is filtered', async () => {
    const { total } = await ask(`rarity=${common.rarity}`)
    expect(total).toMatchObject({ count: 1_000, least: true })
    const few = await ask(`rarity=${rare.rarity}`)
    expect(few.total.least).toBeUndefined()
    expect(few.total.count).toBe(FEW)
    expect(few.items).toHaveLength(50)
  })

  it.each(['new', 'old', 'dear', 'cheap'] as const)(
    'list each item once and in order, filtered or not: %s',
    async (sort) => {
      const all = await allOf(`sort=${sort}`)
      for (const [query, rarity] of [
        [`rarity=${common.rarity}`, common.rarity],
        [`q=${encodeURIComponent(rare.name.toLocaleUpperCase('uk'))}&rarity=${rare.rarity}`, rare.rarity],
      ]) {
        const narrowed = await allOf(`sort=${sort}&${query}`)
        expect(narrowed.map(({ id }) => id)).toEqual(
          all.filter(({ item }) => item.rarity === rarity).map(({ id }) => id),
        )
      }
    },
  )

  it.each(['narrowed', 'all'])('have no page after a last one that is full: %s', async (which) => {
    const owner = await site.newPlayer()
    await site.db.asOwner(
      `insert into items (id, player_id, item_id, price, state, source, reference)
        select gen_random_uuid(), ${owner.playerId}, '${common.id}', n, 'owned', 'raffle', '' from generate_series(1, 100) n;
       update accounts set (items, worth) =
        (select count(*), sum(price) from items where player_id = ${owner.playerId}) where id = ${owner.playerId}`,
    )
    const query = which === 'all' ? 'sort=new' : `sort=new&rarity=${common.rarity}`
    const read = async (wish: string): Promise<ItemsReply> =>
      itemsReplySchema.parse((await owner.get(`/api/user/items?${wish}`)).body)
    const first = await read(query)
    const second = await read(`${query}&cursor=${first.cursor}`)
    expect([first.items.length, second.items.length, second.cursor]).toEqual([50, 50, null])
  })

  it('are empty when nothing matches', async () => {
    const nothing = { items: [], cursor: null, total: { count: 0, sum: 0 } }
    expect(await ask('q=%25')).toMatchObject(nothing)
    const unowned = RARITIES.find((rarity) => rarity !== common.rarity && rarity !== rare.rarity)
    expect(await ask(`rarity=${unowned}`)).toMatchObject(nothing)
  })

  it('are sold by id, and the rest by selling all', async () => {
    const all = await allOf('sort=old')
    const sumOf = (items: readonly OwnedItem[]): number => items.reduce((sum, { price }) => sum + price, 0)
    const [named, rest] = [all.slice(0, 1_000), all.slice(1_000)]
    const sell = async (ids: readonly string[], isAll: boolean) =>
      (await player.post('/api/user/items/sell', { ids, isAll })).body
    const ids = named.map(({ id }) => id)
    expect(await sell([...ids, randomUUID()], false)).toMatchObject({ code: 'item-gone' })
    const others = Array.from({ length: SELL_MOST - ids.length }, () => randomUUID())
    expect(await sell([...ids, ...others], false)).toMatchObject({ code: 'item-gone' })
    expect(await sell([...ids, ...others, randomUUID()], false)).toMatchObject({ code: 'invalid', field: 'body/ids' })
    expect(await sell(ids, false)).toMatchObject({ success: true, sold: named.length, sum: sumOf(named) })
    expect(await sell([], true)).toMatchObject({ success: true, sold: rest.length, sum: sumOf(rest) })
  })
})
