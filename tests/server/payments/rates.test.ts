// Exchange rates from a file: complete, plausible, and not far from the last ones unless a person confirms them.
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCatalogue } from '../../../scripts/ops/program.ts'
import { jobActor } from '../../../src/server/audit/actor.ts'
import { acceptedRates } from '../../../src/server/db/schema-operations.ts'
import { measureRates } from '../../../src/server/metrics/measure-prices.ts'
import { createMetrics } from '../../../src/server/metrics/metrics.ts'
import { acceptRates } from '../../../src/server/payments/accepted-rates.ts'
import { openRates, readRatesFile } from '../../../src/server/payments/rates.ts'
import { type OwnedDatabase, openScratch, SUITE_KINDS } from '../../support/databases/databases.ts'
import { runProgram } from '../../support/runner/command.ts'
import { catalogueFolder } from '../catalogue/catalogue-folder.ts'

const RATES = { RUB: 1, USD: 90, UAH: 2.1 }

let folder: string
let writes = 0

/** Writes the file, each time with another time. */
async function write(rates: unknown): Promise<void> {
  const file = join(folder, 'rates.json')
  await writeFile(file, JSON.stringify(rates))
  const at = new Date(1_800_000_000_000 + ++writes * 1000)
  await utimes(file, at, at)
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-rates-'))
  await write(RATES)
})
afterEach(() => rm(folder, { recursive: true }))

it.each([
  [{ ...RATES, USD: 0.9 }, /rates\.json: USD is 0\.9 roubles: 25 to 400 are plausible$/],
  [{ ...RATES, RUB: 2 }, /rates\.json: RUB is 2 roubles: it has to be 1$/],
  [{ RUB: 1, USD: 90 }, /rates\.json: UAH .*; it holds roubles for RUB, UAH and USD$/],
  ['no rates', /rates\.json: .*it holds roubles for/],
])('%j are refused, with what is wrong', async (rates, message) => {
  await write(rates)
  await expect(readRatesFile(join(folder, 'rates.json'))).rejects.toThrow(message)
})

it('`catalogue check` refuses rates that are incomplete', async () => {
  await using place = await catalogueFolder()
  await place.write('rates.json', '{ "RUB": 1, "USD": 90 }')
  const { code, err } = await runProgram(createCatalogue, ['check', place.folder, place.pictures])
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/rates\.json: UAH /) })
})

describe.each(SUITE_KINDS)('changed rates on %s', (kind) => {
  let db: OwnedDatabase
  const refused: string[] = []

  beforeEach(async () => {
    refused.length = 0
    db = await openScratch(kind)
  })
  afterEach(() => db.close())

  const open = (author = 'a test') =>
    openRates({
      folder,
      accept: (rates) => acceptRates(db, rates, { by: jobActor(author), isConfirmed: false }),
      onRefused: (problem) => void refused.push(problem),
    })

  const stored = () =>
    db.queries
      .select({ author: acceptedRates.author, changes: acceptedRates.changes })
      .from(acceptedRates)
      .orderBy(asc(acceptedRates.id))

  it('are taken and stored with their difference when they are near', async () => {
    const rates = await open()
    await write({ ...RATES, USD: 99 })
    expect(await rates()).toEqual({ rates: { ...RATES, USD: 99 }, closed: new Set() })
    expect(await stored()).toEqual([
      { author: 'a test', changes: [] },
      { author: 'a test', changes: ['USD: 90 → 99 (+10.0 %)'] },
    ])
  })

  it('are refused when they are far, once, until a person accepts them', async () => {
    const rates = await open()
    await write({ ...RATES, USD: 45 })
    // A dollar would cost too little in roubles, and too little in hryvnias.
    const kept = { rates: RATES, closed: new Set(['RUB', 'UAH']) }
    expect([await rates(), await rates()]).toEqual([kept, kept])
    expect(refused).toEqual([
      expect.stringMatching(/changed by more than 20 % \(USD: 90 → 45 \(-50\.0 %\)\)\. .*catalogue accept$/),
    ])

    // A restart does not take them either.
    const restarted = await open()
    expect(await restarted()).toEqual(kept)

    const accept = (...args: string[]) =>
      runProgram(createCatalogue, ['accept', ...args], { SHOP_DIR: folder, DATA_DIR: folder }, db)
    expect((await accept()).out).toMatch(/^USD: 90 → 45 \(-50\.0 %\)\nNothing was changed\. Add --yes/)
    expect((await accept('--yes')).out).toMatch(/are accepted by \S+@\S+\. Running servers/)
    await expect.poll(rates, { timeout: 10_000 }).toEqual({ rates: { ...RATES, USD: 45 }, closed: new Set() })
    expect((await accept('--yes')).out).toMatch(/are accepted already\.\n$/)
    const [, last] = await stored()
    expect(last).toEqual({ author: expect.stringMatching(/^\S+@\S+$/), changes: ['USD: 90 → 45 (-50.0 %)'] })
  })

  it('stay as they were while the file is wrong', async () => {
    const rates = await open()
    await write({ RUB: 1, USD: 90 })
    expect(await rates()).toEqual({ rates: RATES, closed: new Set(['UAH']) })
    expect(await rates()).toEqual({ rates: RATES, closed: new Set(['UAH']) })
    expect(refused).toEqual([expect.stringMatching(/rates\.json: UAH/)])
    await write(RATES)
    expect(await rates()).toEqual({ rates: RATES, closed: new Set() })
  })

  it.each([
    ['the dollar alone', { ...RATES, USD: 120 }, ['RUB', 'UAH']],
    ['the rouble against both', { ...RATES, USD: 120, UAH: 2.8 }, ['RUB', 'UAH']],
    ['the hryvnia', { ...RATES, UAH: 2.8 }, ['UAH']],
    ['a dollar that is no number', { ...RATES, USD: 'NaN' }, ['RUB', 'UAH']],
    ['a hryvnia that is no number', { ...RATES, UAH: null }, ['UAH']],
    ['a hryvnia beyond every range', { ...RATES, UAH: 2_000 }, ['UAH']],
    ['nothing', [], ['RUB', 'UAH']],
  ])('close the currencies in question alone: %s', async (_, file, closed) => {
    const rates = await open()
    await write(file)
    expect(await rates()).toEqual({ rates: RATES, closed: new Set(closed) })
  })

  it('close what needs a rate once they are older than the file allows', async () => {
    let nowMs = Date.parse('2026-08-01T06:00:00Z')
    await write({ ...RATES, at: '2026-08-01T00:00:00Z', freshHours: 12 })
    const rates = await openRates({ folder, onRefused: (problem) => void refused.push(problem), now: () => nowMs })
    expect(await rates()).toEqual({ rates: RATES, closed: new Set() })
    nowMs += 6 * 3_600_000
    expect(await rates()).toEqual({ rates: RATES, closed: new Set(['RUB', 'UAH']) })
    await write({ ...RATES, at: '2026-08-01T11:00:00Z', freshHours: 12 })
    expect((await rates()).closed.size).toBe(0)
  })

  it('show which currencies are closed in the metrics', async () => {
    const metrics = createMetrics({ process: false })
    measureRates(metrics, await open())
    await write({ ...RATES, UAH: 2.8 })
    const text = await metrics.registry.getSingleMetricAsString('spacedrop_currency_closed')
    expect(text).toContain('spacedrop_currency_closed{currency="UAH"} 1')
    expect(text).toContain('spacedrop_currency_closed{currency="RUB"} 0')
  })
})
