// Foreign price lists: an odd row is left out and stops no other, and the forms of public sources are read.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCsv } from '../../../src/server/catalogue/prices/price-csv.ts'
import { readPriceJson } from '../../../src/server/catalogue/prices/price-formats.ts'
import { type CatalogueFolder, catalogueFolder } from '../../server/catalogue/catalogue-folder.ts'
import { type CommandResult, runOps } from '../../support/runner/command.ts'

const FN = 'AK-47 | Redline (Factory New)'
const MW = 'AK-47 | Redline (Minimal Wear)'
const FT = 'AK-47 | Redline (Field-Tested)'
const KARAMBIT = '★ Karambit'

const run = (place: CatalogueFolder, args: readonly string[], environment = {}): Promise<CommandResult> =>
  runOps(['prices', ...args, '--folder', place.folder, '--pictures', place.pictures], environment)

/** Imports a file and returns the prices afterwards. */
async function imported(name: string, text: string): Promise<CommandResult & { prices: Record<string, number> }> {
  await using place = await catalogueFolder()
  const path = join(place.folder, name)
  await writeFile(path, text)
  const result = await run(place, ['import', path])
  return { ...result, prices: JSON.parse(await readFile(join(place.folder, 'prices.json'), 'utf8')) }
}

describe('an odd row of a file', () => {
  const odd = [
    ['a thousandth of a dollar', '0.001'],
    ['a number in scientific notation', '1e-7'],
    ['more than a million dollars', '1500000'],
    ['nothing', 'null'],
    ['less than nothing', '-1'],
    ['zero', '0'],
    ['no number', 'NaN'],
    ['infinity', '-Infinity'],
    ['a text', '"cheap"'],
    ['an empty text', '""'],
    ['true', 'true'],
    ['a list', '[1]'],
    ['an amount of another currency', '"12 €"'],
  ] as const

  it.each(odd)('with %s is left out and named, and the others are applied', async (_, price) => {
    const { code, out, prices } = await imported('a.json', `{"${FN}": 1.01, "${MW}": ${price}}`)
    expect(code).toBe(0)
    expect(out).toContain('1 rows were left out:')
    expect(out).toContain(MW)
    expect(prices).toMatchObject({ 'ak-47-redline.fn': 101, 'ak-47-redline.mw': 90 })
  })

  it.each(odd)('with %s does not matter where the catalogue does not have its name', async (_, price) => {
    const { code, out, prices } = await imported('a.json', `{"${FN}": 1.01, "Sealed Graffiti | X": ${price}}`)
    expect(code).toBe(0)
    expect(out).not.toContain('left out')
    expect(prices).toMatchObject({ 'ak-47-redline.fn': 101 })
  })

  it('in CSV is named by its line', async () => {
    const { code, out, prices } = await imported('a.csv', `${FN},1.01\n${MW}\n${FT},abc\n"broken,1\n`)
    expect(code).toBe(0)
    expect(out).toContain('3 rows were left out:')
    expect(out).toMatch(/line 2: a name and a price.*\n.*no price of AK-47 \| Redline \(Field-Tested\) \(line 3\)/)
    expect(prices).toMatchObject({ 'ak-47-redline.fn': 101, 'ak-47-redline.mw': 90, 'ak-47-redline.ft': 80 })
  })

  it('is named up to a number, and counted beyond it', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => `${MW},odd${at}`)
    const { out } = await imported('a.csv', `${FN},1.01\n${rows.join('\n')}\n`)
    expect(out).toMatch(/40 rows were left out:(\n {2}.*){30}\n {2}… and 10 more\n/)
  })

  it.each([
    ['two rows', JSON.stringify([1.1, 1.2].map((price) => ({ market_hash_name: FN, price })))],
    ['a key written twice', `{"${FN}": 1.1, "${FN}": 1.2, "${MW}": 0.91}`],
    [
      'three rows, of which two agree',
      JSON.stringify([1.1, 1.1, 1.2].map((price) => ({ market_hash_name: FN, price }))),
    ],
  ])('with a second price in %s gives that name none', async (_, text) => {
    const list = text.startsWith('[') ? `${text.slice(0, -1)},{"market_hash_name":"${MW}","price":0.91}]` : text
    const { code, out, prices } = await imported('a.json', list)
    expect(code).toBe(0)
    expect(out).toMatch(/two prices of|written twice/)
    expect(prices).toMatchObject({ 'ak-47-redline.fn': 100, 'ak-47-redline.mw': 91 })
  })

  it('that repeats a price is none', async () => {
    const { out, prices } = await imported('a.csv', `${FN},1.01\n${FN},1.010\n`)
    expect(out).not.toContain('left out')
    expect(prices).toMatchObject({ 'ak-47-redline.fn': 101 })
  })
})

