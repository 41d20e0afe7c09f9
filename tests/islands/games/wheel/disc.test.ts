import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Arc } from '../../../../src/game/rewards/wheel.ts'
import {
  LABEL_SIZE,
  labelPlace,
  labelTurn,
  middleOf,
  sectorPath,
  widthAt,
} from '../../../../src/islands/games/wheel/disc.ts'

const arc = (from: number, to: number): Arc => ({ from, to })

test('a label never stands on its head where the wheel rests', () => {
  const angle = fc.double({ min: -720, max: 1440, noNaN: true })
  fc.assert(
    fc.property(angle, fc.constantFrom('across' as const, 'along' as const), (at, direction) => {
      const turn = labelTurn(at, direction)
      const shown = ((at + turn) * Math.PI) / 180
      expect(Math.cos(shown)).toBeGreaterThan(-1e-9)
      expect((turn + 90) % 90).toBe(0)
      expect(Math.abs(Math.cos((turn * Math.PI) / 180))).toBeCloseTo(direction === 'across' ? 1 : 0)
    }),
  )
})

describe('a sector on the wheel', () => {
  test('is drawn from its first to its last degree, a large one the long way round', () => {
    expect(sectorPath(arc(0, 90), 50)).toBe(
      'M0.000 -100.000A100 100 0 0 1 100.000 0.000L50.000 0.000A50 50 0 0 0 0.000 -50.000Z',
    )
    expect(sectorPath(arc(0, 270), 50)).toContain('A100 100 0 1 1')
  })

  test('has a label across where it fits, along the radius in less space, and none in a thin sector', () => {
    const places = [labelPlace(arc(0, 64), '$0.50'), labelPlace(arc(0, 16), '$0.50'), labelPlace(arc(0, 5), '$0.50')]
    expect(places.map((place) => place?.direction)).toEqual(['across', 'along', undefined])
  })

  test('has labels of at least 12 px on the smallest wheel of 240 px', () => {
    expect((LABEL_SIZE * 240) / 224).toBeGreaterThanOrEqual(12)
  })

  test('never has a label that is wider than itself, or reaches into the hub', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 359, noNaN: true }),
        fc.string({ minLength: 1, maxLength: 12 }),
        (width, label) => {
          const place = labelPlace(arc(0, width), label)
          if (place === null) return
          const half = (label.length * LABEL_SIZE) / 4
          const end = place.direction === 'across' ? place.at - LABEL_SIZE / 2 : place.at - half
          expect(end).toBeGreaterThan(43)
          expect(place.direction === 'across' ? 2 * half : LABEL_SIZE).toBeLessThanOrEqual(widthAt(arc(0, width), end))
        },
      ),
    )
  })

  test('has its label in the middle', () => {
    expect(middleOf(arc(20, 40))).toBe(30)
  })
})
