import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardAfter, gridShape } from '../../../src/islands/inventory/grid.ts'

const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'] as const

const place = fc
  .record({ count: fc.integer({ min: 1, max: 200 }), columns: fc.integer({ min: 2, max: 8 }), rows: fc.nat(6) })
  .chain((grid) => fc.record({ grid: fc.constant(grid), at: fc.integer({ min: 0, max: grid.count - 1 }) }))

describe('the layout of a grid', () => {
  it('has three cards on a phone and in a column of a desktop, at least two', () => {
    expect([326, 348, 40].map((width) => gridShape(width, false).columns)).toEqual([3, 3, 2])
  })

  it('has larger cards at full page width', () => {
    expect([899, 900, 1260].map((width) => gridShape(width, false).columns)).toEqual([8, 6, 9])
  })

  it('has height for two lines of the weapon and of the finish', () => {
    const [marks, names, price, padding, gap] = [16, 4 + 4 * 16, 4 + 20, 8 + 10, 8]
    expect(gridShape(326, false).rowHeight).toBe(
      Math.ceil((310 / 3 - 16) * 0.75 + marks + names + price + padding) + gap,
    )
  })

  it('has more height for the line below the prices', () => {
    expect(gridShape(326, true).rowHeight).toBeGreaterThan(gridShape(326, false).rowHeight)
  })
})

describe('the keys', () => {
  const grid = { count: 8, columns: 3, rows: 1 }

  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 7, 7],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 4],
    ['ArrowDown', 5, 7],
    ['ArrowDown', 6, 6],
    ['ArrowUp', 7, 4],
    ['ArrowUp', 2, 2],
    ['PageDown', 0, 3],
    ['PageUp', 7, 4],
    ['Home', 7, 0],
    ['End', 0, 7],
  ])('%s move from %i to %i of eight in rows of three', (key, at, to) => {
    expect(cardAfter(key, at, grid)).toBe(to)
  })

  it('without a movement change nothing', () => {
    expect(cardAfter('a', 0, grid)).toBeNull()
  })

  it('never leave the grid', () => {
    fc.assert(
      fc.property(place, fc.constantFrom(...KEYS), ({ grid: any, at }, key) => {
        const to = cardAfter(key, at, any) ?? -1
        expect(to).toBeGreaterThanOrEqual(0)
        expect(to).toBeLessThan(any.count)
      }),
    )
  })

  it('reach every card from the first with right, and the last row with down', () => {
    fc.assert(
      fc.property(place, ({ grid: any }) => {
        let at = 0
        for (let step = 1; step < any.count; step++) at = cardAfter('ArrowRight', at, any) ?? 0
        expect(at).toBe(any.count - 1)
        at = 0
        for (let row = 0; row < Math.ceil(any.count / any.columns); row++) at = cardAfter('ArrowDown', at, any) ?? 0
        expect(Math.floor(at / any.columns)).toBe(Math.floor((any.count - 1) / any.columns))
      }),
    )
  })
})