describe('the form of a list', () => {
  const rows = [FN, MW, FT].map((name, at) => ({ name, price: [1.01, 0.91, 0.81][at] ?? 0 }))
  const object = (value: (price: number) => unknown): string =>
    JSON.stringify(Object.fromEntries(rows.map(({ name, price }) => [name, value(price)])))

  it.each<[string, string, string]>([
    ['csgotrader.app, one market', 'a.json', object((price) => ({ last_24h: price, last_7d: 50, last_30d: null }))],
    ['csgotrader.app, Steam', 'a.json', object((price) => ({ steam: { last_24h: price, last_7d: 50 } }))],
    ['csgotrader.app, a price and phases', 'a.json', object((price) => ({ price, doppler: null }))],
    [
      'csgotrader.app, all markets',
      'a.json',
      object((price) => ({ steam: { last_24h: 50 }, csgotrader: { price }, buff163: { starting_at: { price: 60 } } })),
    ],
    ['csgotrader.app, Buff', 'a.json', object((price) => ({ starting_at: { price }, highest_order: { price: 50 } }))],
    [
      'steamapis.com',
      'a.json',
      JSON.stringify({
        appID: 730,
        data: rows.map(({ name, price }) => ({ market_hash_name: name, prices: { latest: 50, safe: price } })),
      }),
    ],
    ['steamapis.com, compact', 'a.json', object((price) => price)],
    [
      'market.csgo.com',
      'a.json',
      JSON.stringify({
        success: true,
        currency: 'USD',
        items: rows.map(({ name, price }) => ({ market_hash_name: name, price: String(price) })),
      }),
    ],
    [
      'the price tracker of ByMykel, in cents',
      'a.json',
      JSON.stringify({
        metadata: { currency: 'USD', item_count: 3 },
        prices: Object.fromEntries(rows.map(({ name, price }) => [name, Math.round(price * 100)])),
      }),
    ],
    [
      'Skinport',
      'a.json',
      JSON.stringify(
        rows.map(({ name, price }) => ({
          market_hash_name: name,
          currency: 'USD',
          suggested_price: price,
          min_price: 9,
        })),
      ),
    ],
    ['CSV with semicolons', 'a.csv', `${FN};1.01\n${MW};0.91\n${FT};0.81\n`],
    ['CSV with decimal commas', 'a.csv', `name;price\n${FN};1,01\n${MW};0,91\n${FT};0,81\n`],
    ['CSV with tabs', 'a.csv', `Market_Hash_Name\tPrice\n${FN}\t1.01\n${MW}\t0.91\n${FT}\t0.81\n`],
    ['TSV', 'a.tsv', `${FN}\t1.01\n${MW}\t0.91\n${FT}\t0.81\n`],
    [
      'CSV of Excel',
      'A.CSV',
      `\ufeffsep=;\r\n"MARKET_HASH_NAME";"Price"\r\n"${FN}";"1.01"\r\n"${MW}";"0.91"\r\n"${FT}";" 0.81 "\r\n`,
    ],
    [
      'CSV with other columns',
      'a.csv',
      `id,price,market_hash_name,currency\n1,1.01,${FN},USD\n2,$0.91,${MW},usd\n3,0.81,${FT},USD\n`,
    ],
    ['CSV in cents by its column', 'a.csv', `market_hash_name,price_cents\n${FN},101\n${MW},91\n${FT},81\n`],
  ])('of %s is read', async (_, name, text) => {
    const { code, err, prices } = await imported(name, text)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(prices).toMatchObject({ 'ak-47-redline.fn': 101, 'ak-47-redline.mw': 91, 'ak-47-redline.ft': 81 })
  })

  it('may group thousands', async () => {
    const { prices } = await imported(
      'a.csv',
      `market_hash_name,price\n${KARAMBIT},"$650.00"\nStatTrak™ ${FN},"1.31"\n`,
    )
    expect(prices).toMatchObject({ karambit: 65_000, 'ak-47-redline.fn.st': 131 })
    const { prices: grouped } = readPriceJson(
      'x',
      JSON.stringify({ a: '1,234.50', b: '12,345', c: '1,23', d: '1,2345' }),
    )
    expect([...grouped]).toEqual([
      ['a', 123_450],
      ['b', 1_234_500],
    ])
    const { prices: european } = readCsv('x', 'a;1.234,50\nb;0,5\nc;12\n')
    expect([...european.values()]).toEqual([123_450, 50, 1200])
  })

  it('may have null for a market that does not know the item', async () => {
    const list = JSON.stringify({ [FN]: { last_24h: null, last_7d: 1.01 }, [MW]: null, [FT]: { last_24h: 0.81 } })
    const { code, out, prices } = await imported('a.json', list)
    expect(code).toBe(0)
    expect(out).toContain(`${MW} (entry 2) has no price`)
    expect(prices).toMatchObject({ 'ak-47-redline.fn': 101, 'ak-47-redline.mw': 90, 'ak-47-redline.ft': 81 })
  })

  it.each([
    ['a list in another currency', '{"metadata":{"currency":"EUR"},"prices":{"a":1}}', /is in EUR, not in USD/],
    [
      'rows in another currency',
      `[{"market_hash_name":"${FN}","price":1,"currency":"RUB"}]`,
      /entry 1: the price is in RUB/,
    ],
    [
      'records without a price',
      `{"${FN}": {"rarity": "covert"}}`,
      /entry 1 \(AK-47 \| Redline \(Factory New\)\) has only rarity/,
    ],
    ['a text', '"prices"', /has no price/],
    ['null', 'null', /has no price/],
  ])('that is %s is refused with its entry', async (_, text, words) => {
    const { code, err } = await imported('a.json', text)
    expect(code).toBe(1)
    expect(err).toMatch(words)
  })

  it.each(['price_eur', 'price_change_24h'])('with prices in %s alone is refused, and writes none', async (header) => {
    const { code, err, prices } = await imported('a.csv', `market_hash_name,${header}\n${FN},0.86\n`)
    expect(code).toBe(1)
    expect(err).toContain(`has no column "price", only market_hash_name, ${header}. Accepted are price, `)
    expect(prices).toMatchObject({ 'ak-47-redline.fn': 100 })
  })

  it('with a column of names and none of prices is refused', async () => {
    const { code, err } = await imported('a.csv', `market_hash_name,wear\n${FN},0.1\n`)
    expect(code).toBe(1)
    expect(err).toContain('has no column "price", only market_hash_name, wear.')
  })

  it('says which price of each row it read', async () => {
    const { out } = await imported('a.json', JSON.stringify({ [FN]: { steam: { last_24h: 1.01 } } }))
    expect(out).toContain('Of each row the price "steam.last_…" was read.')
    const { out: ofCsv } = await imported('a.csv', `name,Price_Cents,old_price\n${FN},101,9\n`)
    expect(ofCsv).toContain('Of each row the price "Price_Cents" was read.')
  })
})

