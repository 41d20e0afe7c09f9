// Days are on one circle, in order, at equal distances.
import { expect, it } from 'vitest'
import { dayPosition, litParts, partStroke, RING_RADIUS } from '../../../../src/islands/rewards/calendar/ring.ts'

it.each([1, 4, 9])('the ring spreads %i days evenly on the circle, clockwise from the top', (ringDays) => {
  const places = Array.from({ length: ringDays }, (_, place) => dayPosition(place, ringDays))
  expect(places[0]).toEqual({ left: 50, top: 50 - RING_RADIUS })
  const apart = 2 * RING_RADIUS * Math.sin(Math.PI / ringDays)
  for (const [place, { left, top }] of places.entries()) {
    expect(Math.hypot(left - 50, top - 50)).toBeCloseTo(RING_RADIUS, 1)
    const next = places[(place + 1) % ringDays]
    expect(Math.hypot(left - (next?.left ?? 0), top - (next?.top ?? 0))).toBeCloseTo(apart, 1)
  }
  expect(dayPosition(1, 4).left).toBeGreaterThan(50)
})

it('fills part by part, each from a day to the next one, and closes with the ninth', () => {
  for (let claimed = 0; claimed <= 9; claimed++) expect(litParts(claimed, 9, false)).toBe(claimed)
  // The tenth day is not on the ring.
  expect(litParts(10, 9, false)).toBe(9)
  // A run that was completed on fewer days, as an operator's calendar may have it.
  expect(litParts(4, 9, true)).toBe(9)
  const parts = Array.from({ length: 9 }, (_, part) => partStroke(part, 9))
  for (const [part, { strokeDasharray, strokeDashoffset }] of parts.entries()) {
    expect(strokeDasharray.split(' ').map(Number)).toEqual([1, 8])
    expect(strokeDashoffset).toBeCloseTo(-part)
  }
})
