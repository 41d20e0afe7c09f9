// The editions of a shop: the first one, changes, what a release brings, and what is refused.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asc, count } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CatalogueFault } from '../../../src/server/catalogue/faults.ts'
import type { LoadedCatalogue } from '../../../src/server/catalogue/loaded-catalogue.ts'
import type { Queries } from '../../../src/server/db/database.ts'
import { audit } from '../../../src/server/db/schema-office.ts'
import { shopEditions, shopFiles } from '../../../src/server/db/schema-operations.ts'
import type { ActiveShop, ShopOptions } from '../../../src/server/shop/active-shop.ts'
import { shopName } from '../../../src/server/shop/brand-in-force.ts'
import { newestEdition } from '../../../src/server/shop/edition-store.ts'
import { type ShopChange, ShopRefused, startEditions } from '../../../src/server/shop/publish.ts'
import { readReleaseFiles } from '../../../src/server/shop/shop-files.ts'
import { OPERATOR } from '../../guide/guide-files.ts'
import { type OwnedDatabase, openScratch, SUITE_KINDS } from '../../support/databases/databases.ts'
import { openTestShop } from '../../support/shop/shop.ts'
import { type CatalogueFolder, catalogueFolder } from '../catalogue/catalogue-folder.ts'

const BAD_SUM = 'case "orion": the tickets sum to 1000001, not to 1000000'
const BY = { kind: 'command', name: 'anna@shop1' } as const
const ACT = { verb: 'editions.publish' } as const
const OWN = ['cases.json', 'payments.json', 'prices.json', 'rewards.json', 'skins.json']

