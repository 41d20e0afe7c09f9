// Ids increase with time and are UUIDs of version 7 (RFC 9562).
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastIdAt, newId } from '../../../src/server/base/ids.ts'

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Returns the milliseconds since 1970 at the start of an id. */
const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

describe('ids', () => {
  it('have the version and the variant of RFC 9562', () => {
    for (let i = 0; i < 10_000; i++) expect(newId()).toMatch(VERSION_7)
  })

  it('increase, and never repeat, however many are made in a millisecond', () => {
    const now = Date.now() + 1000
    const ids = Array.from({ length: 20_000 }, () => newId(now))
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
    expect(timeOf(ids[0] ?? '')).toBe(now)
    // 4,096 in a millisecond, then the next one is borrowed.
    expect(timeOf(ids[4095] ?? '')).toBe(now)
    expect(timeOf(ids[4096] ?? '')).toBe(now + 1)
  })

  it('of a moment and later ones are at least the smallest of that moment, earlier ones are not', () => {
    const now = Date.now() + 10_000
    const [before, after] = [newId(now - 1), newId(now)]
    const least = leastIdAt(now)
    expect(least).toMatch(VERSION_7)
    expect([after, least, before].sort()).toEqual([before, least, after])
    expect(leastIdAt(-5)).toBe('00000000-0000-7000-8000-000000000000')
  })

  it('increase even when the clock is set back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2 ** 47 }), { minLength: 2, maxLength: 50 }), (clock) => {
        const ids = clock.map((now) => newId(now))
        expect([...ids].sort()).toEqual(ids)
        for (const id of ids) expect(id).toMatch(VERSION_7)
      }),
    )
  })

  it('cannot be guessed from each other: 62 bits of each are random', () => {
    const tails = new Set(Array.from({ length: 5000 }, () => newId().slice(19)))
    expect(tails.size).toBe(5000)
  })
})
