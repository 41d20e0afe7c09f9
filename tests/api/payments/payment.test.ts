// Deposits through the whole app: what an order fixes, and the effect of webhooks in any order.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ORDERS_OPEN_MOST } from '../../../src/game/base/economy.ts'
import { createReplySchema, ordersReplySchema, paymentReplySchema } from '../../../src/protocol/payment.ts'
import type { WebhookEvent } from '../../../src/server/payments/provider.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { PAID, SIGNED, webhookOf } from '../../support/outside/payment-provider.ts'
import { openPaymentFixture, TIMEOUT_MS } from './payment-fixture.ts'

const START = 10_000

describe.each(SUITE_KINDS)('deposits on %s', (kind) => {
  const fixture = openPaymentFixture(kind)
  const { create, created, sendWebhook, sendState, balance, newest, provider, log } = fixture
  const paid = async (): Promise<void> => void (await fixture.site.services.settlement.apply(await created(), PAID))

  describe('the payment methods', () => {
    it('match the currency; crypto coins are separate, with rates', async () => {
      const rubles = paymentReplySchema.parse((await fixture.player.get('/api/payment/get?currency=RUB')).body)
      expect(rubles.paymentMethods).toEqual([
        {
          name: 'card',
          title: 'Card',
          icon: '/assets/img/payments/card.svg',
          min_dep: 1,
          max_dep: null,
          apiUrl: '/api/payment/create/test?currency=RUB',
        },
        {
          name: 'crypto',
          title: 'Crypto',
          icon: '/assets/img/payments/crypto.svg',
          min_dep: 5,
          max_dep: null,
          apiUrl: null,
        },
      ])
      expect(rubles.cryptoMethods).toMatchObject([{ name: 'BTC', apiUrl: '/api/payment/create/test?currency=RUB' }])
      expect(rubles).toMatchObject({ rates: { RUB: 1, USD: 90, UAH: 2.0927 }, bonusPercent: 0, isFirst: true })
      const dollars = (await fixture.player.get('/api/payment/get?currency=USD')).body
      expect(dollars.paymentMethods.map(({ name }: { name: string }) => name)).toEqual(['card', 'dear', 'crypto'])
    })

    it.each(['', '?currency=', '?currency=EUR', '?currency=RUB&currency=USD', '?currency=RUB&x=1'])(
      'are refused for the query %j',
      async (query) => {
        expect((await fixture.player.get(`/api/payment/get${query}`)).status).toBe(400)
      },
    )
  })

  describe('an order', () => {
    it('fixes amount, currency, rate and charge, and returns the payment URL', async () => {
      const { body } = await create({ sum: 5, currency: 'RUB' })
      expect(body).toMatchObject({
        success: true,
        message: 'Order created',
        url: `https://pay.example/${body.order.id}`,
        order: { state: 'created', amount: 500, bonus: 0, currency: 'RUB', charge: 45_000, paid_at: null },
      })
      expect(provider.opened.at(-1)).toMatchObject({
        id: body.order.id,
        charge: 45_000,
        currency: 'RUB',
        returnUrl: `http://localhost:4321/deposit?order=${body.order.id}`,
        webhookUrl: 'http://localhost:4321/api/payment/webhook/test',
      })
      expect((await create({ sum: 5, currency: 'UAH' })).body.order.charge).toBe(21_500)
      expect((await create({ sum: 5.55 })).body.order.charge).toBe(555)
      expect(await balance()).toBe(START)
    })

    it('returns the stored response for a repeated key, and opens one payment', async () => {
      const key = { 'idempotency-key': randomUUID() }
      const first = await create({}, fixture.player, key)
      const opened = provider.opened.length
      expect((await create({}, fixture.player, key)).body).toEqual(first.body)
      expect(provider.opened).toHaveLength(opened)
      expect((await create({ sum: 6 }, fixture.player, key)).status).toBe(422)
    })

    it('is created once when one key arrives many times in parallel', async () => {
      const key = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all(Array.from({ length: 30 }, () => create({}, fixture.player, key)))
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
      expect(answers.some(({ status }) => status === 200)).toBe(true)
      expect((await fixture.player.get('/api/payment/orders')).body.orders).toHaveLength(1)
    })

    it.each([
      ['too little', { sum: 0.99 }, 'deposit-too-small', 'The minimum for this method is $1.00.'],
      [
        'less than its method takes',
        { sum: 19, method: 'dear' },
        'deposit-too-small',
        'The minimum for this method is $20.00.',
      ],
      ['too much', { sum: 10_000.01 }, 'deposit-too-large', 'The maximum for one deposit is $10,000.00.'],
      ['by an unknown method', { method: 'cash' }, 'method-unknown', undefined],
      ['by a method of another currency', { method: 'dear', sum: 50, currency: 'RUB' }, 'method-unknown', undefined],
      ['by an unknown provider', { provider: 'bank' }, 'method-unknown', undefined],
      ['with an unknown code', { promocode: 'nothing' }, 'promo-unknown', undefined],
    ] as const)('is refused %s', async (_, wish, code, message) => {
      const { status, body } = await create(wish)
      expect(status).toBe(200)
      expect(createReplySchema.parse(body)).toMatchObject({ success: false, code, ...(message ? { message } : {}) })
      expect(await newest()).toBeUndefined()
    })

    it.each([
      ['another player', { user_id: 1 }, 403],
      ['half a cent', { sum: 1.005 }, 400],
      ['nothing', { sum: 0 }, 400],
      ['a negative amount', { sum: -5 }, 400],
      ['a text', { sum: '5' }, 400],
      ['a code that is too long', { promocode: 'x'.repeat(41) }, 400],
      ['an extra field', { extra: 1 }, 400],
    ])('is refused with %s before it is read', async (_, part, status) => {
      const body = { method_name: 'card', sum: 5, promocode: '', user_id: fixture.player.playerId, ...part }
      expect((await fixture.player.post('/api/payment/create/test?currency=USD', body)).status).toBe(status)
      expect(await newest()).toBeUndefined()
    })

    it('fails when its provider does not answer, and costs nothing', async () => {
      provider.down = true
      expect((await create()).body).toMatchObject({ success: false, code: 'provider-down' })
      expect(await newest()).toMatchObject({ state: 'failed', url: null })
      expect(log.join('\n')).toContain('a payment could not be opened')
    })

    it('is refused at the maximum of open orders, and accepted again when one is paid', async () => {
      const first = await created()
      for (let open = 1; open < ORDERS_OPEN_MOST; open++) await created()
      const opened = provider.opened.length
      const { body } = await create()
      expect(body).toMatchObject({ success: false, code: 'orders-open' })
      expect(body.message).toBe('You have 20 unpaid orders. Pay or cancel one, or wait: each expires after an hour.')
      expect(provider.opened).toHaveLength(opened)
      await fixture.site.services.settlement.apply(first, PAID)
      await created()
      expect((await create()).body).toMatchObject({ code: 'orders-open' })
    })

    it('is listed newest first, in pages of fifty, to its player only', async () => {
      for (let made = 0; made < 50; made++) await paid()
      // Nothing follows a page that is exactly full.
      expect((await fixture.player.get('/api/payment/orders')).body).toMatchObject({
        orders: { length: 50 },
        cursor: null,
      })
      for (let made = 0; made < 2; made++) await paid()
      const first = ordersReplySchema.parse((await fixture.player.get('/api/payment/orders')).body)
      expect(first.orders).toHaveLength(50)
      const second = (await fixture.player.get(`/api/payment/orders?cursor=${first.cursor}`)).body
      expect(second).toMatchObject({ orders: { length: 2 }, cursor: null })
      const ids = [...first.orders, ...second.orders].map(({ id }) => id)
      expect(new Set(ids).size).toBe(52)
      expect(ids).toEqual(ids.toSorted().toReversed())
      expect((await (await fixture.site.newPlayer()).get('/api/payment/orders')).body.orders).toEqual([])
    })
  })

  describe('a webhook event', () => {
    it('of a payment credits the order, notifies the player, and counts once', async () => {
      const balances: unknown[] = []
      const moved: unknown[] = []
      fixture.site.events.on('balance', (change) => balances.push(change))
      fixture.site.events.on('order', ({ order }) => moved.push(order.state))
      const id = await created({ sum: 7 })
      expect(await sendState(id, PAID)).toMatchObject({ status: 200, body: { success: true } })
      expect(await balance()).toBe(START + 700)
      expect(await newest()).toMatchObject({ id, state: 'paid', url: null, paid_at: fixture.nowMs })
      expect(balances).toEqual([{ playerId: fixture.player.playerId, balance: START + 700 }])
      expect(moved).toEqual(['paid'])
      expect((await fixture.player.get('/api/notification/get')).body[0]).toMatchObject({
        title: 'Deposit successful',
        content: '$7.00 is on your balance.',
        link: '/deposit',
      })
      await sendState(id, PAID)
      expect(await balance()).toBe(START + 700)
    })

    it('received twice is one event', async () => {
      const id = await created()
      const notice = webhookOf(id, PAID)
      expect((await sendWebhook(notice)).status).toBe(200)
      expect((await sendWebhook(notice)).status).toBe(200)
      expect(await balance()).toBe(START + 500)
      expect(log.join('\n')).toContain('a repeated webhook event')
    })

    it.each([
      ['paid late', [{ kind: 'expired' }, PAID], 500, 'paid'],
      ['paid after it failed', [{ kind: 'failed', reason: 'declined' }, PAID], 500, 'paid'],
      [
        'paid, then reported as expired and failed',
        [PAID, { kind: 'expired' }, { kind: 'failed', reason: '' }],
        500,
        'paid',
      ],
      ['still open', [{ kind: 'open' }], 0, 'created'],
      ['expired', [{ kind: 'expired' }], 0, 'expired'],
      ['refunded', [PAID, { kind: 'refunded' }, PAID], 0, 'refunded'],
      ['refunded before it was reported as paid', [{ kind: 'refunded' }, PAID], 0, 'refunded'],
      ['paid in part', [{ kind: 'partial' }], 0, 'created'],
      ['paid in part and then in full', [{ kind: 'partial' }, PAID], 500, 'paid'],
      ['paid a cent short', [{ kind: 'paid', paid: { currency: 'USD', minor: 499 } }], 0, 'created'],
      ['paid in another currency', [{ kind: 'paid', paid: { currency: 'RUB', minor: 500 } }], 0, 'created'],
      ['paid to the cent', [{ kind: 'paid', paid: { currency: 'USD', minor: 500 } }], 500, 'paid'],
      ['paid too much', [{ kind: 'paid', paid: { currency: 'USD', minor: 900 } }], 500, 'paid'],
    ] as const)('for an order that was %s keeps it correct', async (_, states, gain, state) => {
      const id = await created()
      for (const one of states) expect((await sendState(id, one)).status).toBe(200)
      expect(await balance()).toBe(START + gain)
      expect(await newest()).toMatchObject({ id, state })
    })

    it('is matched to its order by our id too, and pays for nothing when both ids differ', async () => {
      const [one, two] = [await created(), await created()]
      const about = { reference: undefined, orderId: one.toUpperCase() }
      await sendWebhook({ kind: 'state', event: randomUUID(), about, state: PAID })
      expect(await balance()).toBe(START + 500)
      const torn = { reference: `ref-${one}`, orderId: two }
      expect((await sendWebhook({ kind: 'state', event: randomUUID(), about: torn, state: PAID })).status).toBe(200)
      expect(await balance()).toBe(START + 500)
    })

    it('that is only a hint triggers a status request, whose answer counts', async () => {
      const id = await created()
      const hint: WebhookEvent = {
        kind: 'hint',
        event: randomUUID(),
        about: { reference: `ref-${id}`, orderId: undefined },
      }
      await sendWebhook(hint)
      expect(await balance()).toBe(START)
      provider.states.set(`ref-${id}`, PAID)
      provider.down = true
      expect((await sendWebhook(hint)).status).toBe(503)
      expect(await balance()).toBe(START)
      provider.down = false
      expect((await sendWebhook(hint)).status).toBe(200)
      await sendWebhook(hint)
      expect(await balance()).toBe(START + 500)
    })

    it('of a failure notifies the player', async () => {
      await sendState(await created(), { kind: 'failed', reason: 'declined' })
      expect((await fixture.player.get('/api/notification/get')).body[0]).toMatchObject({
        title: 'Deposit failed',
      })
    })

    it.each([
      ['no id', undefined],
      ['an empty id', ''],
      ['an id of another shop', 'wc_order_1234'],
      ['a UUID that is of no order', '7c9e6679-7425-40de-944b-e07fc1f90ae7'],
      ['an id of our form that is of no order', '018f5b7e-0000-7000-8000-000000000000'],
    ])('about a payment that is not ours, with %s, is accepted and logged', async (_, orderId) => {
      for (const reference of ['cs_x', undefined]) {
        const before = log.length
        const about = { reference, orderId }
        const event = randomUUID()
        expect((await sendWebhook({ kind: 'state', event, about, state: PAID })).status).toBe(200)
        expect((await sendWebhook({ kind: 'hint', event: randomUUID(), about })).status).toBe(200)
        expect(log.slice(before).join('\n')).toMatch(
          /a webhook event about (a payment that is not of an|an unknown) order/,
        )
      }
      expect(await balance()).toBe(START)
    })

    it('about another payment with the id of an order does not pay for the order', async () => {
      const about = { reference: 'cs_of_a_payment_link', orderId: await created() }
      expect((await sendWebhook({ kind: 'state', event: randomUUID(), about, state: PAID })).status).toBe(200)
      expect(await balance()).toBe(START)
    })

    it('credits as large as providers make it: hundreds of lines and metadata', async () => {
      const id = await created()
      expect((await sendWebhook(JSON.stringify(webhookOf(id, PAID)).padEnd(500_000))).status).toBe(200)
      expect(await balance()).toBe(START + 500)
    })

    it('is refused and logged when it is forged or too large', async () => {
      const id = await created()
      const before = log.length
      const forged = await sendWebhook(webhookOf(id, PAID), { ...SIGNED, 'x-signature': 'guess' })
      expect(forged).toMatchObject({ status: 400, body: { code: 'notice-refused' } })
      expect(log.slice(before).join('\n')).toContain('the signature is wrong')
      const large = await sendWebhook('x'.repeat(520 * 1024))
      expect(large).toMatchObject({ status: 413, body: { message: expect.stringContaining('larger than 512 KB') } })
      expect(
        (await fixture.site.guest().call('POST', '/api/payment/webhook/bank', webhookOf(id, PAID), SIGNED)).status,
      ).toBe(404)
      expect(await balance()).toBe(START)
    })

    it(
      'arriving a hundred times in parallel, as one or as many, credits once',
      async () => {
        /** Sends as a provider does: again where the answer says that the database is away, as it is for a queue that is too long. */
        const deliver = async (notice: WebhookEvent): Promise<number> => {
          const { status } = await sendWebhook(notice)
          return status === 503 ? deliver(notice) : status
        }
        for (const same of [true, false]) {
          const before = await balance()
          const id = await created()
          const notice = webhookOf(id, PAID)
          const answers = await Promise.all(
            Array.from({ length: 100 }, () => deliver(same ? notice : webhookOf(id, PAID))),
          )
          expect(answers.every((status) => status === 200)).toBe(true)
          expect(await balance()).toBe(before + 500)
        }
      },
      TIMEOUT_MS,
    )
  })
})