describe.each(SUITE_KINDS)('the shop on %s', (kind) => {
  let db: OwnedDatabase
  let place: CatalogueFolder
  const open: ActiveShop[] = []

  beforeEach(async () => {
    db = await openScratch(kind)
    place = await catalogueFolder()
  })

  afterEach(async () => {
    for (const one of open.splice(0)) one.close()
    await db.close()
    await place[Symbol.asyncDispose]()
  })

  async function instance(options: Partial<ShopOptions> = {}): Promise<ActiveShop> {
    const shop = await openTestShop(db, { folder: place.folder, pictures: place.pictures, ...options })
    open.push(shop)
    return shop
  }

  const priceIn = ({ catalogue }: ActiveShop): unknown => catalogue.current.catalogue.items.get('karambit')?.priceCents
  const stored = () => db.queries.select().from(shopEditions).orderBy(asc(shopEditions.id))

  /** Changes a file of the edition in force. */
  function changeOf(shop: ActiveShop, file: string, from: string, to: string): ShopChange {
    const { edition, files } = shop.current
    const text = files[file] ?? ''
    if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`)
    return { files: { [file]: text.replace(from, () => to) }, base: edition, by: BY, note: 'a test', act: ACT }
  }

  const dearer = (shop: ActiveShop, to = 61_000, from = 60_000): ShopChange =>
    changeOf(shop, 'prices.json', `"karambit": ${from}`, `"karambit": ${to}`)

  it('is named to commands as its newest edition names it', async () => {
    const shop = await instance()
    const { name } = shop.texts.current.brand
    expect(await shopName(db.queries)).toBe(name)
    await shop.publish(changeOf(shop, 'brand.json', name, 'ORBITDROP'))
    expect(await shopName(db.queries)).toBe('ORBITDROP')
  })

  it('begins with the files of the release, and those of its folder in their place', async () => {
    const shop = await instance()
    const release = await readReleaseFiles()
    // What the release knows of prices it knows of its own.
    const { 'price-state.json': _state, ...rest } = release
    expect(Object.keys(shop.current.files).sort()).toEqual(Object.keys(rest).sort())
    expect(shop.current.files['cases.json']).toBe(await readFile(join(place.folder, 'cases.json'), 'utf8'))
    expect(shop.current.files['pages/faq/uk.md']).toBe(release['pages/faq/uk.md'])
    expect(await stored()).toMatchObject([{ own: OWN, author: expect.stringMatching(/^start at /), changes: [] }])
  })

  it('is refused at its first start when it is wrong, by the path of the file', async () => {
    await place.replace('cases.json', '199800', '199801')
    const refusal = await instance().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ShopRefused)
    expect(String(refusal)).toContain(`${place.folder}/cases.json:14: ${BAD_SUM}`)
    expect(await stored()).toEqual([])
  })

  it('comes into force everywhere, with its author, its difference and a row of the audit, when it is published', async () => {
    const published: number[] = []
    const [one, two] = [
      await instance({ onPublished: ({ id }) => published.push(id) }),
      await instance({ pollIntervalMs: 20 }),
    ]
    const heard: LoadedCatalogue[] = []
    one.catalogue.onChange((loaded) => heard.push(loaded))
    two.watch()
    await one.publish(dearer(one))
    expect(priceIn(one)).toBe(61_000)
    expect(heard).toEqual([one.catalogue.current])
    await vi.waitFor(() => expect(priceIn(two)).toBe(61_000), { timeout: 20_000 })
    expect(published).toEqual([1, 2])
    const [, edition] = await stored()
    expect(edition).toMatchObject({ id: 2, author: BY.name, note: 'a test', own: OWN })
    expect(edition?.changes).toEqual(['prices.json: karambit: 60000 → 61000'])
    const rows = await db.queries.select().from(audit).orderBy(asc(audit.id))
    expect(rows.at(-1)).toMatchObject({ verb: 'editions.publish', actor: BY.name, subject: '2', after: { edition: 2 } })
  })

  it('stores a text once, however many editions have it', async () => {
    const shop = await instance()
    const texts = async () => (await db.queries.select({ count: count() }).from(shopFiles))[0]?.count ?? 0
    const before = await texts()
    await shop.publish(dearer(shop))
    await shop.publish(dearer(shop, 60_000, 61_000))
    expect(await texts()).toBe(before + 1)
    expect((await stored()).map(({ id, digest }) => [id, digest === shop.catalogue.current.digest])).toHaveLength(3)
  })

  it('publishes nothing that changes nothing', async () => {
    const shop = await instance()
    expect(
      await shop.publish({ ...dearer(shop), files: { 'prices.json': shop.current.files['prices.json'] ?? '' } }),
    ).toBeUndefined()
    expect(await stored()).toHaveLength(1)
  })

  it('stays when a change is wrong, whose faults are told', async () => {
    const shop = await instance()
    const before = shop.current
    const refusal = await shop
      .publish(changeOf(shop, 'cases.json', '199800', '199801'))
      .catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ShopRefused)
    expect((refusal as ShopRefused).faults).toEqual([{ file: 'cases.json', line: 14, message: BAD_SUM }])
    expect(shop.current).toBe(before)
    expect(await stored()).toHaveLength(1)
  })

  it('names the line of a file that is no JSON', async () => {
    const shop = await instance()
    const broken = shop.publish({ ...dearer(shop), files: { 'cases.json': '{\n"cases": [' } })
    await expect(broken).rejects.toThrow(/^cases\.json:2: /m)
  })

  it('refuses a change of a file that somebody else has changed since, and takes one of another file', async () => {
    const [one, two] = [await instance(), await instance()]
    const [mine, others] = [dearer(two, 62_000), changeOf(two, 'cases.json', '"price": 130', '"price": 131')]
    await one.publish(dearer(one))
    await expect(two.publish(mine)).rejects.toThrow(
      /The shop has changed meanwhile:\nprices\.json:1: was changed by edition 2/,
    )
    await two.publish(others)
    expect([priceIn(two), two.catalogue.current.catalogue.cases.get('orion')?.priceCents]).toEqual([61_000, 131])
  })

  it('gives a file back to the release', async () => {
    const shop = await instance()
    const { edition: base, files } = shop.current
    const name = 'pages/faq/en.md'
    const ours = (files[name] ?? '').replace('title: FAQ', 'title: Answers')
    await shop.publish({ files: { [name]: ours }, base, by: BY, act: ACT })
    expect((await shop.current.texts.page('faq', 'en'))?.title).toBe('Answers')
    expect((await newestEdition(db.queries))?.own).toEqual([...OWN, name].sort())
    await shop.publish({ files: { [name]: null }, base: shop.current.edition, by: BY, act: ACT })
    expect(shop.current.files[name]).toBe(files[name])
    expect((await newestEdition(db.queries))?.own).toEqual(OWN)
  })

  it('comes into force only after what its rolls need is stored, and not at all when that fails', async () => {
    let isBroken = false
    const shop = await instance({
      record: async () => {
        if (isBroken) throw new Error('no database')
      },
    })
    const before = shop.current
    isBroken = true
    await expect(shop.publish(dearer(shop))).rejects.toThrow('no database')
    expect(shop.current).toBe(before)
    isBroken = false
    await shop.refresh()
    expect(priceIn(shop)).toBe(61_000)
  })

  it('stores nothing of an edition that a newer one has followed meanwhile, and takes the newer one', async () => {
    const one = await instance()
    let isOvertaking = false
    const late = {
      ...db,
      transaction: async <T>(work: (tx: Queries) => Promise<T>): Promise<T> => {
        if (isOvertaking) {
          isOvertaking = false
          await one.publish(dearer(one, 62_000, 61_000))
        }
        return db.transaction(work)
      },
    }
    const stored: unknown[] = []
    const two = await instance({
      db: late,
      record: async (_tx, { catalogue }) => void stored.push(catalogue.items.get('karambit')?.priceCents),
    })
    await one.publish(dearer(one))
    isOvertaking = true
    await two.refresh()
    expect(stored).toEqual([60_000, 62_000])
    expect(priceIn(two)).toBe(62_000)
  })

  it('says what of its folder is not in force, and takes nothing of it by itself', async () => {
    await instance()
    await place.replace('prices.json', '"karambit": 60000', '"karambit": 61000')
    await place.write('case.json', '{}')
    const told: string[] = []
    const shop = await instance({ onDifference: (problem) => told.push(problem) })
    expect(priceIn(shop)).toBe(60_000)
    expect(told).toEqual([
      expect.stringMatching(/\/case\.json is no file of a shop, and changes nothing$/),
      expect.stringMatching(
        /differs from the edition in force, number 1, in prices\.json\. The edition stays: .*shop import/,
      ),
    ])
  })

  it('takes what a release brings, but no file in place of its own, and is not set back by an old machine', async () => {
    const shop = await instance()
    const old = await readReleaseFiles()
    const answers = (old['pages/faq/en.md'] ?? '').replace('title: FAQ', 'title: Answers')
    const release = { ...old, 'pages/faq/en.md': answers, 'cases.json': '{}' }
    const parts = { db, pictures: place.pictures, own: {}, pathOf: (name: string) => name }
    const start = (files: typeof release | typeof old) => startEditions({ ...parts, release: files })
    expect(await start(release)).toMatchObject({
      edition: { id: 2 },
      published: { changes: ['pages/faq/en.md: changed'] },
    })
    await shop.refresh()
    expect(shop.current.files).toMatchObject({ 'pages/faq/en.md': answers })
    expect(shop.catalogue.current.catalogue.cases.has('orion')).toBe(true)
    expect((await start(old)).edition.id).toBe(2)
    expect((await start(release)).published).toBeUndefined()
  })

  it('keeps its edition where what a release brings does not go with its own files', async () => {
    const shop = await instance()
    const release = { ...(await readReleaseFiles()), 'office.json': '{"secondPerson": 1}' }
    const parts = { db, pictures: place.pictures, own: {}, pathOf: (name: string) => `data/${name}` }
    const started = await startEditions({ ...parts, release })
    expect(started).toMatchObject({ edition: { id: shop.current.edition } })
    expect(started.faults?.map(({ file }) => file)).toContain('data/office.json')
  })

  it('refuses an edition that has faults here, tells it once, and stays late', async () => {
    const told: (readonly CatalogueFault[])[] = []
    const shop = await instance({ onRefused: (faults) => told.push(faults) })
    const before = shop.catalogue.current
    // As by another release, whose picture this one has not.
    const newest = (await newestEdition(db.queries))?.files['rewards.json'] ?? ''
    const text = newest.replace('orion.svg', 'vega.svg')
    const digest = 'a'.repeat(64)
    await db.queries.insert(shopFiles).values({ digest, text })
    const [first] = await stored()
    const files = { ...first?.files, 'rewards.json': digest }
    await db.queries
      .insert(shopEditions)
      .values({ digest, catalogueDigest: digest, files, own: OWN, author: 'x', changes: [] })
    await shop.refresh()
    await shop.refresh()
    expect(shop.catalogue.current).toBe(before)
    expect(told).toEqual([
      [expect.objectContaining({ file: 'edition 2/rewards.json', message: expect.stringContaining('vega.svg') })],
    ])
  })

  it('publishes no placeholder where players pay real money', async () => {
    const operator = { ...OPERATOR, company: 'Orbit Ltd' }
    await place.write('operator.json', JSON.stringify(operator))
    await db.asOwner(
      "alter table site_mode disable trigger all; delete from site_mode; insert into site_mode (mode) values ('live')",
    )
    const shop = await instance()
    const publish = (file: string, text: string) =>
      shop.publish({ files: { [file]: text }, base: shop.current.edition, by: BY, act: ACT })
    const unnamed = publish('operator.json', JSON.stringify({ ...operator, company: '[company name]' }))
    await expect(unnamed).rejects.toThrow(/^operator\.json:1: "company" missing, or a placeholder/m)
    const faq = shop.current.files['pages/faq/en.md'] ?? ''
    const unwritten = publish('pages/faq/en.md', faq.replace('Yes. Press', 'Yes, [words]. Press'))
    await expect(unwritten).rejects.toThrow(/^pages\/faq\/en\.md:1: \[words\] is a placeholder/m)
    expect(await stored()).toHaveLength(1)
  })

  it('is published once by instances that start at the same time', async () => {
    let published = 0
    const all = await Promise.all(Array.from({ length: 4 }, () => instance({ onPublished: () => published++ })))
    expect(published).toBe(1)
    expect(new Set(all.map(({ current }) => current.edition)).size).toBe(1)
  })

  it('shows pictures as soon as they are known, once they are stored, and keeps them over changes', async () => {
    let icons = new Map<string, string>()
    const shop = await instance({ icons: () => icons })
    const iconOf = () => shop.catalogue.current.catalogue.skins.get('karambit')?.iconUrl
    icons = new Map([['Karambit', 'karambit']])
    expect(iconOf()).toBeNull()
    await expect(shop.refreshIcons(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
    expect(iconOf()).toBeNull()
    await shop.refreshIcons(async () => undefined)
    expect(iconOf()).toBe('karambit')
    await shop.publish(dearer(shop))
    expect(iconOf()).toBe('karambit')
  })

  it('is asked for once at a time, however long the database is silent', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const silence = Promise.withResolvers<void>()
    let asked = 0
    let isSilent = false
    const queries = new Proxy(db.queries, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (name !== 'execute' || typeof value !== 'function') return value
        return async (...words: unknown[]) => {
          if (isSilent) {
            asked++
            await silence.promise
          }
          return Reflect.apply(value, target, words)
        }
      },
    })
    const shop = await instance({ db: { ...db, queries } })
    isSilent = true
    shop.watch()
    vi.advanceTimersByTime(600_000)
    silence.resolve()
    await shop.refresh()
    expect(asked).toBe(2)
    vi.useRealTimers()
  })
})
