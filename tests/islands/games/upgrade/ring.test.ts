import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROLL_RANGE } from '../../../../src/game/fairness/fairness.ts'
import { winningRange } from '../../../../src/game/games/upgrade.ts'
import { angleOf, endOfRun, strokeOf } from '../../../../src/islands/games/upgrade/ring.ts'

const ticket = fc.integer({ min: 1, max: ROLL_RANGE })

describe('the ring', () => {
  it('starts at the top and runs clockwise', () => {
    expect(angleOf(1)).toBeCloseTo(0, 3)
    expect(angleOf(250_000)).toBeCloseTo(90, 3)
    expect(angleOf(ROLL_RANGE)).toBeCloseTo(360, 3)
  })

  it('is highlighted exactly where a ticket wins', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 750_000 }),
        fc.constantFrom('under', 'over'),
        ticket,
        (wins, side, roll) => {
          const range = winningRange(wins, side)
          const { dasharray, dashoffset } = strokeOf(range)
          const [lit = 0, dark = 0] = dasharray.split(' ').map(Number)
          expect(lit + dark).toBe(ROLL_RANGE)
          const at = (angleOf(roll) / 360) * ROLL_RANGE
          const isLit = -dashoffset < at && at < -dashoffset + lit
          expect(isLit).toBe(range.from <= roll && roll <= range.to)
        },
      ),
    )
  })
})

describe('the pointer', () => {
  it('makes at least three turns and at most four, and ends on its ticket', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 359.999, noNaN: true }), ticket, (from, roll) => {
        const end = endOfRun(from, roll)
        expect(end - from).toBeGreaterThanOrEqual(3 * 360 - 1e-9)
        expect(end - from).toBeLessThanOrEqual(4 * 360)
        expect(end % 360).toBeCloseTo(angleOf(roll) % 360, 6)
      }),
    )
  })
})
