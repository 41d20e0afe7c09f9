import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CaseBadge,
  type CaseCount,
  HOT_ONE_OF,
  hotCases,
  isNewCase,
  NEW_DAYS,
  spaceHotBadges,
} from '../../../src/game/cases/case-badges.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 24)
const countsOf = (...opened: number[]): Map<string, CaseCount> =>
  new Map(opened.map((times, place) => [String(place), { opened: times, firstSeen: 0 }]))

describe('a new case', () => {
  it('is new for some days after it was first seen', () => {
    const seen = (days: number): boolean => isNewCase({ opened: 0, firstSeen: NOW - days * DAY_MS }, NOW)
    expect(seen(0)).toBe(true)
    expect(seen(NEW_DAYS - 1)).toBe(true)
    expect(seen(NEW_DAYS)).toBe(false)
  })

  it('is none of those that the site started with', () => {
    expect(isNewCase({ opened: 9, firstSeen: 0 }, 1)).toBe(false)
  })
})

describe('hot cases', () => {
  it('are none where nothing or little was opened, and none where all are opened alike', () => {
    expect(hotCases(countsOf(0, 0, 0)).size).toBe(0)
    expect(hotCases(countsOf(19, 0, 0)).size).toBe(0)
    expect(hotCases(countsOf(...Array.from({ length: 48 }, () => 500))).size).toBe(0)
  })

  it('are the most opened ones', () => {
    expect([...hotCases(countsOf(20, 0, 0, 0))]).toEqual(['0'])
    expect([...hotCases(countsOf(10, 90, 70, 5, 5, 5, 80, 75, 0, 0, 0, 0))]).toEqual(['1', '6', '7'])
  })

  it('are at most three, opened more often than all others', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { maxLength: 60 }), (opened) => {
        const hot = hotCases(countsOf(...opened))
        expect(hot.size).toBeLessThanOrEqual(3)
        const least = Math.min(...Array.from(hot, (place) => opened[Number(place)] ?? 0))
        const others = opened.filter((_, place) => !hot.has(String(place)))
        if (hot.size === 3) expect(Math.max(0, ...others)).toBeLessThanOrEqual(least)
        for (const place of hot) expect(opened[Number(place)]).toBeGreaterThanOrEqual(20)
      }),
    )
  })
})

describe('the badges of a list', () => {
  const hot = (opened: number) => ({ opened, badges: ['new', 'hot'] as readonly CaseBadge[] })
  const plain = { opened: 0, badges: ['new'] as readonly CaseBadge[] }

  it('call the most opened of six cases hot', () => {
    const badges = spaceHotBadges([hot(20), plain, hot(90), hot(30), plain, plain])
    expect(badges).toEqual([['new'], ['new'], ['new', 'hot'], ['new'], ['new'], ['new']])
  })

  it('call at most one of any six cases in a row hot, and some case where one is', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(1_000)), { maxLength: 40 }), (opened) => {
        const isHot = spaceHotBadges(opened.map((times) => (times === null ? plain : hot(times)))).map((badges) =>
          badges.includes('hot'),
        )
        expect(isHot).toHaveLength(opened.length)
        for (const place of isHot.keys()) {
          expect(isHot.slice(place, place + HOT_ONE_OF).filter(Boolean).length).toBeLessThanOrEqual(1)
        }
        expect(isHot.some(Boolean)).toBe(opened.some((times) => times !== null))
      }),
    )
  })
})
