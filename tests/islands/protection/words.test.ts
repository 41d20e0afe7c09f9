// How long things are closed, as the page says it before and after.
import { describe, expect, it } from 'vitest'
import { EXCLUSION_DAYS } from '../../../src/contract/limits.ts'
import { type Days, endOf, isCovered, momentText } from '../../../src/islands/protection/words.ts'

const NOW = new Date(2026, 10, 21, 9, 5).getTime()
const DAY_MS = 86_400_000
const ALL: readonly Days[] = [...EXCLUSION_DAYS, 'forever']

describe('a moment', () => {
  it('is a day and a time in the reader’s own time zone', () => {
    expect(momentText(NOW)).toBe('21.11.2026, 09:05')
  })
})

describe('what can still be chosen', () => {
  const covered = (exclusion: Parameters<typeof isCovered>[1]): Days[] =>
    ALL.filter((days) => isCovered(days, exclusion, NOW))

  it('is everything while nothing is closed', () => {
    expect(covered(null)).toEqual([])
  })

  it('is what would last longer than what is closed', () => {
    expect(covered({ kind: 'time-out', until: NOW + 7 * DAY_MS })).toEqual([1, 7])
    expect(covered({ kind: 'time-out', until: NOW + 7 * DAY_MS - 1 })).toEqual([1])
    expect(covered({ kind: 'self-exclusion', until: NOW + 200 * DAY_MS })).toEqual([1, 7, 30, 182])
  })

  it('is nothing when the site is closed for ever', () => {
    expect(covered({ kind: 'self-exclusion', until: null })).toEqual(ALL)
  })
})

describe('the end', () => {
  it('is as many days away as were asked for, or never comes', () => {
    for (const days of EXCLUSION_DAYS) expect(endOf(days, NOW)).toBe(NOW + days * DAY_MS)
    expect(endOf('forever', NOW)).toBeNull()
  })
})
