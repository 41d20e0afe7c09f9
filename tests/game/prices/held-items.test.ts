// Items whose price is held leave everything that can be won, on the shipped catalogue; what cannot do without them pauses.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { CASE_ITEMS, CASE_TICKETS, WHEEL_RETURN_PERCENT } from '../../../src/game/base/economy.ts'
import { isReturnInBand, returnToPlayer, ticketSum } from '../../../src/game/cases/case.ts'
import type { Item } from '../../../src/game/catalogue/catalogue.ts'
import { type Offered, withoutHeld } from '../../../src/game/prices/held-items.ts'
import { entriesMean } from '../../../src/game/rewards/gift-cost.ts'
import { RAFFLE_KINDS } from '../../../src/game/rewards/rewards.ts'
import { wheelReturn } from '../../../src/game/rewards/wheel.ts'
import { limitFaults } from '../../../src/server/catalogue/check-limits.ts'
import { formatFault } from '../../../src/server/catalogue/faults.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'

type Sound = Extract<Awaited<ReturnType<typeof readCatalogue>>, { ok: true }>

let shop: Sound

beforeAll(async () => {
  const reading = await readCatalogue({ folder: 'data', pictures: 'public/assets/img/cases' })
  if (!reading.ok) throw new Error(reading.faults.map(formatFault).join('\n'))
  shop = reading
})

const hold = (...items: readonly Pick<Item, 'id'>[]): Offered =>
  withoutHeld(shop, new Map(items.map(({ id }) => [id, true])))

/** Every item that can be won. */
function winnable({ catalogue, rewards }: Pick<Offered, 'catalogue' | 'rewards'>): Set<string> {
  const prizes = [
    ...(rewards.wheel.paused === true ? [] : rewards.wheel.sectors.map(({ prize }) => prize)),
    ...rewards.calendar.days,
    ...rewards.calendar.supers,
    ...rewards.missions.map(({ reward }) => reward),
  ]
  const items = [
    ...[...catalogue.cases.values()].flatMap(({ enabled, entries }) =>
      enabled ? entries.map(({ item }) => item) : [],
    ),
    ...rewards.freeCases.flatMap(({ paused, entries }) => (paused === true ? [] : entries.map(({ item }) => item))),
    ...prizes.flatMap((prize) => (prize.kind === 'item' ? [prize.item] : [])),
    ...prizes.flatMap((prize) => (prize.kind === 'case' ? prize.box.entries.map(({ item }) => item) : [])),
    ...RAFFLE_KINDS.flatMap((kind) => rewards.raffles[kind]),
  ]
  return new Set(items.map(({ id }) => id))
}

