// The daily import of prices: at its time, once for all instances, published as an edition, and again after a failure.
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { asc } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ActiveCatalogue } from '../../../src/server/catalogue/loaded-catalogue.ts'
import { skinport } from '../../../src/server/catalogue/prices/skinport.ts'
import { createJobLease } from '../../../src/server/db/job-lease.ts'
import { priceImports, shopEditions } from '../../../src/server/db/schema-operations.ts'
import { createPricesJob, type PricesJob } from '../../../src/server/jobs/prices.ts'
import { measureDrawnPrices, measureHeldPrices, measurePrices } from '../../../src/server/metrics/measure-prices.ts'
import { createMetrics } from '../../../src/server/metrics/metrics.ts'
import type { ActiveShop } from '../../../src/server/shop/active-shop.ts'
import { type OwnedDatabase, openScratch, SUITE_KINDS } from '../../support/databases/databases.ts'
import { openTestShop, RELEASE } from '../../support/shop/shop.ts'
import { type CatalogueFolder, catalogueFolder } from '../catalogue/catalogue-folder.ts'

const FN = 'AK-47 | Redline (Factory New)'
const AT = 5 * 60 + 30

/** Adds a case without what a list may hold in these tests. */
async function addCase(place: CatalogueFolder): Promise<void> {
  const skin = (await readFile(join(place.folder, 'skins.json'), 'utf8')).split('\n')[1] ?? ''
  const other = skin
    .replaceAll('ak-47-redline', 'ak-47-slate')
    .replaceAll(/Redline|Красная линия|Червона лінія/g, 'Slate')
  await place.replace('skins.json', skin, `${skin}\n${other}`)
  const ids = ['fn', 'mw', 'ft', 'fn.st', 'mw.st', 'ft.st'].map((wear) => `ak-47-slate.${wear}`)
  await place.replace('prices.json', '{', `{${ids.map((id) => `"${id}": 100,`).join('')}`)
  const entries = [...ids, 'ak-47-redline.mw', 'ak-47-redline.ft'].map((item) => ({ item, tickets: 125_000 }))
  const cases = JSON.parse(await readFile(join(place.folder, 'cases.json'), 'utf8'))
  const vega = { ...cases.cases[0], url: 'vega', name: { en: 'Vega', ru: 'Вега', uk: 'Вега' }, price: 107, entries }
  await place.write('cases.json', JSON.stringify({ ...cases, cases: [...cases.cases, vega] }, null, 1))
}

