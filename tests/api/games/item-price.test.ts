// What the price of an item rests on: its list and age, how far its sources are apart, its last change, and that it is held.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { NO_PRICE_STATE, type PriceState } from '../../../src/game/prices/price-rules.ts'
import { itemPriceReplySchema } from '../../../src/protocol/item-price.ts'
import type { LoadedCatalogue } from '../../../src/server/catalogue/loaded-catalogue.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { recordCatalogue } from '../../support/shop/shop.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

const AT = Date.parse('2026-08-08T06:00:00Z')
const HOUR_MS = 3_600_000

describe.each(SUITE_KINDS)('the price of an item on %s', (kind) => {
  let site: TestSite
  let original: LoadedCatalogue
  let current: LoadedCatalogue
  let id: string

  beforeAll(async () => {
    site = await openTestSite(kind)
    original = site.catalogue.current
    Object.defineProperty(site.catalogue, 'current', { get: () => current })
    id = [...original.catalogue.items.keys()][0] ?? ''
  })

  beforeEach(() => know({}))

  afterAll(() => site.close())

  function know(state: Partial<PriceState>): void {
    current = { ...original, priceState: { ...NO_PRICE_STATE, source: 'Skinport', atMs: AT, ...state } }
  }

  const price = async (of = id) =>
    itemPriceReplySchema.parse((await site.guest().get(`/api/items/price?id=${encodeURIComponent(of)}`)).body).price

  it('names its source and when it was read, to guests too', async () => {
    expect(await price()).toEqual({
      amount: original.catalogue.items.get(id)?.priceCents,
      source: 'Skinport',
      at: AT,
      shipped: false,
      spread: null,
      move: null,
      held_since: null,
    })
  })

  it('is as old as the last list that named it', async () => {
    know({ agesMs: new Map([[id, AT - 30 * HOUR_MS]]) })
    expect(await price()).toMatchObject({ at: AT - 30 * HOUR_MS })
    know({ source: null, atMs: null })
    expect(await price()).toMatchObject({ source: null, at: null })
  })

  it('has the spread of its sources, and its last accepted change', async () => {
    const spread = { lowestCents: cents(900), highestCents: cents(1_100), sources: 3 }
    know({ spreads: new Map([[id, spread]]), moves: new Map([[id, { fromCents: cents(800), atMs: AT - HOUR_MS }]]) })
    expect(await price()).toMatchObject({
      spread: { lowest: 900, highest: 1_100, sources: 3 },
      move: { from: 800, at: AT - HOUR_MS },
    })
  })

  it('is of the list that came with the site until another price was accepted', async () => {
    know({ isShipped: true })
    expect(await price()).toMatchObject({ shipped: true })
    know({ isShipped: true, moves: new Map([[id, { fromCents: cents(800), atMs: AT }]]) })
    expect(await price()).toMatchObject({ shipped: false })
  })

  it('says since when it is held, and never what the market said', async () => {
    const held = new Map([[id, { seenCents: cents(987_654), sinceMs: AT - HOUR_MS }]])
    await recordCatalogue(site.db, { ...original, priceState: { ...NO_PRICE_STATE, held } })
    try {
      // This instance has not read the new catalogue yet.
      expect(await price()).toMatchObject({ held_since: AT - HOUR_MS })
      const { body } = await site.guest().get(`/api/items/price?id=${encodeURIComponent(id)}`)
      expect(JSON.stringify(body)).not.toContain('987654')
    } finally {
      await recordCatalogue(site.db, original)
    }
  })

  it('is null for an item that is no longer in the catalogue, and refuses what is no id', async () => {
    expect(await price('gone-skin.fn')).toBeNull()
    expect((await site.guest().get('/api/items/price')).status).toBe(400)
    expect((await site.guest().get(`/api/items/price?id=${'x'.repeat(200)}`)).status).toBe(400)
  })
})
