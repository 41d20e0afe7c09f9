// The rules of letters: when a player may appeal.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { APPEAL_DAYS, LETTER_STATES, noAppeal } from '../../../src/game/letters/letters.ts'

const DAY_MS = 86_400_000
const decided = {
  state: 'closed',
  sinceMs: 0,
  isDecided: true,
  isAppealed: false,
  hasOther: true,
  nowMs: DAY_MS,
} as const

describe('an appeal', () => {
  it('is possible once, against a decision, for thirty days, while another person could decide', () => {
    expect(noAppeal(decided)).toBeNull()
    expect(noAppeal({ ...decided, nowMs: APPEAL_DAYS * DAY_MS })).toBeNull()
    expect(noAppeal({ ...decided, nowMs: APPEAL_DAYS * DAY_MS + 1 })).toBe('late')
    expect(noAppeal({ ...decided, hasOther: false })).toBe('nobody')
    expect(noAppeal({ ...decided, state: 'waiting' })).toBe('open')
    expect(noAppeal({ ...decided, state: 'answered' })).toBe('open')
    expect(noAppeal({ ...decided, isDecided: false })).toBe('open')
  })

  it('is never possible twice, whatever else holds', () => {
    const any = fc.record({
      state: fc.constantFrom(...LETTER_STATES),
      sinceMs: fc.nat(),
      isDecided: fc.boolean(),
      hasOther: fc.boolean(),
      nowMs: fc.nat(),
    })
    fc.assert(fc.property(any, (letter) => noAppeal({ ...letter, isAppealed: true }) === 'appealed'))
  })
})
