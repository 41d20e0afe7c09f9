// What a result comes to beside its cost: no loss is told as a win.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { outcomeOf } from '../../../src/game/base/outcome.ts'
import { winTier } from '../../../src/game/base/win-tier.ts'

const amount = fc.integer({ min: 1, max: 10_000_000 })

it('is more only above its cost, and below whenever it is worth less', () => {
  fc.assert(
    fc.property(amount, amount, (price, cost) => {
      const outcome = outcomeOf({ isWon: true, price, cost })
      expect(outcome === 'below').toBe(price < cost)
      if (outcome === 'more') expect(winTier(price, cost)).toBeGreaterThan(0)
      if (outcome === 'more') expect(price).toBeGreaterThan(cost)
      if (outcome === 'even') expect(price / cost).toBeLessThan(1.01)
    }),
  )
})

it('is lost without a prize, for any target, and free without a cost', () => {
  fc.assert(
    fc.property(amount, fc.nat(), (price, cost) => {
      expect(outcomeOf({ isWon: false, price, cost })).toBe('lost')
      expect(outcomeOf({ isWon: true, price, cost: 0 })).toBe('free')
    }),
  )
})
