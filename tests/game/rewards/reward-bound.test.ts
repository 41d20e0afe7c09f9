// Each number of the rewards beside its bound: what keeps all of them passes, and one beyond its bound is refused with the strategy that
// would gain, whichever it is.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import type { Item } from '../../../src/game/catalogue/catalogue.ts'
import { BOUND_RULES, type Bound, type BoundRule, isKept, type Strategy } from '../../../src/game/rewards/bound.ts'
import { rewardBounds } from '../../../src/game/rewards/reward-bound.ts'
import type { GiftRules, LeaderboardRules, Rewards } from '../../../src/game/rewards/rewards.ts'
import { GIFTS } from './gift-rules.ts'

const item = (priceCents: number): Item => ({ id: `item-${priceCents}`, priceCents: cents(priceCents) }) as Item
const money = (amount: number) => ({ kind: 'balance', amount: cents(amount) }) as const

const BOARDS: LeaderboardRules = {
  dayMostCents: cents(2000),
  leastStakeCents: cents(100),
  holdHours: 24,
  prizes: { day: [cents(100), cents(50)], week: [cents(500)], month: [cents(2000)] },
}

const REWARDS: Rewards = {
  freeCases: [
    {
      tier: 'spark',
      name: { en: 'Spark', ru: 'Искра', uk: 'Іскра' },
      image: 'free-spark.svg',
      depositedCents: cents(500),
      entries: [
        { item: item(1000), tickets: 10_000 },
        { item: item(20), tickets: 990_000 },
      ],
    },
  ],
  wheel: {
    priceCents: cents(100),
    sectors: [
      { prize: money(180), tickets: 500_000 },
      { prize: { kind: 'nothing' }, tickets: 500_000 },
    ],
  },
  calendar: { days: [money(5), money(10)], supers: [{ kind: 'item', item: item(500) }] },
  missions: [
    { id: 'open-10', period: 'daily', goal: 'cases', count: 10, reward: money(20) },
    { id: 'open-100', period: 'weekly', goal: 'cases', count: 100, reward: money(200) },
  ],
  raffles: { hourly: [item(100)], daily: [item(1000)], weekly: [item(5000)] },
  referral: [],
  gifts: GIFTS,
  leaderboard: BOARDS,
}

const gifts = (change: Partial<GiftRules>): Rewards => ({ ...REWARDS, gifts: { ...GIFTS, ...change } })
const boards = (change: Partial<LeaderboardRules>): Rewards => ({ ...REWARDS, leaderboard: { ...BOARDS, ...change } })
const wheel = (change: Partial<Rewards['wheel']>): Rewards => ({ ...REWARDS, wheel: { ...REWARDS.wheel, ...change } })

