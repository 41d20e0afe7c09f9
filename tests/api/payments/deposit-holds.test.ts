// Holds after deposits, and the limit of cards on new accounts, by the rules of data/payments.json.
import { beforeAll, describe, expect, it } from 'vitest'
import { paymentReplySchema } from '../../../src/protocol/payment.ts'
import { withdrawalHoldReplySchema } from '../../../src/protocol/withdrawal.ts'
import { raceRounds, SUITE_KINDS } from '../../support/databases/databases.ts'
import { PAID } from '../../support/outside/payment-provider.ts'
import { openPaymentFixture } from './payment-fixture.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe.each(SUITE_KINDS)('deposits that are checked on %s', (kind) => {
  const fixture = openPaymentFixture(kind, { WITHDRAWAL_CHECKS: 'on' })
  const { create, created, sendState } = fixture

  beforeAll(() => {
    fixture.nowMs = Date.UTC(2026, 10, 21, 12)
  })

  const deposit = async (method = 'card', sum = 5): Promise<void> => {
    await sendState(await created({ method, sum }), PAID)
  }
  const held = async () =>
    withdrawalHoldReplySchema.parse((await fixture.player.get('/api/user/withdrawals/hold')).body).wait
  const hold = (hours: number) =>
    expect.objectContaining({ reason: 'deposit-hold', decided: { by: 'time', at: fixture.nowMs + hours * HOUR_MS } })

  it('hold items for three days after the first by card, and for a day after later ones', async () => {
    expect(await held()).toBeNull()
    await deposit()
    const first = hold(72)
    expect(await held()).toEqual(first)
    fixture.nowMs += DAY_MS
    await deposit()
    expect(await held()).toEqual(first)
    fixture.nowMs += 2 * DAY_MS - 1
    await deposit()
    expect(await held()).toEqual(hold(24))
    fixture.nowMs += DAY_MS
    expect(await held()).toBeNull()
  })

  it('hold nothing after coins that were confirmed, whose owner’s first card counts as the first all the same', async () => {
    await deposit('BTC')
    expect(await held()).toBeNull()
    await deposit()
    expect(await held()).toEqual(hold(72))
  })

  it('hold nothing after they were refunded', async () => {
    const id = await created()
    await sendState(id, PAID)
    await sendState(id, { kind: 'refunded' })
    expect(await held()).toBeNull()
  })

  it('by card are limited on a new account, and the form says so', async () => {
    const limitOf = async (name: string) => {
      const reply = paymentReplySchema.parse((await fixture.player.get('/api/payment/get?currency=USD')).body)
      return [...reply.paymentMethods, ...reply.cryptoMethods].find((method) => method.name === name)?.max_dep
    }
    expect(await limitOf('card')).toBe(100)
    expect(await limitOf('BTC')).toBeNull()
    expect((await create({ sum: 100.01 })).body).toMatchObject({ success: false, code: 'card-limit' })
    await deposit('card', 60)
    expect(await limitOf('card')).toBe(40)
    const { body } = await create({ sum: 41 })
    expect(body).toMatchObject({ success: false, code: 'card-limit' })
    expect(body.message).toContain('$40.00')
    expect((await create({ sum: 500, method: 'BTC' })).body).toMatchObject({ success: true })
    fixture.nowMs += DAY_MS
    await deposit('card', 100)
    fixture.nowMs += 6 * DAY_MS
    expect(await limitOf('card')).toBeNull()
    expect((await create({ sum: 500 })).body).toMatchObject({ success: true })
  })

  it('by card stay within the limit when they race', async () => {
    for (let turn = 0; turn < raceRounds(kind, 3); turn++) {
      fixture.player = await fixture.site.newPlayer()
      const answers = await Promise.all(Array.from({ length: 8 }, () => create({ sum: 60 })))
      expect(answers.filter(({ body }) => body.success === true)).toHaveLength(1)
    }
  })
})
