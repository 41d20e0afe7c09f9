// A list that is wrong as a whole writes no price, and one limit of one game blocks no other price.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Item } from '../../../src/game/catalogue/catalogue.ts'
import type { Prize, Rewards } from '../../../src/game/rewards/rewards.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { type CommandResult, runOps } from '../../support/runner/command.ts'

const PICTURES = 'public/assets/img/cases'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prices-'))
  await cp('data', folder, { recursive: true })
})

afterEach(() => rm(folder, { recursive: true }))

const command = (...args: readonly string[]): Promise<CommandResult> =>
  runOps([...args, '--folder', folder, '--pictures', PICTURES])

async function reading() {
  const read = await readCatalogue({ folder, pictures: PICTURES })
  if (!read.ok) throw new Error(read.faults.map(({ message }) => message).join('\n'))
  return read
}

const pricesIn = async (): Promise<Record<string, number>> =>
  JSON.parse(await readFile(join(folder, 'prices.json'), 'utf8'))

async function importList(list: Readonly<Record<string, number>>, ...more: readonly string[]): Promise<CommandResult> {
  const path = join(folder, 'list.json')
  await writeFile(path, JSON.stringify(list))
  return command('prices', 'import', path, ...more)
}

/** A list of the first items of the catalogue above a price, in cents, after a function. */
async function listOf(
  count: number,
  change: (priceCents: number, at: number) => number,
): Promise<Record<string, number>> {
  const { catalogue } = await reading()
  const items = [...catalogue.items.values()].filter(({ priceCents }) => priceCents >= 100).slice(0, count)
  return Object.fromEntries(
    items.map(({ marketHashName, priceCents }, at) => [marketHashName, change(priceCents, at) / 100]),
  )
}

describe('a list that is wrong as a whole', () => {
  it.each<[string, (price: number, at: number) => number, RegExp]>([
    ['in cents', (price, at) => (at === 10 ? price * 3 : price * 100), /likely in cents, not in dollars/],
    ['in cents, near the market', (price) => Math.round(price * 1.2) * 100, /likely in cents, not in dollars/],
    ['a hundredth', (price) => Math.max(1, Math.round(price / 100)), /likely in dollars where cents are expected/],
    ['in roubles', (price) => Math.round(price * 90.37), /likely in RUB, not in USD/],
    ['in hryvnias', (price) => Math.round(price * 43.1), /likely in UAH, not in USD/],
    ['of another column', (price) => price * 4, /another column/],
    ['of unrelated numbers', (_, at) => 7 ** (at % 9) + 3, /another column/],
  ])('%s writes no price, and says what it likely is', async (_, change, words) => {
    const before = await pricesIn()
    const { code, err } = await importList(await listOf(11, change))
    expect(code).toBe(1)
    expect(err).toMatch(words)
    expect(await pricesIn()).toEqual(before)
  })

  it('writes nothing of what is within the bound either', async () => {
    const before = await pricesIn()
    // One price was a hundred times too high: of a list in cents, it is the one that seems right.
    const { code, out } = await importList(
      await listOf(11, (price, at) => (at === 10 ? Math.round(price * 1.01) : price * 100)),
    )
    expect(code).toBe(1)
    expect(await pricesIn()).toEqual(before)
    const { priceState } = await reading()
    expect(priceState.held.size).toBe(1)
    expect(out).not.toContain('is written')
  })

  it('holds what is beyond its bound until a person decides, in the unit that the list is in', async () => {
    const { atMs } = (await reading()).priceState
    await importList(await listOf(20, (price, at) => (at < 5 ? price * 200 : price * 100)))
    const { priceState, catalogue } = await reading()
    expect(priceState.held.size).toBe(5)
    for (const [id, { seenCents }] of priceState.held) {
      expect(seenCents).toBe((catalogue.items.get(id)?.priceCents ?? 0) * 2)
    }
    expect(priceState.atMs).toBe(atMs)
  })

  it('holds all that jumped where no unit explains it', async () => {
    const { err } = await importList(
      await listOf(40, (price, at) => (at < 4 ? price * 3 : at < 7 ? Math.round(price / 3) : price)),
    )
    expect((await reading()).priceState.held.size).toBe(7)
    expect(err).toMatch(/7 items are held because of it/)
    expect(err).toMatch(/4 are up: priced too low today.* 3 are down/)
  })

  it('holds nothing where no case would stay open: the shop goes on at the prices that it has', async () => {
    const list = await listOf(100_000, (price, at) => price * (at % 2 === 0 ? 7 : 60))
    const { code, err } = await importList(list)
    expect(code).toBe(1)
    expect(err).toContain('Nothing is held because of it: no case would stay open.')
    const { catalogue, priceState } = await reading()
    expect(priceState.held.size).toBe(0)
    expect([...catalogue.cases.values()].filter(({ enabled }) => enabled).length).toBeGreaterThan(40)
  })

  it('is taken with --force', async () => {
    const list = await listOf(20, (price) => price * 4)
    const { code } = await importList(list, '--force')
    expect(code).toBe(0)
    const { catalogue, priceState } = await reading()
    expect(priceState.held.size).toBe(0)
    for (const item of catalogue.items.values()) {
      const listed = list[item.marketHashName]
      if (listed !== undefined) expect(item.priceCents).toBe(Math.round(listed * 100))
    }
  })

  it('changes nothing with --dry-run, and still fails', async () => {
    const { code } = await importList(await listOf(11, (price) => price * 100), '--dry-run')
    expect(code).toBe(1)
    expect((await reading()).priceState.held.size).toBe(0)
  })

  it.each([
    ['two jumps of a short list are single moves', 10, 2, 0],
    ['three jumps of sixty are 5 %', 60, 3, 0],
    ['four jumps of sixty are more', 60, 4, 1],
    ['three jumps of a short list are a wrong list', 10, 3, 1],
  ])('is told by the part of jumps: %s', async (_, count, jumps, code) => {
    const list = await listOf(count, (price, at) => (at < jumps ? price * 3 : price + 1))
    expect((await importList(list)).code).toBe(code)
  })
})

