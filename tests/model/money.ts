// Moves of money and time: deposits, promo codes, exclusion, the clock, and the same click once more.
import { expect } from 'vitest'
import { bonusOf } from '../../src/game/deposit.ts'
import { cents } from '../../src/game/money.ts'
import { PAID } from '../support/payment-provider.ts'
import { DAY_MS, HOUR_MS, type Table } from './table.ts'

/** Ten percent, once a player. */
export const PROMO = { code: 'model', percent: 10 } as const

/** Orders so many dollars, with the code where it is named, and pays. */
export async function deposit(table: Table, dollars: number, promocode: '' | typeof PROMO.code): Promise<void> {
  const { model, real } = table
  const path = '/api/payment/create/test'
  const body = { method_name: 'card', sum: dollars, promocode, user_id: real.player.playerId }
  if (table.isExcluded) return table.refused(path, body, 'excluded')
  if (promocode !== '' && model.promoUsed) return table.refused(path, body, 'promo-used')
  const { order } = await table.call(path, body)
  // Its answer tells how the order stands, which is another way after it was paid.
  model.last = undefined
  // The same notice twice is one deposit.
  for (let told = 0; told < 2; told++) await real.site.services.settlement.apply(order.id, PAID)
  const amount = cents(dollars * 100)
  if (promocode !== '') model.promoUsed = true
  model.deposits.push({ atMs: real.clock.nowMs, amount })
  model.balance += amount + (promocode === '' ? 0 : bonusOf(amount, PROMO.percent))
}

export async function excludeSelf(table: Table): Promise<void> {
  const { model, real } = table
  const { body } = await real.player.post('/api/limits/self-exclude', { days: 1 })
  expect(body.success).toBe(true)
  model.excludedUntilMs = Math.max(model.excludedUntilMs, real.clock.nowMs + DAY_MS)
}

export async function moveClock(table: Table, hours: number): Promise<void> {
  await table.moveClock(hours * HOUR_MS)
  await table.letJobsWork()
}

/** The last click, once more under its key: the first answer, and nothing else. */
export async function repeat({ model: { last }, real }: Table): Promise<void> {
  if (last === undefined) return
  const again = await real.player.post(last.path, last.body, { 'idempotency-key': last.key })
  expect(again.body).toEqual(last.answer)
  const other = await real.player.post(last.path, { ...last.body, another: true }, { 'idempotency-key': last.key })
  expect([400, 422]).toContain(other.status)
}
