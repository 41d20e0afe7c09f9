// npm run ops -- prices: applies prices of a file or a provider in whole cents, all or none, and holds jumps back.
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCsv } from '../../../src/server/catalogue/prices/price-csv.ts'
import { centsOf } from '../../../src/server/catalogue/prices/price-list.ts'
import { catalogueFolder } from '../../server/catalogue/catalogue-folder.ts'
import { type CommandResult, runOps } from '../../support/runner/command.ts'

const FN = 'AK-47 | Redline (Factory New)'
const MW = 'AK-47 | Redline (Minimal Wear)'
const KARAMBIT = '★ Karambit'

const item = (name: string, price: number | null, currency = 'USD') => ({
  market_hash_name: name,
  currency,
  suggested_price: price,
  min_price: 0.01,
  max_price: 5,
  quantity: 3,
})

type Place = Awaited<ReturnType<typeof catalogueFolder>>

const pricesOf = async ({ folder }: Place): Promise<Record<string, number>> =>
  JSON.parse(await readFile(join(folder, 'prices.json'), 'utf8'))
const casesOf = ({ folder }: Place): Promise<string> => readFile(join(folder, 'cases.json'), 'utf8')
const run = (place: Place, ...args: readonly string[]): Promise<CommandResult> =>
  runOps(['prices', ...args, '--folder', place.folder, '--pictures', place.pictures])

async function importText(
  place: Place,
  name: string,
  text: string,
  ...more: readonly string[]
): Promise<CommandResult> {
  const path = join(place.folder, name)
  await writeFile(path, text)
  return run(place, 'import', path, ...more)
}