/** Returns the item of the first prize that is one. */
const itemIn = (prizes: readonly Prize[]): Item | undefined =>
  prizes.flatMap((prize) => (prize.kind === 'item' ? [prize.item] : []))[0]

describe('a price that breaks a limit', () => {
  const OTHER = 'ak-47-redline.ft'

  /** Imports a price of an item with that of another, which has nothing to do with it. */
  async function importPrice(item: Item, priceCents: number) {
    const { catalogue } = await reading()
    const other = catalogue.items.get(OTHER)
    if (other === undefined || other.id === item.id) throw new Error(`There is no ${OTHER}`)
    const otherCents = other.priceCents + 1
    const list = { [item.marketHashName]: priceCents / 100, [other.marketHashName]: otherCents / 100 }
    const result = await importList(list, '--force')
    const after = await reading()
    expect([item.id, OTHER].map((id) => after.catalogue.items.get(id)?.priceCents)).toEqual([priceCents, otherCents])
    return { ...result, after }
  }

  it('of the wheel changes its tickets, and blocks no other price', async () => {
    const { rewards } = await reading()
    const item = itemIn(rewards.wheel.sectors.map(({ prize }) => prize))
    if (item === undefined) throw new Error('The wheel has no item')
    const { code, out, after } = await importPrice(item, item.priceCents * 5)
    expect(code).toBe(0)
    expect(out).toMatch(/The wheel would give back \d{3,}\.\d\d %: with new tickets it gives back \d\d\.\d\d %\./)
    expect(after.rewards.wheel.paused).toBeUndefined()
  })

  it.each<[string, (rewards: Rewards) => Item | undefined, number]>([
    ['a free case', ({ freeCases }) => freeCases[0]?.entries[0]?.item, 400_000],
    ['the calendar', ({ calendar }) => itemIn(calendar.days), 600],
    ['a super prize', ({ calendar }) => itemIn(calendar.supers), 11_000],
    ['a mission', ({ missions }) => itemIn(missions.map(({ reward }) => reward)), 3_100],
    ['the hourly raffle', ({ raffles }) => raffles.hourly[0], 6_000],
    ['the daily raffle', ({ raffles }) => raffles.daily[0], 21_000],
    ['the weekly raffle', ({ raffles }) => raffles.weekly[0], 120_000],
    ['a sector of the wheel', ({ wheel }) => itemIn(wheel.sectors.map(({ prize }) => prize)), 60_000],
  ])('of %s gives the place to the nearest item that is allowed', async (_, find, priceCents) => {
    const item = find((await reading()).rewards)
    if (item === undefined) throw new Error('There is no such item')
    const { code, out } = await importPrice(item, priceCents)
    expect(code).toBe(0)
    expect(out).toContain(`takes the place of ${item.marketHashName}`)
  })

  it('of a case changes its tickets; one that has none is switched off alone', async () => {
    const { catalogue } = await reading()
    const [first, second] = [...catalogue.cases.values()]
    if (first === undefined || second === undefined) throw new Error('There are no cases')
    const cheap = first.entries.map(({ item }) => [item.marketHashName, 0.01] as const)
    const [dear] = second.entries.toSorted((a, b) => b.item.priceCents - a.item.priceCents)
    const { code, out } = await importList(
      { ...Object.fromEntries(cheap), [dear?.item.marketHashName ?? '']: ((dear?.item.priceCents ?? 0) * 3) / 100 },
      '--force',
    )
    expect(code).toBe(0)
    expect(out).toContain(
      `The case "${first.url}" would return 2.00 %, and no tickets bring it back: it is switched off.`,
    )
    expect(out).toMatch(new RegExp(`The case "${second.url}" would return [\\d.]+ %: with new tickets it returns`))
    const after = (await reading()).catalogue.cases
    expect([after.get(first.url)?.enabled, after.get(second.url)?.enabled]).toEqual([false, true])
    expect([...after.values()].filter(({ enabled }) => !enabled)).toHaveLength(1)
  })

  it('is refused where no case would stay open', async () => {
    const before = await pricesIn()
    const { catalogue } = await reading()
    const all = Object.fromEntries([...catalogue.items.values()].map(({ marketHashName }) => [marketHashName, 0.01]))
    const { code, err } = await importList(all, '--force')
    expect(code).toBe(1)
    expect(err).toContain('No case would stay open at these prices')
    expect(await pricesIn()).toEqual(before)
  })
})

