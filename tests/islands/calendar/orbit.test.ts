// Moons stand on one circle, in order, as far from each other as they can.
import { expect, it } from 'vitest'
import { moonPlace, ORBIT_RADIUS } from '../../../src/islands/calendar/orbit.ts'

it.each([1, 4, 9])('spreads %i moons evenly on the orbit, from the top on, clockwise', (moons) => {
  const places = Array.from({ length: moons }, (_, place) => moonPlace(place, moons))
  expect(places[0]).toEqual({ left: 50, top: 50 - ORBIT_RADIUS })
  const apart = 2 * ORBIT_RADIUS * Math.sin(Math.PI / moons)
  for (const [place, { left, top }] of places.entries()) {
    expect(Math.hypot(left - 50, top - 50)).toBeCloseTo(ORBIT_RADIUS, 1)
    const next = places[(place + 1) % moons]
    expect(Math.hypot(left - (next?.left ?? 0), top - (next?.top ?? 0))).toBeCloseTo(apart, 1)
  }
  expect(moonPlace(1, 4).left).toBeGreaterThan(50)
})
