// Search through the whole app: by names in any language, nicknames, and as typed in the other keyboard layout.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import type { Item } from '../../../src/game/catalogue/catalogue.ts'
import { itemsReplySchema, targetsReplySchema } from '../../../src/protocol/inventory.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

/** The items that the player owns, by the English names of their skins. */
const OWNED = [
  'AK-47 | Redline',
  'AWP | Asiimov',
  'M4A4 | Asiimov',
  'Karambit | Tiger Tooth',
  'Desert Eagle | Printstream',
]
/** An item of an earlier catalogue. */
const FORMER = { en: 'AK-47 | Comet', ru: 'AK-47 | Комета', uk: 'АК-47 | Комета' }

/** Queries, and the owned skins that each of them finds. */
const QUERIES: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    ['AK-47', 'ak47', 'Ak 47', 'ак47', 'АК-47', 'фл-47', 'калаш'],
    ['AK-47 | Redline', FORMER.en],
  ],
  [['awp', 'AWP', 'АВП', 'фцз', 'fdg'], ['AWP | Asiimov']],
  [
    ['Asiimov', 'азимов', 'Азімов', 'фышшьщм', 'fpsvjd'],
    ['AWP | Asiimov', 'M4A4 | Asiimov'],
  ],
  [['red ak', 'калаш линия', 'AK-47 | Redline', 'червона АК', 'htlkfqy'], ['AK-47 | Redline']],
  [['★ Karambit', 'керамбит', 'керамбіт', 'кара', 'rfhf'], ['Karambit | Tiger Tooth']],
  [['deagle', 'дигл', 'DesertEagle', 'вуфпду'], ['Desert Eagle | Printstream']],
  [['комета', 'comet', 'rjvtnf'], [FORMER.en]],
  [['nothing-has-it', '%', '★'], []],
]

describe.each(SUITE_KINDS)('search on %s', (kind) => {
  let site: TestSite
  let player: Browser

  beforeAll(async () => {
    site = await openTestSite(kind)
    player = await site.newPlayer()
    const items = OWNED.map(itemOf).map(({ id }) => `'${id}'`)
    const view = { ...(await viewOf(itemOf('AK-47 | Redline').id)), id: 'ak-47-comet', name: FORMER }
    await site.db.asOwner(
      `insert into catalogue_items (id, view) values ('ak-47-comet', '${JSON.stringify(view)}'::jsonb);
       insert into items (id, player_id, item_id, price, state, source, reference)
        select gen_random_uuid(), ${player.playerId}, id, 100, 'owned', 'raffle', '' from catalogue_items
          where id in (${items.join()}, 'ak-47-comet');
       update accounts set (items, worth) =
        (select count(*), sum(price) from items where player_id = ${player.playerId}) where id = ${player.playerId}`,
    )
  })

  afterAll(() => site.close())

  function itemOf(name: string): Item {
    const item = [...site.catalogue.current.catalogue.items.values()].find(({ skin }) => skin.name.en === name)
    if (item === undefined) throw new Error(`The catalogue has no ${name}`)
    return item
  }

  async function viewOf(id: string): Promise<object> {
    const { items } = targetsReplySchema.parse((await player.get('/api/upgrade/targets?q=redline')).body)
    return items.find(({ item }) => item.id === id)?.item ?? {}
  }

  describe.each(LANGUAGES)('of a player who reads %s', (language) => {
    const ask = async (path: string, query: Record<string, string>) =>
      (await player.get(`${path}?${new URLSearchParams(query)}`, { 'accept-language': language })).body

    it.each(QUERIES)('finds by each of %j in the inventory %j', async (queries, names) => {
      for (const q of queries) {
        const { items, total } = itemsReplySchema.parse(await ask('/api/user/items', { q }))
        expect(items.map(({ item }) => item.name.en).toSorted(), q).toEqual(names.toSorted())
        expect(total.count, q).toBe(names.length)
      }
    })

    it.each(QUERIES)('finds by each of %j among targets of upgrades and replacements %j', async (queries, names) => {
      const offered = names.filter((name) => name !== FORMER.en)
      for (const q of queries) {
        for (const name of offered) {
          const { id, priceCents, skin } = itemOf(name)
          const price = { min: String(priceCents), max: String(priceCents), rarity: skin.rarity }
          const upgrade = targetsReplySchema.parse(await ask('/api/upgrade/targets', { q, ...price }))
          expect(
            upgrade.items.map(({ item }) => item.id),
            q,
          ).toContain(id)
          const replacement = targetsReplySchema.parse(
            await ask('/api/upgrade/targets', { q, max: String(priceCents), sort: 'dear' }),
          )
          expect(
            replacement.items.slice(0, 10).map(({ item }) => item.id),
            q,
          ).toContain(id)
        }
        if (names.length === 0) expect((await ask('/api/upgrade/targets', { q })).total, q).toBe(0)
      }
    })
  })
})
