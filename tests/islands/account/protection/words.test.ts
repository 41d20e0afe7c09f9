// Durations of exclusions, as the page states them before and after.
import { describe, expect, it } from 'vitest'
import { type Days, endOf, isCovered } from '../../../../src/islands/account/protection/words.ts'
import { EXCLUSION_DAYS } from '../../../../src/protocol/limits.ts'

const NOW = new Date(2026, 10, 21, 9, 5).getTime()
const DAY_MS = 86_400_000
const ALL: readonly Days[] = [...EXCLUSION_DAYS, 'forever']

describe('the available choices', () => {
  const covered = (exclusion: Parameters<typeof isCovered>[1]): Days[] =>
    ALL.filter((days) => isCovered(days, exclusion, NOW))

  it('are all while nothing is closed', () => {
    expect(covered(null)).toEqual([])
  })

  it('are those longer than the current exclusion', () => {
    expect(covered({ kind: 'time-out', until: NOW + 7 * DAY_MS, words: null })).toEqual([1, 7])
    expect(covered({ kind: 'time-out', until: NOW + 7 * DAY_MS - 1, words: null })).toEqual([1])
    expect(covered({ kind: 'self-exclusion', until: NOW + 200 * DAY_MS, words: null })).toEqual([1, 7, 30, 182])
  })

  it('are none when the site is closed permanently', () => {
    expect(covered({ kind: 'self-exclusion', until: null, words: null })).toEqual(ALL)
  })
})

describe('the end', () => {
  it('is as many days away as requested, or never', () => {
    for (const days of EXCLUSION_DAYS) expect(endOf(days, NOW)).toBe(NOW + days * DAY_MS)
    expect(endOf('forever', NOW)).toBeNull()
  })
})
