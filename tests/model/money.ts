// Moves with money and time: deposits, promo codes, exclusion, the clock, and repeated calls.
import { expect } from 'vitest'
import { cents } from '../../src/game/base/money.ts'
import { depositBonus } from '../../src/game/rewards/gifts.ts'
import { GIFTS } from '../game/rewards/gift-rules.ts'
import { PAID } from '../support/outside/payment-provider.ts'
import { DAY_MS, HOUR_MS, type ModelGame } from './model-game.ts'

/** Ten percent, once per player. */
export const PROMO = { code: 'model', percent: 10 } as const

/** Orders this many dollars, with the code if it is given, and pays. */
export async function deposit(game: ModelGame, dollars: number, promocode: '' | typeof PROMO.code): Promise<void> {
  const { model, real } = game
  const path = '/api/payment/create/test'
  const body = { method_name: 'card', sum: dollars, promocode, user_id: real.player.playerId }
  if (game.isExcluded) return game.refused(path, body, 'excluded')
  if (promocode !== '' && model.promoUsed) return game.refused(path, body, 'promo-used')
  const { order } = await game.call(path, body)
  // Its response contains the order's state, which differs after the payment.
  model.last = undefined
  // The same webhook event twice is one deposit.
  for (let told = 0; told < 2; told++) await real.site.services.settlement.apply(order.id, PAID)
  const amount = cents(dollars * 100)
  if (promocode !== '') model.promoUsed = true
  model.deposits.push({ atMs: real.clock.nowMs, amount })
  model.balance += amount + (promocode === '' ? 0 : depositBonus(amount, PROMO.percent, GIFTS))
}

export async function excludeSelf(game: ModelGame): Promise<void> {
  const { model, real } = game
  const { body } = await real.player.post('/api/limits/self-exclude', { days: 1 })
  expect(body.success).toBe(true)
  model.excludedUntilMs = Math.max(model.excludedUntilMs, real.clock.nowMs + DAY_MS)
}

export async function moveClock(game: ModelGame, hours: number): Promise<void> {
  await game.moveClock(hours * HOUR_MS)
  await game.runJobs()
}

/** Repeats the last call with its key: the stored response, and no effect. */
export async function repeat({ model: { last }, real }: ModelGame): Promise<void> {
  if (last === undefined) return
  const again = await real.player.post(last.path, last.body, { 'idempotency-key': last.key })
  // A battle is answered as it is now.
  expect({ ...again.body, battle: null }).toEqual({ ...last.answer, battle: null })
  const other = await real.player.post(last.path, { ...last.body, another: true }, { 'idempotency-key': last.key })
  expect([400, 422]).toContain(other.status)
}
