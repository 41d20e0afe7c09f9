import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { levelProgress } from '../../../src/game/base/level-progress.ts'
import { expOfSpending, levelOf, levelStart } from '../../../src/game/base/levels.ts'
import { cents } from '../../../src/game/base/money.ts'

describe('a level', () => {
  it.each([
    [0, 0],
    [1, 1000],
    [2, 3000],
    [3, 6000],
    [10, 55_000],
    [100, 5_050_000],
  ])('%d starts at %d points', (level, exp) => {
    expect(levelStart(level)).toBe(exp)
    expect(levelOf(exp)).toBe(level)
    if (level > 0) expect(levelOf(exp - 1)).toBe(level - 1)
  })

  it('is the last one whose start is reached', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 40 }), (exp) => {
        const level = levelOf(exp)
        expect(levelStart(level) <= exp && exp < levelStart(level + 1)).toBe(true)
      }),
    )
  })

  it('is reached exactly at its start, at any height', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2_000_000 }), (level) => {
        expect(levelOf(levelStart(level))).toBe(level)
      }),
    )
  })
})

describe('progress', () => {
  it('is counted from the start of the level', () => {
    expect(levelProgress(0)).toEqual({ level: 0, gained: 0, needed: 1000, fraction: 0 })
    expect(levelProgress(4500)).toEqual({ level: 2, gained: 1500, needed: 3000, fraction: 0.5 })
  })

  it('gives a point for each cent spent', () => {
    expect(expOfSpending(cents(1250))).toBe(1250)
  })
})