describe('cases rebalance --all', () => {
  it('brings back all cases that prices took out of their range, in one call', async () => {
    const file = join(folder, 'cases.json')
    const { catalogue } = await reading()
    const doubled = [...catalogue.items.values()].map(
      ({ id, priceCents }) => `${JSON.stringify(id)}: ${priceCents * 2}`,
    )
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('"enabled": true', '"enabled": false'))
    await writeFile(join(folder, 'prices.json'), `{${doubled.join(',')}}`)
    await pauseWheel()
    const proposal = await command('cases', 'rebalance', '--all')
    expect(proposal).toMatchObject({ code: 0, err: '' })
    expect(proposal.out).toContain('Nothing was written.')
    expect([...(await reading()).catalogue.cases.values()].some(({ enabled }) => enabled)).toBe(false)
    const { code, out } = await command('cases', 'rebalance', '--all', '--publish')
    expect(code).toBe(0)
    expect(out).toMatch(/The wheel would give back/)
    const after = await reading()
    expect([...after.catalogue.cases.values()].filter(({ enabled }) => enabled).length).toBeGreaterThan(40)
    expect(after.rewards.wheel.paused).toBeUndefined()
    expect(after.rewards.freeCases.map(({ paused }) => paused)).toEqual([undefined, undefined, undefined])
    expect((await command('cases', 'rebalance', '--all')).out).toContain('Nothing else is outside of its range.')
  })

  it('leaves a case off that a person switched off', async () => {
    const file = join(folder, 'cases.json')
    await writeFile(file, (await readFile(file, 'utf8')).replace('"enabled": true', '"enabled": false'))
    const { out } = await command('cases', 'rebalance', '--all', '--publish')
    expect(out).toContain('Off by hand, within their range: first-step.')
    expect((await reading()).catalogue.cases.get('first-step')?.enabled).toBe(false)
  })

  it.each([[['cases', 'rebalance']], [['cases', 'rebalance', 'first-step', '--all']]])('refuses %j', async (args) => {
    expect((await command(...args)).code).toBe(2)
  })

  async function pauseWheel(): Promise<void> {
    const file = join(folder, 'rewards.json')
    const text = await readFile(file, 'utf8')
    const limits = text
      .replace('"wheel": {', '"wheel": {\n  "paused": true,')
      .replaceAll('"tier":', '"paused": true, "tier":')
    await writeFile(file, limits)
  }
})
