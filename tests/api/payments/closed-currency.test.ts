// A currency whose exchange rate is in question is closed alone: nothing is sold in it at the old rate, and the others go on.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Currency } from '../../../src/game/payments/deposit.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { idempotencyKeyOf } from '../../../src/server/services/calls/idempotency.ts'
import { createServices, type Services } from '../../../src/server/services/services.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { TestProvider } from '../../support/outside/payment-provider.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const RATES = { RUB: 1, USD: 90, UAH: 2.1 }

describe.each(SUITE_KINDS)('a closed currency on %s', (kind) => {
  let site: TestSite
  let player: Browser
  let services: Services
  let closed: readonly Currency[] = []

  beforeAll(async () => {
    site = await openTestSite(kind, { payments: { providers: [new TestProvider()], standIn: undefined } })
    const payments = { ...site.components.payments, rates: async () => ({ rates: RATES, closed: new Set(closed) }) }
    services = await createServices({ ...site.components, events: createEvents(), payments })
    player = await site.newPlayer()
  })

  afterAll(async () => {
    services.battles.stop()
    await site.close()
  })

  const order = (currency: Currency, key: string = randomUUID()) => {
    const request = { provider: 'test', method: 'card', amount: 500, currency, promocode: '', language: 'en' } as const
    return services.orders.create(
      player.playerId,
      request as never,
      idempotencyKeyOf(player.playerId, key, 'order', request),
    )
  }

  it('has no methods and takes no order; the others do', async () => {
    closed = ['RUB']
    expect(await services.orders.methods('RUB', player.playerId)).toMatchObject({
      paymentMethods: [],
      cryptoMethods: [],
    })
    await expect(order('RUB')).rejects.toMatchObject({ code: 'currency-closed' })
    for (const currency of ['USD', 'UAH'] as const) {
      expect((await services.orders.methods(currency, player.playerId)).paymentMethods.length).toBeGreaterThan(0)
      expect(await order(currency)).toMatchObject({ state: 'created', currency })
    }
  })

  it('answers an order that was made before again', async () => {
    closed = []
    const key = randomUUID()
    const made = await order('RUB', key)
    closed = ['RUB']
    expect(await order('RUB', key)).toMatchObject({ id: made.id })
  })
})
