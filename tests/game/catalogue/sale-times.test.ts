// When a case is sold: its first moment is in the time, its last one is not.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SaleTimes } from '../../../src/game/catalogue/catalogue.ts'
import { isSold, nextSaleChange, saleStateOf } from '../../../src/game/catalogue/sale-times.ts'

const moment = fc.integer({ min: 1, max: 1_000 })
const times: fc.Arbitrary<SaleTimes | undefined> = fc.option(
  fc.record({ fromMs: moment, untilMs: moment }, { requiredKeys: [] }),
  { nil: undefined },
)

describe('the times of a sale', () => {
  it('begin with the first moment and end before the last', () => {
    expect([9, 10, 19, 20].map((now) => saleStateOf({ fromMs: 10, untilMs: 20 }, now))).toEqual([
      'before',
      'on',
      'on',
      'after',
    ])
    expect(isSold(undefined, 0)).toBe(true)
    expect(isSold({ fromMs: 10 }, 9)).toBe(false)
    expect(isSold({ untilMs: 10 }, 9)).toBe(true)
  })

  it('change next where they say, and nowhere between', () => {
    fc.assert(
      fc.property(fc.array(times, { maxLength: 5 }), moment, moment, (all, now, later) => {
        const next = nextSaleChange(all, now)
        const states = (at: number) => all.map((one) => saleStateOf(one, at))
        if (next === null) expect(later < now || states(later).join() === states(now).join()).toBe(true)
        else {
          expect(next).toBeGreaterThan(now)
          expect(states(next - 1)).toEqual(states(now))
        }
      }),
    )
  })
})
