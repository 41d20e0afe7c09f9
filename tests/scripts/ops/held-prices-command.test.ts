// npm run ops -- prices held, prices accept: what waits for a decision, and the decision.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { isReturnInBand } from '../../../src/game/cases/case.ts'
import { NO_PRICE_STATE } from '../../../src/game/prices/price-rules.ts'
import { priceStateText } from '../../../src/server/catalogue/prices/price-files.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { catalogueFolder } from '../../server/catalogue/catalogue-folder.ts'
import { type CommandResult, runOps } from '../../support/runner/command.ts'

const KARAMBIT = '★ Karambit'

type Place = Awaited<ReturnType<typeof catalogueFolder>>

const run = (place: Place, ...args: readonly string[]): Promise<CommandResult> =>
  runOps(['prices', ...args, '--folder', place.folder, '--pictures', place.pictures])

/** Holds items at what a list said of them, in cents. */
async function hold(place: Place, seen: Readonly<Record<string, number>>): Promise<void> {
  const held = new Map(
    Object.entries(seen).map(([id, price]) => [id, { seenCents: cents(price), sinceMs: Date.parse('2026-08-01') }]),
  )
  await place.write('price-state.json', priceStateText({ ...NO_PRICE_STATE, held }))
}

async function importJson(place: Place, prices: Readonly<Record<string, number>>, ...more: readonly string[]) {
  const path = join(place.folder, 'list.json')
  await writeFile(path, JSON.stringify(prices))
  return run(place, 'import', path, ...more)
}

async function read(place: Place) {
  const reading = await readCatalogue(place)
  if (!reading.ok) throw new Error('The catalogue was refused')
  return reading
}

const heldIn = async (place: Place): Promise<string[]> => [...(await read(place)).priceState.held.keys()]

describe('held prices', () => {
  it('are listed with both prices, their direction and what is sold without them', async () => {
    await using place = await catalogueFolder()
    expect((await run(place, 'held')).out).toBe('No item is held.\n')
    await hold(place, { 'ak-47-redline.fn': 20, karambit: 90_000 })
    const { code, out, err } = await run(place, 'held')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(
      /★ Karambit +\$600\.00 +\$900\.00 +up +2026-08-01 00:00 +orion\nAK-47 \| Redline \(Factory New\) +\$1\.00 +\$0\.20 +down +2026-08-01 00:00 +orion/,
    )
    // The case has its least number of items.
    expect(out).toContain('Cases that are paused: orion')
    expect(out).toContain('Rewards that are paused: wheel, freeCases spark, freeCases comet, freeCases nova, raffles')
  })

  it('are accepted by name in any case or by id, and the rest stays held', async () => {
    await using place = await catalogueFolder()
    await hold(place, { 'ak-47-redline.fn': 45, karambit: 120_000, 'karambit.st': 10_000 })
    const dry = await run(place, 'accept', KARAMBIT, '--dry-run')
    expect(dry.out).toContain('Nothing was written: --dry-run.')
    expect(await heldIn(place)).toEqual(['ak-47-redline.fn', 'karambit', 'karambit.st'])
    const { code, out } = await run(place, 'accept', KARAMBIT.toUpperCase(), 'karambit.st')
    expect(code).toBe(0)
    expect(out).toContain('★ Karambit: $600.00 → $1,200.00')
    expect(out).toContain('2 prices are accepted; 1 items stay held.')
    // More than a prize may be worth: another item takes its place.
    expect(out).toContain('The weekly raffle: prize "karambit" is worth too much now')
    const { catalogue, rewards } = await read(place)
    expect(catalogue.items.get('karambit')?.priceCents).toBe(120_000)
    expect(rewards.raffles.weekly.map(({ id }) => id)).not.toContain('karambit')
    expect(await heldIn(place)).toEqual(['ak-47-redline.fn'])
  })

  it('are accepted all together; a case that leaves its range gets new tickets', async () => {
    await using place = await catalogueFolder()
    await hold(place, { 'ak-47-redline.fn.st': 50, 'ak-47-redline.mw.st': 60 })
    const { out } = await run(place, 'accept', '--all')
    expect(out).toMatch(/The case "orion" would return \d\d\.\d\d %: with new tickets it returns \d\d\.\d\d %\./)
    const { catalogue } = await read(place)
    const box = catalogue.cases.get('orion')
    expect(box?.enabled).toBe(true)
    expect(box !== undefined && isReturnInBand(box)).toBe(true)
    expect(catalogue.items.get('ak-47-redline.fn.st')?.priceCents).toBe(50)
    expect(await heldIn(place)).toEqual([])
  })

  it('switch a case off that no tickets bring back', async () => {
    await using place = await catalogueFolder()
    const stattrak = ['fn', 'mw', 'ft'].map((wear) => [`ak-47-redline.${wear}.st`, 100] as const)
    await hold(place, { ...Object.fromEntries(stattrak), karambit: 100, 'karambit.st': 100 })
    const { code, out } = await run(place, 'accept', '--all')
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('no tickets bring it back') })
    expect((await read(place)).catalogue.cases.get('orion')?.enabled).toBe(false)
    expect(await heldIn(place)).toEqual([])
  })

  it.each([
    ['an item that is not held', ['Nobody'], /"Nobody" is not held\. Nothing was changed/],
    ['nothing', [], /Name the items to accept, or --all of them\./],
    ['both a name and all', [KARAMBIT, '--all'], /Name the items to accept, or --all of them\./],
  ])('are not accepted for %s', async (_, args, words) => {
    await using place = await catalogueFolder()
    await hold(place, { karambit: 90_000 })
    const { code, err } = await run(place, 'accept', ...args)
    expect(code).toBe(1)
    expect(err).toMatch(words)
    expect(await heldIn(place)).toEqual(['karambit'])
  })

  it('are lifted by a later list, and taken by force', async () => {
    await using place = await catalogueFolder()
    await hold(place, { karambit: 90_000 })
    expect((await importJson(place, { [KARAMBIT]: 610 })).out).toContain('1 holds ended.')
    expect(await heldIn(place)).toEqual([])
    await hold(place, { karambit: 90_000 })
    await importJson(place, { [KARAMBIT]: 950 }, '--force')
    expect(await heldIn(place)).toEqual([])
    expect((await read(place)).catalogue.items.get('karambit')?.priceCents).toBe(95_000)
  })
})
