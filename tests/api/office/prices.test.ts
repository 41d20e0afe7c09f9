// Prices in the office: the items, what is held, lists that are looked at before they are published, and drafts of typed prices.
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '../../../src/server/db/schema-office.ts'
import { newestId } from '../../../src/server/shop/edition-store.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { holdPrices } from '../../support/office/held-prices.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'

const HOUR_MS = 3_600_000

describe.each(SUITE_KINDS)('prices in the office on %s', (kind) => {
  let office: TestOffice
  let owner: OfficeBrowser
  let content: OfficeBrowser
  let finance: OfficeBrowser

  beforeAll(async () => {
    office = await openTestOffice(kind)
    owner = await office.member('owner', 'Olha')
    content = await office.member('content', 'Kateryna')
    finance = await office.member('finance', 'Fedir')
  })

  afterAll(() => office.close())

  const priceOf = (id: string): number => office.shop.current.catalogue.catalogue.items.get(id)?.priceCents ?? 0
  const marketName = (id: string): string => office.shop.current.catalogue.catalogue.items.get(id)?.marketHashName ?? ''

  /** The item of a case that is worth most of it. */
  function heavyItem(): { readonly id: string; readonly url: string } {
    const [box] = [...office.shop.current.catalogue.catalogue.cases.values()].filter(
      ({ enabled, priceCents }) => enabled && priceCents > 200,
    )
    const heaviest = box?.entries.toSorted((a, b) => b.tickets * b.item.priceCents - a.tickets * a.item.priceCents)[0]
    if (box === undefined || heaviest === undefined) throw new Error('There is no case')
    return { id: heaviest.item.id, url: box.url }
  }

  it('are listed by price and by age, found by a name in any language, and narrowed', async () => {
    const { body } = await finance.get('/prices')
    expect([body.items.length, body.cursor, body.held]).toEqual([50, '50', 0])
    expect(body.count).toBeGreaterThan(6_000)
    const prices = body.items.map(({ price }: { price: number }) => price)
    expect(prices).toEqual(prices.toSorted((a: number, b: number) => b - a))
    const next = (await finance.get('/prices?cursor=50')).body
    expect(next.items[0].price).toBeLessThanOrEqual(prices.at(-1))
    for (const q of ['redline', 'Редлайн ft', 'красная линия', 'кувдшту']) {
      const found = (await finance.get(`/prices?q=${encodeURIComponent(q)}`)).body
      expect([q, found.items.length > 0 && /redline/.test(found.items[0].id)]).toEqual([q, true])
    }
    expect((await finance.get('/prices?filter=held')).body.count).toBe(0)
    expect((await finance.get('/prices?filter=old')).body.count).toBe(body.count - (await unpriced()))
    expect((await finance.get('/prices?filter=cases&order=cheapest')).body.items[0].cases).toBeGreaterThan(0)
    expect((await finance.get('/prices?filter=none')).status).toBe(400)
    // What has no price comes last.
    for (const order of ['cheapest', 'oldest', 'newest']) {
      expect((await finance.get(`/prices?order=${order}`)).body.items[0].price).toBeGreaterThan(0)
    }
  })

  const unpriced = async (): Promise<number> => (await finance.get('/prices?filter=unpriced')).body.count

  it('say of an item what it was, and where it can be won', async () => {
    const { id, url } = heavyItem()
    const { body } = await finance.get(`/prices/items/${id}`)
    expect(body.item).toMatchObject({ id, price: priceOf(id) })
    expect(body.history).toEqual([{ edition: 1, at: expect.any(Number), price: priceOf(id) }])
    const place = body.places.find((one: { id: string }) => one.id === url)
    expect(place).toMatchObject({ kind: 'case', isOn: true })
    expect(place.returns).toBeGreaterThan(0.8)
    expect(place.chance).toBeGreaterThan(0)
    expect((await finance.get('/prices/items/no-such-item.ft')).body.code).toBe('unknown')
  })

  it('that are typed show what they do to each case, and change nothing before their draft is published', async () => {
    const before = await newestId(office.db.queries)
    const { id, url } = heavyItem()
    const price = Math.round(priceOf(id) * 1.02) + 1
    const { body } = await finance.post('/prices/effects', { prices: { [id]: price }, draft: null })
    const effect = body.effects.find((one: { id: string }) => one.id === url)
    expect(effect.plain).toBeGreaterThan(effect.before)
    expect(body.same).toBeGreaterThan(0)

    expect((await finance.post('/prices/drafts', { draft: null, title: 'x', prices: { [id]: price } })).body.why).toBe(
      'role',
    )
    const written = await content.post('/prices/drafts', { draft: null, title: 'One price', prices: { [id]: price } })
    expect(written.status).toBe(200)
    const draft = written.body
    const read = (await content.get(`/prices/drafts/${draft.id}`)).body
    expect(read).toMatchObject({ isOld: false, items: [{ id, before: priceOf(id), after: price }] })
    expect(await newestId(office.db.queries)).toBe(before)
    const changes = (await content.get(`/drafts/${draft.id}/changes`)).body
    expect(changes.faults).toEqual([])

    // The price of another item is added to the draft, which keeps the first one.
    const other = 'ak-47-slate.mw'
    const again = await content.post('/prices/drafts', { draft, title: 'x', prices: { [other]: priceOf(other) + 1 } })
    expect(again.status).toBe(200)
    const both = (await content.get(`/prices/drafts/${draft.id}`)).body
    expect(both.items.map((item: { id: string }) => item.id).toSorted()).toEqual([id, other].toSorted())
    const late = await content.post('/prices/drafts', { draft, title: 'x', prices: { [other]: 1 } })
    expect(late.body.code).toBe('draft-changed')
    const same = await content.post('/prices/drafts', { draft: null, title: 'x', prices: { [other]: priceOf(other) } })
    expect(same.body.code).toBe('prices-same')
  })

  it('of a draft stand on the newest list, and bring no older price back', async () => {
    const id = 'ak-47-slate.mw'
    const { body: draft } = await content.post('/prices/drafts', {
      draft: null,
      title: 'One price',
      prices: { [id]: priceOf(id) + 2 },
    })
    const other = 'desert-eagle-kumicho-dragon.ft'
    const moved = priceOf(other) + 1
    await owner.makeFresh()
    const file = { name: 'list.csv', text: `${marketName(other)},${(moved / 100).toFixed(2)}` }
    const { body: list } = await owner.post('/prices/lists', { file, force: false })
    expect((await owner.post(`/prices/lists/${list.id}/publish`, { edition: list.edition, force: false })).status).toBe(
      200,
    )
    expect((await content.get(`/prices/drafts/${draft.id}`)).body.isOld).toBe(true)
    const renewed = await content.post(`/prices/drafts/${draft.id}/renew`, { version: draft.version })
    expect(renewed.status).toBe(200)
    expect((await content.get(`/prices/drafts/${draft.id}`)).body.isOld).toBe(false)
    const { body } = await content.get(`/drafts/${draft.id}`)
    expect(JSON.parse(body.files['prices.json'])).toMatchObject({ [other]: moved })
  })

  it('that are held are accepted one by one, as they were seen', async () => {
    const [up, down] = ['ak-47-slate.mw', 'awp-green-energy.ft']
    const [seenUp, seenDown] = [priceOf(up) * 3, Math.max(1, Math.round(priceOf(down) / 4))]
    await holdPrices(office.shop, { [down]: seenDown, [up]: seenUp }, office.nowMs - HOUR_MS)
    const { body } = await finance.get('/prices/held')
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([up, down])
    expect(body.items[0].held.moved).toBeCloseTo(200)
    await finance.makeFresh()
    expect((await finance.post('/prices/accept', { items: [{ id: up, seen: seenUp }] })).body.why).toBe('role')
    await owner.makeFresh()
    expect((await owner.post('/prices/accept', { items: [{ id: up, seen: seenUp + 1 }] })).body.code).toBe(
      'held-changed',
    )
    // One after the other, at once: each one is an edition on the one before.
    for (const [id, seen] of [
      [up, seenUp],
      [down, seenDown],
    ] as const) {
      expect((await owner.post('/prices/accept', { items: [{ id, seen }] })).body).toEqual({ outcome: 'done' })
    }
    expect((await finance.get('/prices/held')).body.items).toEqual([])
    expect([priceOf(up), priceOf(down)]).toEqual([seenUp, seenDown])
    expect((await owner.post('/prices/accept', { items: [{ id: up, seen: seenUp }] })).body.code).toBe('held-changed')
    const [row] = await office.db.queries
      .select()
      .from(audit)
      .where(and(eq(audit.verb, 'prices.accept'), eq(audit.actorKind, 'staff')))
      .orderBy(desc(audit.position))
      .limit(1)
    expect(row).toMatchObject({ subject: 'prices', after: { items: [{ after: seenDown }] } })
  })

  it('of a list are shown before they are taken: what changes, is held, is unknown and refused by its line', async () => {
    const [same, far] = ['m4a4-griffin.ww', 'ak-47-emerald-pinstripe.ft']
    const rows = [
      'market_hash_name,price',
      `${marketName(same)},${((priceOf(same) + 1) / 100).toFixed(2)}`,
      `${marketName(far)},${((priceOf(far) * 9) / 100).toFixed(2)}`,
      'Souvenir Something (Field-Tested),3.00',
      `${marketName('ak-47-slate.mw')},cheap`,
    ]
    const file = { name: 'list.csv', text: rows.join('\n') }
    await content.makeFresh()
    expect((await content.post('/prices/lists', { file, force: false })).body.why).toBe('role')
    await owner.makeFresh()
    const before = await newestId(office.db.queries)
    const { body: list } = await owner.post('/prices/lists', { file, force: false })
    expect(list).toMatchObject({
      source: 'list.csv',
      wrong: null,
      prices: 3,
      changes: { count: 1, first: [{ id: same }] },
      held: { count: 1, up: 1, first: [{ id: far }] },
      unknown: { count: 1, first: ['Souvenir Something (Field-Tested)'] },
      refused: { count: 1, first: [expect.stringContaining('line 5')] },
      changesShop: true,
    })
    expect(list.effects.length).toBeGreaterThan(0)
    expect(await newestId(office.db.queries)).toBe(before)
    const publish = { edition: list.edition, force: false }
    // Of another member it is not known.
    const other = await office.member('owner', 'Ostap')
    await other.makeFresh()
    expect((await other.post(`/prices/lists/${list.id}/publish`, publish)).body.code).toBe('list-gone')
    expect((await owner.post(`/prices/lists/${list.id}/publish`, { ...publish, edition: 1 })).body.code).toBe(
      'list-overtaken',
    )
    const price = priceOf(same)
    expect((await owner.post(`/prices/lists/${list.id}/publish`, publish)).body).toEqual({ outcome: 'done' })
    await finance.get('/prices')
    expect(priceOf(same)).toBe(price + 1)
    expect((await finance.get('/prices/held')).body.items.map(({ id }: { id: string }) => id)).toEqual([far])
    const empty = await owner.post('/prices/lists', { file: { name: 'empty.csv', text: 'nothing' }, force: false })
    expect(empty.body.code).toBe('list-refused')
    const odd = await owner.post('/prices/lists', { file: { name: 'list.exe', text: 'nothing' }, force: false })
    expect(odd.status).toBe(400)
  })

  it('of a list in another unit are refused as a whole, and what moved too far can be held', async () => {
    const items = [...office.shop.current.catalogue.catalogue.items.values()].slice(0, 40)
    const text = items.map(({ marketHashName, priceCents }) => `"${marketHashName}",${priceCents}`).join('\n')
    await owner.makeFresh()
    const { body: list } = await owner.post('/prices/lists', { file: { name: 'cents.csv', text }, force: false })
    expect(list).toMatchObject({ changes: { count: 0 }, wrong: { ratio: 100, isDisputed: false } })
  })

  it('have tickets proposed for what left its range, which a draft takes', async () => {
    const { body: nothing } = await content.get('/prices/rebalance')
    expect(nothing.lost).toEqual([])
    const { url } = heavyItem()
    const { edition: base, files } = office.shop.current
    // A case that is off and returns too much: its price is half of what it was.
    const cases = JSON.parse(files['cases.json'] ?? '{}')
    const box = cases.cases.find((one: { url: string }) => one.url === url)
    Object.assign(box, { enabled: false, price: Math.round(box.price * 0.9) })
    const act = { verb: 'editions.publish', after: {} } as const
    const by = { kind: 'command', name: 'anna@shop1' } as const
    await office.shop.publish({ files: { 'cases.json': `${JSON.stringify(cases)}\n` }, base, by, act })
    const { body } = await content.get('/prices/rebalance?to=90')
    const effect = body.effects.find((one: { id: string }) => one.id === url)
    expect(effect).toMatchObject({ wasOn: false, isOn: true })
    expect(effect.after).toBeCloseTo(0.9, 3)
    expect(effect.entries.length).toBeGreaterThan(0)
    const late = await content.post(`/prices/rebalance/${body.edition - 1}`, { to: 90, title: 'Tickets' })
    expect(late.body.code).toBe('list-overtaken')
    const { body: draft } = await content.post(`/prices/rebalance/${body.edition}`, { to: 90, title: 'Tickets' })
    const changes = (await content.get(`/drafts/${draft.id}/changes`)).body
    expect(changes.faults).toEqual([])
    expect(changes.files.map(({ name }: { name: string }) => name)).toContain('cases.json')
    // It is no draft of prices, so that none is written into it.
    const typed = { draft, title: 'x', prices: { 'ak-47-slate.mw': 777 } }
    expect((await content.post('/prices/drafts', typed)).body.code).toBe('draft-other')
  })
})
