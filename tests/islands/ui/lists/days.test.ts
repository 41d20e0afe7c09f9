// Lists by day: nothing is lost, the order is kept, and today is today.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byDay } from '../../../../src/islands/ui/lists/days.ts'

const at = (day: number, hours = 12): number => new Date(2026, 2, day, hours, 5).getTime()
const entry = (atMs: number) => ({ at: atMs })

describe('days', () => {
  it('group events by day, with names for today and yesterday', () => {
    const days = byDay([at(29, 23), at(29, 0), at(28), at(27)].map(entry), at(29, 23))
    expect(days.map(({ date, when, entries }) => [date, when, entries.length])).toEqual([
      ['29.03.2026', 'today', 2],
      ['28.03.2026', 'yesterday', 1],
      ['27.03.2026', 'before', 1],
    ])
  })

  it('keep the order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: at(1), max: at(28) })), (moments) => {
        const entries = moments.toSorted((one, other) => other - one).map(entry)
        const days = byDay(entries, at(28))
        expect(days.flatMap((day) => day.entries)).toEqual(entries)
        expect(new Set(days.map(({ date }) => date)).size).toBe(days.length)
      }),
    )
  })
})