describe.each(SUITE_KINDS)('prices at 05:30 on %s', (kind) => {
  let db: OwnedDatabase
  let place: CatalogueFolder
  let list: Server
  let asked: number
  let status: number
  let price: number
  /** Further rows of the list. */
  let rows: readonly unknown[]
  /** How many lists were wrong as a whole. */
  let refused: number
  let nowMs: number
  const opened: { close(): void }[] = []
  const lines: { fields: object; message: string }[] = []
  const say = (fields: object, message: string): void => void lines.push({ fields, message })

  beforeEach(async () => {
    lines.length = 0
    ;[asked, status, price, refused] = [0, 200, 1.01, 0]
    rows = []
    nowMs = Date.parse('2027-03-24T03:45:00Z')
    db = await openScratch(kind)
    place = await catalogueFolder()
    list = createServer((_, response) => {
      asked++
      const body = JSON.stringify([
        { market_hash_name: FN, currency: 'USD', suggested_price: price, min_price: null },
        { market_hash_name: 'Sticker | Nobody', currency: 'USD', suggested_price: 5, min_price: null },
        ...rows,
      ])
      response.writeHead(status, { 'content-encoding': 'br' }).end(brotliCompressSync(body))
    })
    await new Promise<void>((resolve) => list.listen(0, '127.0.0.1', resolve))
  })

  afterEach(async () => {
    for (const one of opened.splice(0)) one.close()
    list.close()
    await db.close()
    await place[Symbol.asyncDispose]()
  })

  /** Opens an instance on the database. */
  async function instance(name: string): Promise<{ job: PricesJob; catalogue: ActiveCatalogue; shop: ActiveShop }> {
    const { folder, pictures } = place
    const shop = await openTestShop(db, { folder, pictures })
    opened.push(shop)
    const { port } = list.address() as AddressInfo
    const now = (): number => nowMs
    const lease = createJobLease({ db, now })
    const provider = skinport(`http://127.0.0.1:${port}/`, fetch)
    const log = { info: say, warn: say, error: say }
    const about = { atMinute: AT, timeZone: 'Europe/Kyiv', author: `PRICES_AT of ${name}` }
    const onRefused = (): void => void refused++
    const places = { ratesFolder: RELEASE.folder, pictures }
    const job = createPricesJob({ db, lease, provider, shop, ...places, ...about, now, onRefused, log })
    return { job, catalogue: shop.catalogue, shop }
  }

  const priceIn = ({ current }: ActiveCatalogue): unknown => current.catalogue.items.get('ak-47-redline.fn')?.priceCents
  const imports = () => db.queries.select().from(priceImports).orderBy(asc(priceImports.id))

  it('are imported once a day, also by two instances at once and after a restart', async () => {
    const [one, two] = [await instance('one'), await instance('two')]
    await Promise.all([one.job.runOnce(), two.job.runOnce()])
    await Promise.all([one.job.runOnce(), two.job.runOnce()])
    expect(asked).toBe(1)
    expect(await imports()).toMatchObject([{ source: 'Skinport', changes: 1, held: 0, unlisted: 7, switchedOff: [] }])
    // 05:29 in Kyiv the next day, then 05:30.
    nowMs = Date.parse('2027-03-25T03:29:00Z')
    await two.job.runOnce()
    expect(asked).toBe(1)
    nowMs = Date.parse('2027-03-25T03:30:00Z')
    price = 1.02
    const restarted = await instance('three')
    await restarted.job.runOnce()
    expect(asked).toBe(2)
    expect(priceIn(restarted.catalogue)).toBe(102)
  })

  it('become an edition with their author and their difference', async () => {
    const { job, catalogue } = await instance('one')
    await job.runOnce()
    expect(priceIn(catalogue)).toBe(101)
    expect(lines).toContainEqual({
      message: 'prices were imported',
      fields: expect.objectContaining({
        changes: 1,
        unlisted: 7,
        unlistedNames: expect.arrayContaining(['★ Karambit']),
      }),
    })
    const [, edition] = await db.queries.select().from(shopEditions).orderBy(asc(shopEditions.id))
    expect(edition).toMatchObject({
      author: 'PRICES_AT of one',
      changes: expect.arrayContaining(['prices.json: ak-47-redline.fn: 100 → 101']),
    })
  })

  it('stay as they are while the list fails, and are asked for again', async () => {
    const { job, catalogue, shop } = await instance('one')
    status = 503
    const before = shop.current.files
    expect(await job.runOnce()).toBe(15 * 60_000)
    expect(lines.at(-1)?.message).toBe('prices were not imported; the old ones stay')
    expect([priceIn(catalogue), await imports()]).toEqual([100, []])
    expect(shop.current.files).toBe(before)
    status = 200
    await job.runOnce()
    expect(priceIn(catalogue)).toBe(101)
  })

  const row = (name: string, suggested_price: unknown): object => ({
    market_hash_name: name,
    currency: 'USD',
    suggested_price,
    min_price: null,
  })

  it('of odd rows are left out, named in the log, and stop no other', async () => {
    const { job, catalogue } = await instance('one')
    rows = [row('AK-47 | Redline (Minimal Wear)', 1e-7), row('Sealed Graffiti | X', -3), row('★ Karambit', '?')]
    await job.runOnce()
    expect(priceIn(catalogue)).toBe(101)
    const [line] = lines.filter(({ message }) => message === 'rows of the price list were left out')
    expect(line?.fields).toMatchObject({ count: 2 })
    expect(JSON.stringify(line?.fields)).not.toContain('Graffiti')
  })

  it('of a list that is wrong as a whole are not taken; what is beyond its bound is held, and the list is asked for again', async () => {
    await addCase(place)
    const { job, catalogue, shop } = await instance('one')
    const prices = (): string | undefined => shop.current.files['prices.json']
    rows = ['Minimal Wear', 'Field-Tested'].map((wear) => row(`AK-47 | Redline (${wear})`, 80))
    rows = [...rows, row(`StatTrak™ ${FN}`, 400), row('★ Karambit', 600.1)]
    price = 100
    const before = prices()
    expect(await job.runOnce()).toBe(15 * 60_000)
    expect(prices()).toBe(before)
    expect([refused, await imports()]).toEqual([1, []])
    expect(lines.at(-1)).toMatchObject({
      message: 'prices were not imported; the old ones stay',
      fields: { reason: expect.stringMatching(/80\.0 % of the prices.*likely in cents, not in dollars/) },
    })
    expect([...catalogue.current.priceState.held]).toMatchObject([
      ['ak-47-redline.fn.st', { seenCents: 400 }],
      // Of a list in cents, what is near its price was a hundred times too high.
      ['karambit', { seenCents: 600 }],
    ])
    // The rest of the list does not apply when it comes again.
    expect(await job.runOnce()).toBe(15 * 60_000)
    expect([prices(), refused]).toEqual([before, 2])
    // The list is right again: the holds of what is within its bound end, and prices change.
    rows = [row(`StatTrak™ ${FN}`, 1.31), row('★ Karambit', 601)]
    price = 1.02
    await job.runOnce()
    expect(priceIn(catalogue)).toBe(102)
    expect([...catalogue.current.priceState.held]).toEqual([])
  })

  it('of a list that is wrong as a whole hold nothing where that would close every case', async () => {
    const { job, catalogue } = await instance('one')
    rows = [row(`StatTrak™ ${FN}`, 400), row('★ Karambit', 90)]
    price = 7
    expect(await job.runOnce()).toBe(15 * 60_000)
    expect(refused).toBe(1)
    expect(lines.at(-1)?.fields).toMatchObject({ reason: expect.stringMatching(/no case would stay open\.$/) })
    expect(catalogue.current.priceState.held.size).toBe(0)
  })

  it('that take a case out of its range give it other tickets', async () => {
    const { job, catalogue } = await instance('one')
    rows = [`${FN}`, 'AK-47 | Redline (Minimal Wear)', 'AK-47 | Redline (Field-Tested)'].map((name, at) =>
      row(`StatTrak™ ${name}`, 0.85 - at * 0.07),
    )
    await job.runOnce()
    const box = catalogue.current.catalogue.cases.get('orion')
    expect([box?.enabled, catalogue.current.odds.get('orion')?.returnToPlayer]).toEqual([
      true,
      expect.toSatisfy((part: number) => part >= 0.8 && part <= 0.95),
    ])
    expect(catalogue.current.catalogue.items.get('ak-47-redline.fn.st')?.priceCents).toBe(85)
    expect(lines.map(({ message }) => message)).toContain('a part of the shop was changed by new prices')
  })

  it('that moved too far hold their items on every instance, until a list brings them back', async () => {
    const metrics = createMetrics({ process: false })
    const { job, catalogue, shop } = await instance('one')
    measureHeldPrices(metrics, { db, catalogue, now: () => nowMs })
    const metric = async (name: string): Promise<string | undefined> =>
      new RegExp(`^${name} (\\S+)$`, 'm').exec(await metrics.registry.metrics())?.[1]
    price = 9
    await job.runOnce()
    expect(priceIn(catalogue)).toBe(100)
    expect([...catalogue.current.priceState.held.keys()]).toEqual(['ak-47-redline.fn'])
    expect(catalogue.current.catalogue.cases.get('orion')).toMatchObject({ enabled: false })
    expect(lines).toContainEqual({
      message: 'items are held because of their prices: npm run ops -- prices held',
      fields: { items: ['ak-47-redline.fn'] },
    })
    expect(JSON.parse(shop.current.files['price-state.json'] ?? '')).toMatchObject({
      source: 'Skinport',
      held: { 'ak-47-redline.fn': { price: 900 } },
    })
    nowMs += 60_000
    expect(await metric('spacedrop_held_items')).toBe('1')
    expect(await metric('spacedrop_held_items_oldest_seconds')).toBe('60')
    expect(await metric('spacedrop_paused_by_prices\\{kind="case"\\}')).toBe('1')
    const other = await instance('two')
    expect([...other.catalogue.current.priceState.held.keys()]).toEqual(['ak-47-redline.fn'])
    nowMs += 24 * 3_600_000
    price = 1.02
    await job.runOnce()
    expect([priceIn(catalogue), catalogue.current.priceState.held.size]).toEqual([102, 0])
    expect(catalogue.current.catalogue.cases.get('orion')).toMatchObject({ enabled: true })
    expect(await metric('spacedrop_held_items')).toBe('0')
  })

  it('have an age that the metrics show', async () => {
    const metrics = createMetrics({ process: false })
    const { job, catalogue } = await instance('one')
    measurePrices(metrics, { db, catalogue, now: () => nowMs })
    await job.runOnce()
    nowMs += 60_000
    const text = await metrics.registry.getSingleMetricAsString('spacedrop_prices_age_seconds')
    // The first edition is newer than this test's clock.
    expect(Number(/^spacedrop_prices_age_seconds (\S+)$/m.exec(text)?.[1])).toBeLessThanOrEqual(60)
  })

  it('say how near they are to the age at which nothing is drawn, where they have a source', async () => {
    const [metrics, without] = [createMetrics({ process: false }), createMetrics({ process: false })]
    const { job, catalogue } = await instance('one')
    const name = 'spacedrop_drawn_prices_age_ratio'
    measureDrawnPrices(without, { catalogue, now: () => nowMs, needsFreshPrices: false })
    expect((await without.registry.metrics()).match(new RegExp(`^${name} `, 'm'))).toBeNull()
    measureDrawnPrices(metrics, { catalogue, now: () => nowMs, needsFreshPrices: true })
    expect(await metrics.registry.metrics()).toContain(`${name} 1\n`)
    await job.runOnce()
    nowMs += 45 * 3_600_000
    expect(await metrics.registry.metrics()).toContain(`${name} 0.75\n`)
  })
})