/** For each rule: the strategy, and the rewards with a number of it. */
const BROKEN: Readonly<Record<BoundRule, readonly [Strategy | null, (number: number) => Rewards]>> = {
  'own-percent': ['bonus-chaser', (ownPercent) => gifts({ ownPercent })],
  'referrer-percent': [
    'second-account',
    (platinum) => gifts({ referrerPercent: { ...GIFTS.referrerPercent, platinum } }),
  ],
  'raffle-percent': ['raffle-ring', (rafflePercent) => gifts({ rafflePercent })],
  'all-percent': ['referral-ring', (all) => gifts({ ownPercent: all, rafflePercent: 0 })],
  'price-risk': ['price-sniper', (priceRiskPercent) => gifts({ priceRiskPercent })],
  'won-price': ['price-sniper', (wonPriceHours) => gifts({ wonPriceHours })],
  'least-stake': ['small-stakes', (stake) => gifts({ leastStake: { ...GIFTS.leastStake, contract: cents(stake) } })],
  'bonus-percent': ['bonus-chaser', (percent) => gifts({ depositBonus: { ...GIFTS.depositBonus, percent } })],
  'bonus-most': ['bonus-chaser', (most) => gifts({ depositBonus: { ...GIFTS.depositBonus, mostCents: cents(most) } })],
  'steam-level': ['collector', (steamLevel) => gifts({ withoutDeposit: { ...GIFTS.withoutDeposit, steamLevel } })],
  'account-days': ['collector', (accountDays) => gifts({ withoutDeposit: { ...GIFTS.withoutDeposit, accountDays } })],
  'leader-stake': ['cents-staker', (stake) => boards({ leastStakeCents: cents(stake) })],
  'leader-share': ['place-buyer', (prize) => boards({ prizes: { ...BOARDS.prizes, day: [cents(prize)] } })],
  'leader-order': ['held-back', (prize) => boards({ prizes: { ...BOARDS.prizes, day: [cents(100), cents(prize)] } })],
  'leader-prize': ['place-buyer', (prize) => boards({ prizes: { ...BOARDS.prizes, day: [cents(prize)] } })],
  'wheel-return': [
    'wheel-spinner',
    (percent) =>
      wheel({
        sectors: [
          { prize: money(percent), tickets: 500_000 },
          { prize: money(percent), tickets: 500_000 },
        ],
      }),
  ],
  'wheel-fair': [
    null,
    (percent) =>
      wheel({ sectors: [{ prize: percent === 0 ? { kind: 'nothing' } : money(percent), tickets: 1_000_000 }] }),
  ],
  'wheel-price-least': [null, (price) => wheel({ priceCents: cents(price) })],
  'wheel-price-most': ['collector', (price) => wheel({ priceCents: cents(price) })],
  'wheel-sector': ['collector', (amount) => wheel({ sectors: [{ prize: money(amount), tickets: 1 }] })],
  'calendar-day': ['collector', (amount) => ({ ...REWARDS, calendar: { ...REWARDS.calendar, days: [money(amount)] } })],
  'calendar-super': [
    'collector',
    (price) => ({ ...REWARDS, calendar: { ...REWARDS.calendar, supers: [{ kind: 'item', item: item(price) }] } }),
  ],
  'mission-worth': [
    'small-stakes',
    (amount) => ({
      ...REWARDS,
      missions: [{ id: 'a', period: 'daily', goal: 'cases', count: 10_000, reward: money(amount) }],
    }),
  ],
  'mission-stake': [
    'small-stakes',
    (amount) => ({
      ...REWARDS,
      missions: [{ id: 'a', period: 'daily', goal: 'spent', count: 100, reward: money(amount) }],
    }),
  ],
  'free-mean': [
    'case-depositor',
    (price) => ({
      ...REWARDS,
      freeCases: REWARDS.freeCases.map((box) => ({ ...box, entries: [{ item: item(price), tickets: 1_000_000 }] })),
    }),
  ],
  'free-item': [
    'case-depositor',
    (price) => ({
      ...REWARDS,
      freeCases: REWARDS.freeCases.map((box) => ({
        ...box,
        entries: [
          { item: item(price), tickets: 1 },
          { item: item(1), tickets: 999_999 },
        ],
      })),
    }),
  ],
  'raffle-prize': ['raffle-ring', (price) => ({ ...REWARDS, raffles: { ...REWARDS.raffles, hourly: [item(price)] } })],
}

/** The numbers beyond a bound of a rule, on its side. */
function beyond({ side, limit }: Bound, distance: number): number {
  return side === 'most' ? limit + distance : Math.max(0, limit - distance)
}

describe('every number of the rewards', () => {
  it('that keeps its bound passes', () => {
    const bounds = rewardBounds(REWARDS)
    expect(bounds.filter((bound) => !isKept(bound))).toEqual([])
    expect(new Set(bounds.map(({ rule }) => rule))).toEqual(new Set(BOUND_RULES))
  })

  it.each(BOUND_RULES.map((rule) => [rule, ...BROKEN[rule]] as const))(
    'beyond the bound of %s is refused, and %s is named',
    (rule, strategy, rewardsWith) => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 100_000 }), (distance) => {
          const limit = rewardBounds(rewardsWith(1)).find((bound) => bound.rule === rule)
          if (limit === undefined) throw new Error(`No bound of ${rule}`)
          const broken = rewardBounds(rewardsWith(beyond(limit, distance))).filter(
            (bound) => bound.rule === rule && !isKept(bound),
          )
          expect(broken.length).toBeGreaterThan(0)
          for (const bound of broken) expect(bound.strategy).toBe(strategy)
        }),
        { numRuns: 40 },
      )
    },
  )

  it('of a paused wheel or free case is not asked for what it gives back', () => {
    const paused = {
      ...wheel({ paused: true }),
      freeCases: REWARDS.freeCases.map((box) => ({ ...box, paused: true as const })),
    }
    const rules = rewardBounds(paused).map(({ rule }) => rule)
    expect(rules).not.toContain('wheel-return')
    expect(rules).not.toContain('free-mean')
  })
})
