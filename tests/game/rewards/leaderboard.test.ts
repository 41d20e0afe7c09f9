// The rules of leaderboards by properties: what counts, which periods end, and that a place never pays more than the share of its winner.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { leaderFaults } from '../../../src/game/rewards/leader-bound.ts'
import {
  endedSpans,
  leaderSpan,
  placePrize,
  pointsForPrize,
  prizesOverMargin,
} from '../../../src/game/rewards/leaderboard.ts'
import { microcents, shareOfMargin } from '../../../src/game/rewards/margin.ts'
import { LEADER_PERIODS, type LeaderboardRules } from '../../../src/game/rewards/rewards.ts'

const ZONES = ['UTC', 'Europe/Kyiv', 'America/New_York', 'Australia/Lord_Howe']
const margin = fc.integer({ min: 0, max: 5_000_000_000 }).map(microcents)
const money = fc.integer({ min: 1, max: 10_000 }).map(cents)
/** The prize of a place, and those below it. */
const prizes = fc
  .array(money, { minLength: 1, maxLength: 10 })
  .map((some) => some.toSorted((one, other) => other - one))
const percent = fc.integer({ min: 0, max: 10 })

const RULES: LeaderboardRules = {
  dayMostCents: cents(2000),
  leastStakeCents: cents(100),
  holdHours: 24,
  prizes: { day: [cents(200)], week: [cents(1400)], month: [cents(5600)] },
}

describe('a prize', () => {
  it('is paid whole or not at all, within the share of the winner of the period and of all', () => {
    fc.assert(
      fc.property(prizes, margin, margin, money, percent, (offered, counted, all, raffledCents, rafflePercent) => {
        const { prize, paid } = placePrize(offered, { counted, margin: all, raffledCents }, { rafflePercent })
        expect(offered).toContain(prize)
        expect([0, prize]).toContain(paid)
        expect(paid).toBeLessThanOrEqual(shareOfMargin(counted, rafflePercent))
        if (paid > 0) expect(paid + raffledCents).toBeLessThanOrEqual(shareOfMargin(all, rafflePercent))
      }),
    )
  })

  it('is paid from the points that the page names', () => {
    fc.assert(
      fc.property(money, fc.integer({ min: 1, max: 10 }), (prize, rafflePercent) => {
        const needed = pointsForPrize(prize, { rafflePercent })
        const with_ = (points: number) => {
          const made = microcents(points * 1_000_000)
          return placePrize([prize], { counted: made, margin: made, raffledCents: cents(0) }, { rafflePercent }).paid
        }
        expect(with_(needed)).toBe(prize)
        expect(with_(needed - 1)).toBe(0)
      }),
    )
  })

  it('is never less for who moves up because others left the boards', () => {
    fc.assert(
      fc.property(prizes, margin, money, fc.nat({ max: 9 }), (offered, counted, raffledCents, left) => {
        const made = { counted, margin: counted, raffledCents }
        const paidFrom = (place: number) => placePrize(offered.slice(place), made, { rafflePercent: 10 }).paid
        expect(paidFrom(0)).toBeGreaterThanOrEqual(paidFrom(Math.min(left, offered.length - 1)))
      }),
    )
    const made = { counted: microcents(600e6), margin: microcents(600e6), raffledCents: cents(0) }
    expect(placePrize([cents(100), cents(50)], made, { rafflePercent: 10 })).toEqual({ prize: 50, paid: 50 })
  })

  it('goes back as far as the margin that a reversal left does not cover it, and no share of a raffle does', () => {
    fc.assert(
      fc.property(margin, money, money, percent, (left, shares, prizeCents, rafflePercent) => {
        const raffledCents = cents(shares + prizeCents)
        const back = prizesOverMargin({ margin: left, raffledCents, prizeCents }, { rafflePercent })
        const covered = shareOfMargin(left, rafflePercent)
        expect(back).toBeLessThanOrEqual(prizeCents)
        expect(raffledCents - back).toBeLessThanOrEqual(Math.max(covered, shares))
        if (raffledCents <= covered) expect(back).toBe(0)
      }),
    )
  })

  it('costs more than it brings, together with all other gifts', () => {
    fc.assert(
      fc.property(money, margin, (prize, counted) => {
        const made = { counted, margin: counted, raffledCents: cents(0) }
        const { paid } = placePrize([prize], made, { rafflePercent: 10 })
        // Own gifts and the share of a referrer are 60 % at most.
        expect(paid + shareOfMargin(counted, 60)).toBeLessThanOrEqual(shareOfMargin(counted, 70))
      }),
    )
  })
})

describe('periods', () => {
  const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })

  it('follow each other without a gap, also across clock changes', () => {
    fc.assert(
      fc.property(moment, fc.constantFrom(...ZONES), fc.constantFrom(...LEADER_PERIODS), (at, zone, period) => {
        const span = leaderSpan(period, at.getTime(), zone)
        expect(span.fromMs).toBeLessThanOrEqual(at.getTime())
        expect(span.toMs).toBeGreaterThan(at.getTime())
        const next = leaderSpan(period, span.toMs, zone)
        expect(next.fromMs).toBe(span.toMs)
        expect(next.day > span.day).toBe(true)
      }),
    )
  })

  it('that ended are those that began in time and are over, each once', () => {
    const hours = fc.integer({ min: 0, max: 24 * 70 })
    fc.assert(
      fc.property(
        moment,
        hours,
        fc.constantFrom(...ZONES),
        fc.constantFrom(...LEADER_PERIODS),
        (at, length, zone, period) => {
          const [from, until] = [at.getTime(), at.getTime() + length * 3_600_000]
          const spans = endedSpans(period, from, until, zone)
          expect(new Set(spans.map(({ day }) => day)).size).toBe(spans.length)
          for (const span of spans) {
            expect(span.fromMs).toBeGreaterThanOrEqual(from)
            expect(span.toMs).toBeLessThanOrEqual(until)
          }
          const first = leaderSpan(period, from, zone)
          const whole = first.fromMs === from ? first : leaderSpan(period, first.toMs, zone)
          expect(spans.length > 0).toBe(whole.toMs <= until)
        },
      ),
    )
  })
})

describe('the numbers of an operator', () => {
  it('may be as high as the share of what counts', () => {
    expect(leaderFaults(RULES, { rafflePercent: 10 })).toEqual([])
  })

  it.each([
    ['a prize of a day', { prizes: { ...RULES.prizes, day: [cents(201)] } }, 'buys place 1 of the day'],
    ['a prize of a month', { prizes: { ...RULES.prizes, month: [cents(5601)] } }, 'buys place 1 of the month'],
    ['a second place', { prizes: { ...RULES.prizes, week: [cents(100), cents(101)] } }, 'holds back'],
    ['a stake of cents', { leastStakeCents: cents(49) }, 'stakes cents many times'],
  ])('are refused where %s breaks the bound, with the strategy', (_, change, strategy) => {
    const faults = leaderFaults({ ...RULES, ...change }, { rafflePercent: 10 })
    expect(faults).toHaveLength(1)
    expect(faults[0]?.message).toContain(strategy)
  })

  it('are refused with any prize where raffles may cost nothing', () => {
    expect(leaderFaults(RULES, { rafflePercent: 0 })).toHaveLength(3)
  })
})
