import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Arc, sectorArcs } from '../../../src/game/wheel.ts'
import { edgesPassed, labelSize, middleOf, roomIn, sectorPath } from '../../../src/islands/wheel/disc.ts'

const arcs = fc
  .array(fc.integer({ min: 1, max: 500_000 }), { minLength: 2, maxLength: 24 })
  .map((tickets) => sectorArcs(tickets.map((width) => ({ tickets: width }))))

const arc = (from: number, to: number): Arc => ({ from, to })

describe('a sector on the wheel', () => {
  test('is drawn from its first to its last degree, a large one the long way round', () => {
    expect(sectorPath(arc(0, 90), 50)).toBe(
      'M0.000 -100.000A100 100 0 0 1 100.000 0.000L50.000 0.000A50 50 0 0 0 0.000 -50.000Z',
    )
    expect(sectorPath(arc(0, 270), 50)).toContain('A100 100 0 1 1')
  })

  test('has a label where it fits, smaller in less space, and none where it would be unreadable', () => {
    const [wide, narrow, thin] = [
      labelSize(arc(0, 64), '$0.50'),
      labelSize(arc(0, 18), '$2.00'),
      labelSize(arc(0, 1), '$2'),
    ]
    expect(wide).toBe(12)
    expect(narrow).toBeLessThan(12)
    expect(narrow).toBeGreaterThan(6)
    expect(thin).toBeNull()
  })

  test('never has a label wider than itself', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 359, noNaN: true }),
        fc.string({ minLength: 1, maxLength: 12 }),
        (width, label) => {
          const size = labelSize(arc(0, width), label)
          if (size !== null) expect(size * label.length * 0.6).toBeLessThanOrEqual(roomIn(arc(0, width)) + 1e-9)
        },
      ),
    )
  })

  test('has its label in the middle', () => {
    expect(middleOf(arc(20, 40))).toBe(30)
  })
})

describe('the ticks', () => {
  test('are as many per full turn as the wheel has edges, from any start', () => {
    fc.assert(
      fc.property(arcs, fc.double({ min: 0, max: 720, noNaN: true }), (wheel, before) => {
        // An edge exactly at the pointer may count for either side.
        expect(Math.abs(edgesPassed(wheel, before, before + 360) - wheel.length)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('occur when an edge passes, not in between', () => {
    const half = [arc(0, 180), arc(180, 360)]
    expect(edgesPassed(half, 10, 170)).toBe(0)
    expect(edgesPassed(half, 170, 190)).toBe(1)
    expect(edgesPassed(half, 170, 370)).toBe(2)
  })
})