describe('prices import', () => {
  it.each([
    ['a souvenir', `Souvenir ${FN}`],
    ['a StatTrak souvenir', `StatTrak™ Souvenir ${FN}`],
    ['a souvenir knife', `★ Souvenir Karambit`],
    ['a highlight', `Souvenir Highlight ${FN}`],
    ['another wear', 'AK-47 | Redline (Battle-Scarred)'],
  ])('takes no price of %s for the plain item', async (_kind, name) => {
    await using place = await catalogueFolder()
    const before = await pricesOf(place)
    const { code, out } = await importText(place, 'a.json', JSON.stringify({ [name]: 0.99 }))
    expect(code).toBe(0)
    expect(out).toContain('0 prices change')
    expect(await pricesOf(place)).toEqual(before)
  })

  it.each([
    ['a.csv', `market_hash_name,price\n"${FN}",1.014\n${MW},0.895\nNobody,5\n`],
    ['a.json', JSON.stringify({ [FN]: '1.01', [MW]: 0.9, Nobody: 5 })],
    [
      'b.json',
      JSON.stringify([item(FN, null), item(MW, null)].map((one, at) => ({ ...one, price: [1.01, '0.90'][at] }))),
    ],
  ])('applies the prices of %s in cents', async (name, text) => {
    await using place = await catalogueFolder()
    const before = await pricesOf(place)
    const { code, out, err } = await importText(place, name, text)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('1 prices change. 6 items are not in the list, and keep theirs.')
    expect(out.includes('Names that the catalogue does not know:\n  Nobody\n')).toBe(text.includes('Nobody'))
    expect(await pricesOf(place)).toEqual({ ...before, 'ak-47-redline.fn': 101 })
  })

  it('withholds a large price change, and reports what it would rebalance with --force', async () => {
    await using place = await catalogueFolder()
    const [before, cases] = [await pricesOf(place), await casesOf(place)]
    const text = JSON.stringify({ [KARAMBIT]: 3001 })
    const held = await importText(place, 'a.json', text)
    expect(held.out).toMatch(/MOVED TOO FAR, HELD.*★ Karambit +\$600\.00 +\$3,001\.00/s)
    expect(held.out).toContain('0 prices change; 1 moved too far: their items are held.')
    expect(await pricesOf(place)).toEqual(before)
    const dry = await importText(place, 'a.json', text, '--force', '--dry-run')
    expect(dry.out).toContain('The case "orion" would return 109.22 %: with new tickets it returns')
    expect([await pricesOf(place), await casesOf(place)]).toEqual([before, cases])
  })

  it('gives a case whose return is too low other tickets, and changes nothing else in its file', async () => {
    await using place = await catalogueFolder()
    const cases = await casesOf(place)
    const text = `StatTrak™ ${FN},0.82\nStatTrak™ ${MW},0.75\n`
    const { code, out } = await importText(place, 'a.csv', text)
    expect(code).toBe(0)
    expect(out).toContain('The case "orion" would return 76.45 %: with new tickets it returns 90.75 %.')
    expect(await pricesOf(place)).toMatchObject({ 'ak-47-redline.fn.st': 82, 'ak-47-redline.mw.st': 75 })
    const bare = (text: string): string => text.replaceAll(/"tickets":\d+/g, '')
    expect(await casesOf(place)).not.toBe(cases)
    expect(bare(await casesOf(place))).toBe(bare(cases))
  })

  it.each<[string, string, string, RegExp]>([
    ['breaks off', 'a.json', '{"x": 1', /breaks off or is no JSON at line 1, column \d+/],
    ['has a price of nothing', 'a.json', `{"${FN}": 0}`, /"0" is no price of AK-47/],
    ['has a negative price', 'a.json', `{"${FN}": -1}`, /"-1" is no price of/],
    ['has an absurd price', 'a.json', `{"${FN}": 1e9}`, /"1000000000" is no price of/],
    ['has no price at all', 'a.json', '{}', /a\.json has no price\./],
    [
      'has another shape',
      'a.json',
      '[1]',
      /a\.json has no price that can be used: entry 1: a name and a price are expected/,
    ],
    [
      'has a line without a price',
      'a.csv',
      `market_hash_name,price\n${FN}\n`,
      /a\.csv has no price that can be used: line 2: a name and a price/,
    ],
    ['has two prices of one item', 'a.csv', `${FN},1\n${FN},2\n`, /has two prices of AK-47/],
  ])('changes nothing where a file %s', async (_, name, text, words) => {
    await using place = await catalogueFolder()
    const before = await pricesOf(place)
    const { code, out, err } = await importText(place, name, text)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(words)
    expect(err).toMatch(/Nothing was changed\.\n$/)
    expect(await pricesOf(place)).toEqual(before)
  })
})

