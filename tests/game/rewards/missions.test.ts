// Missions: the period of each, for any clock of the site, and a player's progress.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { missionProgress, missionSpan } from '../../../src/game/rewards/missions.ts'
import { MISSION_PERIODS } from '../../../src/game/rewards/rewards.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ZONES = ['UTC', 'Europe/Kyiv', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'] as const

const anyMoment = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) })
const anyZone = fc.constantFrom(...ZONES)
const anyPeriod = fc.constantFrom(...MISSION_PERIODS)

const at = (text: string): number => Date.parse(text)

describe('the period of a mission', () => {
  it('contains its moment, and is adjacent to the previous and the next', () => {
    fc.assert(
      fc.property(anyMoment, anyZone, anyPeriod, (moment, zone, period) => {
        const span = missionSpan(period, moment, zone)
        expect(span.fromMs).toBeLessThanOrEqual(moment)
        expect(span.toMs).toBeGreaterThan(moment)
        expect(missionSpan(period, span.fromMs, zone)).toEqual(span)
        expect(missionSpan(period, span.toMs - 1, zone)).toEqual(span)
        expect(missionSpan(period, span.toMs, zone).fromMs).toBe(span.toMs)
        expect(missionSpan(period, span.fromMs - 1, zone).toMs).toBe(span.fromMs)
      }),
    )
  })

  it('has a different name from every earlier period', () => {
    fc.assert(
      fc.property(anyMoment, anyZone, anyPeriod, (moment, zone, period) => {
        const span = missionSpan(period, moment, zone)
        expect(missionSpan(period, span.toMs, zone).day > span.day).toBe(true)
      }),
    )
  })

  it('is a day by the clocks of the site: 23 hours in spring, 25 in autumn', () => {
    const hours = (moment: string): number => {
      const { fromMs, toMs } = missionSpan('daily', at(moment), 'Europe/Kyiv')
      return (toMs - fromMs) / HOUR_MS
    }
    expect(hours('2026-03-28T12:00:00Z')).toBe(24)
    expect(hours('2026-03-29T12:00:00Z')).toBe(23)
    expect(hours('2026-10-25T12:00:00Z')).toBe(25)
  })

  it('is a week from Monday to Monday, across the end of a month, a year and a leap day', () => {
    expect(missionSpan('weekly', at('2026-11-22T23:59:59.999Z'), 'UTC')).toEqual({
      day: '2026-11-16',
      fromMs: at('2026-11-16T00:00:00Z'),
      toMs: at('2026-11-23T00:00:00Z'),
    })
    expect(missionSpan('weekly', at('2026-11-23T00:00:00Z'), 'UTC').day).toBe('2026-11-23')
    expect(missionSpan('weekly', at('2027-01-01T12:00:00Z'), 'UTC').day).toBe('2026-12-28')
    const leap = missionSpan('weekly', at('2028-02-29T12:00:00Z'), 'UTC')
    expect(leap.day).toBe('2028-02-28')
    expect(leap.toMs - leap.fromMs).toBe(7 * DAY_MS)
  })

  it('is seven days minus an hour where the clocks go forward', () => {
    const { day, fromMs, toMs } = missionSpan('weekly', at('2026-03-29T12:00:00Z'), 'Europe/Kyiv')
    expect(day).toBe('2026-03-23')
    expect(toMs - fromMs).toBe(7 * DAY_MS - HOUR_MS)
  })
})

describe('progress', () => {
  const anyCount = fc.integer({ min: 1, max: 1_000_000 })
  const anyDone = fc.integer({ min: 0, max: 2_000_000 })

  it('is the number done, capped at the goal', () => {
    fc.assert(
      fc.property(anyCount, anyDone, (count, done) => {
        const { progress, claimable, claimed } = missionProgress({ count }, done, false)
        expect(progress).toBe(Math.min(count, done))
        expect(claimable).toBe(done >= count)
        expect(claimed).toBe(false)
      }),
    )
  })

  it('never decreases as more is done', () => {
    fc.assert(
      fc.property(anyCount, anyDone, fc.nat(1_000), (count, done, more) => {
        const [before, after] = [
          missionProgress({ count }, done, false),
          missionProgress({ count }, done + more, false),
        ]
        expect(after.progress).toBeGreaterThanOrEqual(before.progress)
        expect(Number(after.claimable)).toBeGreaterThanOrEqual(Number(before.claimable))
      }),
    )
  })

  it('of a claimed mission is complete, and cannot be claimed again, even if the goal changes', () => {
    fc.assert(
      fc.property(anyCount, anyDone, (count, done) => {
        expect(missionProgress({ count }, done, true)).toEqual({ progress: count, claimed: true, claimable: false })
      }),
    )
  })
})
