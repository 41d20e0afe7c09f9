// What gifts cost a player and day: compared with claims that are added up one by one, over seventy days.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import type { Item } from '../../../src/game/catalogue/catalogue.ts'
import { prizeOfDay } from '../../../src/game/rewards/calendar.ts'
import { giftCosts } from '../../../src/game/rewards/gift-cost.ts'
import type { Rewards } from '../../../src/game/rewards/rewards.ts'
import { worthOf } from '../../../src/game/rewards/wheel.ts'

const price = fc.integer({ min: 1, max: 10_000 }).map(cents)
const itemOf = (priceCents: number): Item => ({ id: `item-${priceCents}`, priceCents }) as Item

const rewards = fc
  .record({
    days: fc.array(price, { minLength: 9, maxLength: 9 }),
    // Their number divides the seven tens of seventy days.
    supers: fc.array(price, { minLength: 7, maxLength: 7 }),
    missions: fc.array(fc.record({ period: fc.constantFrom('daily', 'weekly'), amount: price })),
    sectors: fc.array(fc.record({ amount: price, tickets: fc.integer({ min: 1, max: 1000 }) }), { minLength: 1 }),
  })
  .map(
    ({ days, supers, missions, sectors }) =>
      ({
        freeCases: [],
        missions: missions.map(({ period, amount }) => ({ period, reward: { kind: 'balance', amount } })),
        calendar: {
          days: days.map((amount) => ({ kind: 'balance', amount })),
          supers: supers.map((amount) => ({ kind: 'item', item: itemOf(amount) })),
        },
        wheel: {
          priceCents: cents(100),
          sectors: sectors.map(({ amount, tickets }) => ({ prize: { kind: 'balance', amount }, tickets })),
        },
      }) as unknown as Rewards,
  )

it('seventy days of claims cost seventy times a day', () => {
  fc.assert(
    fc.property(rewards, (given) => {
      const costs = giftCosts(given)
      let [calendar, daily, weekly] = [0, 0, 0]
      for (let day = 1; day <= 70; day++) {
        calendar += worthOf(prizeOfDay(given.calendar, day))
        for (const { period, reward } of given.missions) {
          if (period === 'daily') daily += worthOf(reward)
          else if (day % 7 === 0) weekly += worthOf(reward)
        }
      }
      expect(costs.calendar * 70).toBeCloseTo(calendar, 4)
      expect(costs.dailyMissions * 70).toBeCloseTo(daily, 4)
      expect(costs.weeklyMissions * 70).toBeCloseTo(weekly, 4)
      const tickets = given.wheel.sectors.flatMap((sector) =>
        Array.from({ length: sector.tickets }, () => worthOf(sector.prize)),
      )
      expect(costs.wheel).toBeCloseTo(tickets.reduce((sum, worth) => sum + worth, 0) / tickets.length, 6)
    }),
  )
})