describe('prices fetch', () => {
  let server: Server
  let address: string

  beforeAll(async () => {
    const answers: Readonly<Record<string, unknown>> = {
      '/right': [item(FN, 1.1), item(MW, 0.9), item(KARAMBIT, null)],
      '/euro': [item(FN, 1.1), item(MW, 0.9, 'EUR')],
      '/shape': [{ name: FN }],
    }
    server = createServer((request, response) => {
      const { url = '', headers } = request
      const compressed = brotliCompressSync(JSON.stringify(answers[url] ?? []))
      if (url === '/often') response.writeHead(429, { 'retry-after': '77' }).end()
      else if (!headers['accept-encoding']?.includes('br')) response.writeHead(406).end()
      else if (url === '/cut') response.end(JSON.stringify(answers['/right']).slice(0, -5))
      else response.writeHead(200, { 'content-encoding': 'br' }).end(compressed)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it('applies suggested prices, compressed with brotli, and withholds a large change of the cheapest offer', async () => {
    await using place = await catalogueFolder()
    const { code, out, err } = await run(place, 'fetch', '--address', `${address}/right`)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/★ Karambit +\$600\.00 +\$0\.01/)
    expect(await pricesOf(place)).toMatchObject({ 'ak-47-redline.fn': 110, karambit: 60_000 })
  })

  it.each([
    ['that of too many requests', '/often', /asked too often: try again in 77 seconds\./],
    ['another currency', '/euro', /answered in EUR, not in USD/],
    ['cut off', '/cut', /breaks off or is no JSON at line 1, column \d+/],
    [
      'of another shape',
      '/shape',
      /no price that can be used: entry 1 \(AK-47 \| Redline \(Factory New\)\) has only name/,
    ],
    ['empty', '/empty', /Skinport has no price\./],
  ])('changes nothing where the response is %s', async (_, path, words) => {
    await using place = await catalogueFolder()
    const before = await pricesOf(place)
    const { code, out, err } = await run(place, 'fetch', '--address', `${address}${path}`)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(words)
    expect(await pricesOf(place)).toEqual(before)
  })

  it('refuses an address without TLS', async () => {
    await using place = await catalogueFolder()
    expect((await run(place, 'fetch', '--address', 'http://example.com/')).err).toMatch(/is no https address/)
  })
})

describe('a price in dollars', () => {
  it.each([
    ['12', 1200],
    ['0.01', 1],
    ['1.005', 101],
    ['1.004', 100],
    ['0.004', undefined],
    ['1e3', undefined],
    ['1,5', undefined],
    [' 2.5 ', 250],
  ])('%s is %s cents', (text, cents) => {
    expect(centsOf(text)).toBe(cents)
  })

  it('is the number of cents that was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (cents) => {
        const text = String(cents).padStart(3, '0')
        expect(centsOf(`${text.slice(0, -2)}.${text.slice(-2)}`)).toBe(cents)
        expect(centsOf(String(cents / 100))).toBe(cents)
      }),
    )
  })

  it('may be in quotes after a name with a comma', () => {
    expect(readCsv('x', '"a, ""b""",1\r\n').prices).toEqual(new Map([['a, "b"', 100]]))
  })
})

describe('cases rebalance', () => {
  const rebalance = (place: Place, ...args: readonly string[]): Promise<CommandResult> =>
    runOps(['cases', 'rebalance', ...args, '--folder', place.folder, '--pictures', place.pictures])

  it('shows tickets for a case that prices switched off, and publishes them', async () => {
    await using place = await catalogueFolder()
    await place.replace('cases.json', '"enabled": true', '"enabled": false')
    await place.replace('prices.json', '"ak-47-redline.fn.st": 130', '"ak-47-redline.fn.st": 82')
    await place.replace('prices.json', '"ak-47-redline.mw.st": 120', '"ak-47-redline.mw.st": 75')
    const before = await casesOf(place)
    const shown = await rebalance(place, 'orion')
    expect(shown).toMatchObject({ code: 0, err: '' })
    expect(shown.out).toMatch(/^ITEM +PRICE +TICKETS +NEW +CHANGE +CHANCE +NEW CHANCE$/m)
    expect(shown.out).toMatch(
      /"orion" at \$1\.30 returns 7\d\.\d\d % today; it is switched off, and 90\.00 % with these tickets\.$/m,
    )
    expect(shown.out).toContain('Nothing was written. Add --publish')
    expect(await casesOf(place)).toBe(before)
    const published = await rebalance(place, 'orion', '--publish')
    expect(published.out).toContain('Written in ')
    expect(published.out).toContain(': cases.json.')
    expect(await casesOf(place)).toContain('"enabled": true')
    expect((await rebalance(place, 'orion')).out).toMatch(/"orion" at \$1\.30 returns 90\.00 % today, and/)
  })

  it.each([
    ['there is no such case', ['vega'], 1, 'There is no case "vega"'],
    ['the return is outside of the range', ['orion', '--to', '96'], 2, 'Expected a number of percent from 80 to 95.'],
  ])('refuses when %s', async (_, args, code, message) => {
    await using place = await catalogueFolder()
    const result = await rebalance(place, ...args)
    expect(result.code).toBe(code)
    expect(result.err).toContain(message)
  })
})
