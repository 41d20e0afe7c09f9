import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTRACT_ITEMS } from '../../../../src/game/base/economy.ts'
import {
  departureMs,
  departurePitch,
  faceFrames,
  LIGHT_MS,
  lightFrames,
  OPENING_MS,
  RUSH_MS,
  SIGNING_MS,
} from '../../../../src/islands/games/contract/signing-motion.ts'

const COUNTS = Array.from({ length: CONTRACT_ITEMS.most }, (_, place) => place + 1)

describe('the lights of a contract', () => {
  test.each(COUNTS)('start one after the other, and all arrive before the result forms: %i', (count) => {
    const departures = Array.from({ length: count }, (_, order) => departureMs(order, count))
    expect(departures).toEqual([...new Set(departures)].sort((one, other) => one - other))
    expect((departures.at(-1) ?? 0) + LIGHT_MS).toBeLessThanOrEqual(OPENING_MS)
  })

  test('rise in pitch from the first to the last, within an audible range', () => {
    for (const count of COUNTS.slice(1)) {
      const pitches = Array.from({ length: count }, (_, order) => departurePitch(order, count))
      expect(pitches).toEqual(pitches.toSorted((one, other) => one - other))
      expect([pitches[0], pitches.at(-1)]).toEqual([0.8, 1.4])
    }
  })

  test('move from their slot to the middle and nowhere else, in continuous frames', () => {
    const way = fc.record({ x: fc.integer({ min: -400, max: 400 }), y: fc.integer({ min: -300, max: 300 }) })
    fc.assert(
      fc.property(fc.constantFrom(...COUNTS), fc.nat({ max: 9 }), way, (count, order, { x, y }) => {
        const frames = lightFrames(departureMs(order % count, count), { x, y })
        const offsets = frames.map(({ offset }) => Number(offset))
        expect(offsets).toEqual(offsets.toSorted((one, other) => one - other))
        expect([offsets[0], offsets.at(-1)]).toEqual([0, 1])
        expect([frames[0]?.opacity, frames.at(-1)?.opacity]).toEqual([0, 0])
        expect(frames[0]?.transform).toContain('translate(0px, 0px)')
        expect(frames.at(-1)?.transform).toContain(`translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`)
      }),
    )
  })
})

describe('the items of a contract', () => {
  const way = fc.record({ x: fc.integer({ min: -400, max: 400 }), y: fc.integer({ min: -300, max: 300 }) })

  test('stay fully visible until they are pulled into the middle, and are gone when the light opens', () => {
    fc.assert(
      fc.property(fc.constantFrom(...COUNTS), fc.nat({ max: 9 }), way, (count, place, { x, y }) => {
        const order = place % count
        const frames = faceFrames(order, departureMs(order, count), { x, y })
        const offsets = frames.map(({ offset }) => Number(offset))
        expect(offsets).toEqual(offsets.toSorted((one, other) => one - other))
        expect([offsets[0], offsets.at(-1)]).toEqual([0, 1])
        const visible = frames.filter(({ opacity }) => opacity === 1)
        expect(visible.map(({ offset }) => offset)).toEqual(offsets.slice(0, visible.length))
        const gone = frames[visible.length]
        expect(Number(visible.at(-1)?.offset) * SIGNING_MS).toBeGreaterThan(RUSH_MS)
        expect(Number(gone?.offset) * SIGNING_MS).toBeLessThanOrEqual(OPENING_MS)
        expect(gone?.transform).toContain(`translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`)
      }),
    )
  })
})
