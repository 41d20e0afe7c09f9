import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PEG_ANGLES, pegMarks, pointerFrames } from '../../../../src/islands/games/wheel/pegs.ts'

const turns = fc.double({ min: 0, max: 720, noNaN: true })

describe('the pegs', () => {
  test('pass as often per full turn as there are pegs, from any start', () => {
    fc.assert(
      fc.property(turns, (from) => {
        // A peg exactly at the pointer may count for either side.
        expect(Math.abs(pegMarks(from, from + 360).length - PEG_ANGLES.length)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('pass where they are on the rim', () => {
    const step = 360 / PEG_ANGLES.length
    const way = 3 * step + 2
    expect(pegMarks(step - 1, step - 1 + way)).toEqual([1, 1 + step, 1 + 2 * step, 1 + 3 * step].map((at) => at / way))
  })
})

describe('the pointer', () => {
  test('starts and ends straight, is bent in one direction, and its frames are in order', () => {
    fc.assert(
      fc.property(turns, fc.double({ min: 2_160, max: 2_520, noNaN: true }), (from, distance) => {
        const frames = pointerFrames(from, from + distance, 6000)
        expect([frames[0], frames.at(-1)]).toEqual([
          { offset: 0, degrees: 0 },
          { offset: 1, degrees: 0 },
        ])
        const offsets = frames.map(({ offset }) => offset)
        expect(offsets).toEqual(offsets.toSorted((one, other) => one - other))
        expect(frames.every(({ offset, degrees }) => offset <= 1 && degrees <= 0 && degrees >= -17)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  test('is bent once by each peg', () => {
    const bent = pointerFrames(24, 24 + 2_300, 6000).filter(({ degrees }) => degrees === -17)
    expect(Math.abs(bent.length - pegMarks(24, 24 + 2_300).length)).toBeLessThanOrEqual(1)
  })
})