const TRACKER = '../shared/data/market-prices-2026-08-08.json'

describe('the public list of 8 August 2026', () => {
  it('is read in cents, without an odd row', async ({ skip }) => {
    if (!existsSync(TRACKER)) skip(`${TRACKER} is not here: the list is not part of the project`)
    const { prices, odd } = readPriceJson('list', await readFile(TRACKER, 'utf8'))
    expect([prices.size, odd.length]).toEqual([34_500, 0])
    expect(prices.get('AK-47 | AUTOEXEC (Battle-Scarred)')).toBe(12_365)
  })
})

describe('prices fetch', () => {
  let server: Server
  let address: string
  const asked: string[] = []
  const good = { market_hash_name: FN, currency: 'USD', suggested_price: 1.01, min_price: 1 }
  const row = (fields: object): object => ({ ...good, market_hash_name: MW, ...fields })
  const graffiti = { market_hash_name: 'Sealed Graffiti | X', suggested_price: 0.001, min_price: 0.001 }
  const phases = [
    row({ suggested_price: 0.95, version: 'Phase 2' }),
    row({ suggested_price: 0.92, version: 'Phase 3' }),
  ]
  const answers: Readonly<Record<string, unknown>> = {
    '/phases': [good, ...phases],
    '/two': [good, row({ suggested_price: 0.95 }), row({ suggested_price: 0.92 })],
    '/graffiti': [
      good,
      row(graffiti),
      row({ ...graffiti, suggested_price: 1e-7 }),
      row({ ...graffiti, suggested_price: 1.5e6 }),
    ],
    '/odd': [good, row({ suggested_price: -1 }), null, { suggested_price: 5 }],
    '/none': [good, row({ suggested_price: null, min_price: null })],
    '/euro': [good, good, good, row({ currency: 'EUR' })],
    '/tracker': { metadata: { currency: 'USD' }, prices: { [FN]: 101 } },
  }

  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      asked.push(url)
      response.end(JSON.stringify(answers[url] ?? []))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const fetched = async (path: string) => {
    await using place = await catalogueFolder()
    const result = await run(place, ['fetch', '--address', `${address}${path}`])
    return { ...result, prices: JSON.parse(await readFile(join(place.folder, 'prices.json'), 'utf8')) }
  }

  it.each([
    ['/phases', 92, null],
    ['/two', 90, 'two prices of AK-47 | Redline (Minimal Wear): $0.95 and $0.92'],
    ['/graffiti', 90, null],
    ['/odd', 90, '"-1" is no price of AK-47 | Redline (Minimal Wear)'],
    ['/none', 90, null],
    ['/euro', 90, 'the price is in EUR, not in USD'],
    ['/tracker', 90, null],
  ])('applies the good rows of %s', async (path, minimalWear, words) => {
    const { code, out, prices } = await fetched(path)
    expect(code).toBe(0)
    expect(prices).toMatchObject({ 'ak-47-redline.fn': 101, 'ak-47-redline.mw': minimalWear })
    if (words === null) expect(out).not.toContain('left out')
    else expect(out).toContain(words)
  })

  it('asks the address of PRICES_FROM, unless the command names another', async () => {
    await using place = await catalogueFolder()
    asked.length = 0
    const environment = { PRICES_FROM: `${address}/phases` }
    expect((await run(place, ['fetch', '--dry-run'], environment)).code).toBe(0)
    expect((await run(place, ['fetch', '--dry-run', '--address', `${address}/none`], environment)).code).toBe(0)
    expect(asked).toEqual(['/phases', '/none'])
  })

  it('refuses an unsafe address of PRICES_FROM', async () => {
    await using place = await catalogueFolder()
    const result = await run(place, ['fetch', '--dry-run'], { PRICES_FROM: 'http://example.com/list' })
    expect(result).toMatchObject({ code: 1, err: expect.stringContaining('is no https address') })
  })
})
