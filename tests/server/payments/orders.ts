// The order that the tests of all providers use, at a time that they choose.
import { randomUUID } from 'node:crypto'
import type { OrderToPay } from '../../../src/server/payments/provider.ts'

/** The time limit for background work: soon, or late on a busy machine. */
export const BACKGROUND_WAIT = { timeout: 20_000, interval: 10 } as const

export const NOON = Date.UTC(2026, 2, 14, 12, 0, 0)

/** $10.00 in hryvnias, an hour to pay. */
export function orderFor(method: string, changes: Partial<OrderToPay> = {}): OrderToPay {
  return {
    id: randomUUID(),
    method,
    currency: 'UAH',
    charge: 43_012,
    language: 'uk',
    returnUrl: 'https://shop.example/uk/deposit?order=1',
    webhookUrl: 'https://shop.example/api/payment/webhook/sandbox',
    expiresAt: new Date(NOON + 3_600_000),
    ...changes,
  }
}
