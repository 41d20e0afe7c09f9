// What gifts cost a player and day: compared with claims that are added up one by one, over seventy days.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Cents, cents } from '../../../src/game/base/money.ts'
import type { Item } from '../../../src/game/catalogue/catalogue.ts'
import { prizeOfDay } from '../../../src/game/rewards/calendar.ts'
import { type GIFT_PARTS, giftCosts, type PastPlay, partCost } from '../../../src/game/rewards/gift-cost.ts'
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

/** Rewards whose cost depends on what was played. */
const shared = fc.record({
  percent: fc.integer({ min: 0, max: 40 }),
  prices: fc.array(price, { minLength: 1, maxLength: 4 }),
  places: fc.array(price, { maxLength: 4 }),
})

const past: fc.Arbitrary<PastPlay> = fc.record({
  days: fc.integer({ min: 1, max: 30 }),
  playerDays: fc.integer({ min: 1, max: 5000 }),
  margin: fc.nat({ max: 10_000_000 }),
  deposited: fc.nat({ max: 10_000_000 }),
})

const rewardsOf = ({ percent, prices, places }: { percent: number; prices: Cents[]; places: Cents[] }): Rewards => {
  const raffle = prices.map(itemOf)
  return {
    raffles: { hourly: raffle, daily: raffle, weekly: raffle },
    leaderboard: { prizes: { day: places, week: places, month: places } },
    referral: [{ percent: percent / 2 }, { percent }],
    gifts: { rafflePercent: percent, depositBonus: { percent } },
  } as unknown as Rewards
}

it('what players share costs at most its prizes, and at most its part of the margin', () => {
  fc.assert(
    fc.property(shared, past, (given, play) => {
      const made = rewardsOf(given)
      const whole = (part: (typeof GIFT_PARTS)[number]): number => (partCost(part, made, play) ?? 0) * play.playerDays
      const ofMargin = (play.margin * given.percent) / 100
      const mean = given.prices.reduce((sum, one) => sum + one, 0) / given.prices.length
      const places = given.places.reduce((sum, one) => sum + one, 0)
      expect(whole('raffles')).toBeCloseTo(Math.min(ofMargin, mean * play.days * (25 + 1 / 7)), 2)
      expect(whole('leaderboards')).toBeCloseTo(Math.min(ofMargin, places * play.days * (1 + 1 / 7 + 1 / 30)), 2)
      expect(whole('referral')).toBeCloseTo(ofMargin, 2)
      expect(whole('bonuses')).toBeCloseTo((play.deposited * given.percent) / 100, 2)
    }),
  )
})

it('what depends on play costs nothing that can be told where nobody has played', () => {
  const nobody = { days: 30, playerDays: 0, margin: 0, deposited: 0 }
  const made = rewardsOf({ percent: 10, prices: [cents(100)], places: [] })
  for (const part of ['raffles', 'leaderboards', 'referral', 'bonuses'] as const)
    expect(partCost(part, made, nobody)).toBeNull()
})
