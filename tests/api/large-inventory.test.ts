// A player who owns more than anyone scrolls through: totals, narrowed questions, pages.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ItemsReply, itemsReplySchema, type OwnedItem } from '../../src/contract/inventory.ts'
import { SELL_MOST } from '../../src/contract/user.ts'
import { RARITIES } from '../../src/game/rarity.ts'
import { DATABASE_KINDS } from '../support/databases.ts'
import { type Browser, openTestSite, type TestSite } from '../support/site.ts'

/** So many items of each of the two kinds. */
const MANY = 1_150
const FEW = 70

describe.each(DATABASE_KINDS)('many items on %s', (kind) => {
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

  it('are counted in all', async () => {
    const all = await allOf('sort=old')
    expect(all).toHaveLength(MANY + FEW)
    expect((await ask('')).total).toEqual({ count: all.length, sum: all.reduce((sum, { price }) => sum + price, 0) })
  })

  it('are counted as far as it says when a question is narrowed', async () => {
    const { total } = await ask(`rarity=${common.rarity}`)
    expect(total).toMatchObject({ count: 1_000, least: true })
    const few = await ask(`rarity=${rare.rarity}`)
    expect(few.total.least).toBeUndefined()
    expect(few.total.count).toBe(FEW)
    expect(few.items).toHaveLength(50)
  })

  it.each(['new', 'old', 'dear', 'cheap'] as const)(
    'come each once and in order, narrowed or not: %s',
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

  it('are none where nothing fits', async () => {
    const nothing = { items: [], cursor: null, total: { count: 0, sum: 0 } }
    expect(await ask('q=%25')).toMatchObject(nothing)
    const unowned = RARITIES.find((rarity) => rarity !== common.rarity && rarity !== rare.rarity)
    expect(await ask(`rarity=${unowned}`)).toMatchObject(nothing)
  })

  it('are sold as they are named, and the rest with all', async () => {
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