describe('held items', () => {
  it('change nothing while there are none', () => {
    const { catalogue, rewards, effects } = hold()
    expect(catalogue).toBe(shop.catalogue)
    expect(rewards).toBe(shop.rewards)
    expect(effects).toEqual({ changedCases: [], pausedCases: [], pausedRewards: [] })
  })

  it('can be won nowhere, whichever they are; what goes on keeps its bounds', () => {
    const ids = [...winnable(shop)]
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: ids.length }), (held) => {
        const offered = hold(...held.map((id) => ({ id })))
        const left = winnable(offered)
        expect(held.filter((id) => left.has(id))).toEqual([])
        for (const box of offered.catalogue.cases.values()) {
          if (!box.enabled) continue
          expect(ticketSum(box.entries)).toBe(CASE_TICKETS)
          expect(box.entries.length).toBeGreaterThanOrEqual(CASE_ITEMS.least)
          expect(isReturnInBand(box)).toBe(true)
        }
        const percent = wheelReturn(offered.rewards.wheel) * 100
        expect(percent).toBeGreaterThanOrEqual(WHEEL_RETURN_PERCENT.least)
        expect(percent).toBeLessThanOrEqual(WHEEL_RETURN_PERCENT.most)
        expect(limitFaults(offered.rewards)).toEqual([])
      }),
      { numRuns: 25 },
    )
  })

  it('leave a case that sells on at its return; nothing else changes', () => {
    const [box] = [...shop.catalogue.cases.values()].filter(({ entries }) => entries.length > CASE_ITEMS.least)
    const held = box?.entries.at(-1)?.item
    if (box === undefined || held === undefined) throw new Error('No case')
    const { catalogue, effects } = hold(held)
    const changed = catalogue.cases.get(box.url)
    expect(changed).toMatchObject({ enabled: true, heldItems: [held] })
    expect(changed?.entries.map(({ item }) => item.id)).not.toContain(held.id)
    expect(returnToPlayer(changed ?? box)).toBeCloseTo(returnToPlayer(box), 4)
    expect(effects.changedCases).toContain(box.url)
    expect(effects.pausedCases).not.toContain(box.url)
    const others = [...catalogue.cases.values()].filter(({ url }) => !effects.changedCases.includes(url))
    for (const other of others) expect(other).toBe(shop.catalogue.cases.get(other.url))
    for (const category of catalogue.categories) {
      for (const one of category.cases) expect(one).toBe(catalogue.cases.get(one.url))
    }
  })

  it('pause a case of which too few items are left, also as the reward of a mission', () => {
    const mission = shop.rewards.missions.find(({ reward }) => reward.kind === 'case')
    if (mission?.reward.kind !== 'case') throw new Error('No mission gives a case')
    const { box } = mission.reward
    const { catalogue, rewards, effects } = hold(...box.entries.slice(CASE_ITEMS.least - 1).map(({ item }) => item))
    expect(catalogue.cases.get(box.url)?.enabled).toBe(false)
    expect(effects.pausedCases).toContain(box.url)
    expect(rewards.missions.find(({ id }) => id === mission.id)?.reward).toEqual({
      kind: 'balance',
      amount: box.priceCents,
    })
  })

  it('do not switch a case on that its operator switched off', () => {
    const [box] = shop.catalogue.cases.values()
    const held = box?.entries[0]?.item
    if (box === undefined || held === undefined) throw new Error('No case')
    const cases = new Map(shop.catalogue.cases).set(box.url, { ...box, enabled: false })
    const { catalogue, effects } = withoutHeld(
      { ...shop, catalogue: { ...shop.catalogue, cases } },
      new Map([[held.id, true]]),
    )
    expect(catalogue.cases.get(box.url)?.enabled).toBe(false)
    expect([...effects.changedCases, ...effects.pausedCases]).not.toContain(box.url)
  })

  it('are paid in money at their accepted price by the calendar and missions', () => {
    const [prize] = shop.rewards.calendar.supers
    if (prize?.kind !== 'item') throw new Error('The calendar has no item')
    const all = shop.rewards.calendar.supers.flatMap((one) => (one.kind === 'item' ? [one.item] : []))
    const { rewards } = hold(...all)
    expect(rewards.calendar.supers).toEqual(all.map(({ priceCents: amount }) => ({ kind: 'balance', amount })))
    expect(hold(prize.item).rewards.calendar.supers).toEqual(
      shop.rewards.calendar.supers.filter((one) => one.kind === 'item' && one.item.id !== prize.item.id),
    )
  })

  it('pause a raffle, a free case and the wheel that nothing is left of', () => {
    const { wheel, freeCases, raffles } = shop.rewards
    const [free] = freeCases
    const sectors = wheel.sectors.flatMap(({ prize }) => (prize.kind === 'item' ? [prize.item] : []))
    const { rewards, effects } = hold(...raffles.weekly, ...(free?.entries.map(({ item }) => item) ?? []), ...sectors)
    expect(rewards.raffles.weekly).toEqual([])
    expect(effects.pausedRewards).toEqual(expect.arrayContaining([`freeCases ${free?.tier}`, 'raffles weekly']))
    expect(rewards.freeCases[0]).toMatchObject({ paused: true })
    expect(rewards.wheel.paused === true || rewards.wheel.sectors.every(({ prize }) => prize.kind !== 'item')).toBe(
      true,
    )
  })

  it('never make a free case worth more than it was', () => {
    for (const [at, box] of shop.rewards.freeCases.entries()) {
      for (const { item } of box.entries) {
        const after = hold(item).rewards.freeCases[at]
        if (after === undefined || after.paused === true) continue
        expect(entriesMean(after.entries)).toBeLessThanOrEqual(entriesMean(box.entries) + 1)
      }
    }
  })
})
