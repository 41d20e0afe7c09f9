// Money that comes back: disputes and refunds that the provider reports, in any order and any number.
import { randomUUID } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { cents } from '../../src/game/money.ts'
import { accounts, items } from '../../src/server/db/schema.ts'
import { HOUSE_ACCOUNTS } from '../../src/server/ledger/accounts.ts'
import type { PaymentState } from '../../src/server/payments/provider.ts'
import { freezeReasonsOf } from '../../src/server/services/account/freezes.ts'
import { chargePlayer } from '../../src/server/services/kernel/pay.ts'
import { createPromo } from '../../src/server/services/payments/promo.ts'
import { SUITE_KINDS } from '../support/databases.ts'
import { byRun } from '../support/long-run.ts'
import { disputed, PAID, webhookOf } from '../support/payment-provider.ts'
import { newTrader, turnOver } from '../support/withdrawals.ts'
import { openPaymentFixture, TIMEOUT_MS } from './payment-fixture.ts'

const START = 10_000

describe.each(SUITE_KINDS)('money that comes back on %s', (kind) => {
  const fixture = openPaymentFixture(kind)
  const { created, sendState, sendWebhook, balance, newest, provider, log } = fixture

  const frozen = (playerId = fixture.player.playerId) => freezeReasonsOf(fixture.site.db.queries, playerId)
  /** A paid deposit of so many dollars, and its dispute in each state. */
  const paid = async (sum: number, promocode = '') => {
    const id = await created({ sum, promocode })
    await sendState(id, PAID)
    const dispute = `dp_${randomUUID()}`
    let atMs = 1_000
    const report = (
      state: Parameters<typeof disputed>[0],
      changes: { atMs?: number; minor?: number; currency?: string } = {},
    ) => sendState(id, disputed(state, { id: dispute, minor: sum * 100, atMs: ++atMs, ...changes }))
    return { id, report }
  }
  /** Takes money from the player's balance, as a game would; nothing is won. */
  const spend = async (amount: number, playerId = fixture.player.playerId): Promise<void> => {
    const charge = {
      playerId,
      to: HOUSE_ACCOUNTS.sandbox,
      amount: cents(amount),
      kind: 'grant',
      reference: 'spent',
    } as const
    await fixture.site.db.transaction((tx) => chargePlayer(tx, charge, 'refund'))
  }
  const account = async (playerId = fixture.player.playerId) => {
    const [row] = await fixture.site.db.queries.select().from(accounts).where(eq(accounts.id, playerId))
    if (row === undefined) throw new Error('The player has no account')
    return { balance: row.balance ?? 0, debt: row.debt, items: row.items, worth: row.worth }
  }
  const owned = () =>
    fixture.site.db.queries
      .select({ id: items.id, price: items.price })
      .from(items)
      .where(and(eq(items.playerId, fixture.player.playerId), eq(items.state, 'owned')))
      .orderBy(desc(items.price), desc(items.id))
  const notices = async (): Promise<string[]> =>
    (await fixture.player.get('/api/notification/get')).body.map(({ title }: { title: string }) => title)

  describe('a dispute', () => {
    it('freezes withdrawals at once, tells player and operator, and takes nothing yet', async () => {
      const { id, report } = await paid(20)
      expect((await report('open')).status).toBe(200)
      expect(await newest()).toMatchObject({ id, state: 'disputed' })
      expect(await frozen()).toEqual(['dispute'])
      expect(await balance()).toBe(START + 2_000)
      expect((await notices())[0]).toBe('Deposit disputed')
      expect(log.join('\n')).toContain('a deposit is disputed')
    })

    it('that is won frees everything', async () => {
      const { id, report } = await paid(20)
      await report('open')
      await report('won')
      expect(await newest()).toMatchObject({ id, state: 'won', returned: 0 })
      expect(await frozen()).toEqual([])
      expect(await balance()).toBe(START + 2_000)
      expect((await notices())[0]).toBe('Dispute settled')
    })

    it('that is lost takes the deposit back from the balance', async () => {
      const { id, report } = await paid(20)
      await report('open')
      await report('lost')
      expect(await newest()).toMatchObject({ id, state: 'lost', returned: 2_000 })
      expect(await balance()).toBe(START)
      expect(await frozen()).toEqual([])
      expect((await notices())[0]).toBe('Deposit charged back')
    })

    it('that is lost, appealed and won gives everything again', async () => {
      const { id, report } = await paid(20)
      await report('open')
      await report('lost')
      await report('appealed')
      expect(await newest()).toMatchObject({ id, state: 'lost' })
      await report('won')
      expect(await newest()).toMatchObject({ id, state: 'won', returned: 0 })
      expect(await balance()).toBe(START + 2_000)
    })

    it.each([
      ['twice', ['open', 'open', 'lost', 'lost'], 'lost', START],
      ['out of order', ['lost', 'open'], 'lost', START],
    ] as const)('that is reported %s has one effect', async (_, states, state, left) => {
      const { id, report } = await paid(20)
      for (const [place, one] of states.entries()) await report(one, { atMs: one === 'open' ? 5_000 : 6_000 + place })
      expect(await newest()).toMatchObject({ id, state })
      expect(await balance()).toBe(left)
      expect(await frozen()).toEqual([])
    })

    it('that arrives before the payment’s own event waits for it', async () => {
      const id = await created({ sum: 20 })
      const dispute = { id: `dp_${id}`, minor: 2_000 }
      await sendState(id, disputed('open', dispute))
      expect(await newest()).toMatchObject({ id, state: 'created' })
      expect(await frozen()).toEqual(['dispute'])
      await sendState(id, PAID)
      expect(await newest()).toMatchObject({ id, state: 'disputed' })
      expect(await balance()).toBe(START + 2_000)
      await sendState(id, disputed('lost', { ...dispute, atMs: 2_000 }))
      expect(await balance()).toBe(START)
      await sendState(id, PAID)
      expect(await balance()).toBe(START)
    })

    it('that was lost before the payment’s own event leaves nothing of it', async () => {
      const id = await created({ sum: 20 })
      await sendState(id, disputed('lost', { id: `dp_${id}`, minor: 2_000 }))
      await sendState(id, PAID)
      expect(await newest()).toMatchObject({ id, state: 'lost', returned: 2_000 })
      expect(await balance()).toBe(START)
    })

    it.each([
      ['of a part takes its share', { minor: 500 }, 500],
      ['of more than was paid takes all of it once', { minor: 9_999 }, 2_000],
      ['in another currency takes all of it', { minor: 1, currency: 'EUR' }, 2_000],
    ])('%s', async (_, changes, taken) => {
      const { report } = await paid(20)
      await report('lost', changes)
      expect(await balance()).toBe(START + 2_000 - taken)
    })

    it('of a part, and a refund of the rest, take everything once', async () => {
      const { id, report } = await paid(20)
      await report('lost', { minor: 500 })
      await sendState(id, { kind: 'refunded' })
      expect(await newest()).toMatchObject({ state: 'lost', returned: 2_000 })
      expect(await balance()).toBe(START)
    })

    it('sells the most expensive items when the balance is not enough, the newest among equals, and keeps the change', async () => {
      const { report } = await paid(200)
      await fixture.player.post('/api/case/first-step/open', { count: 10 })
      await fixture.player.post('/api/case/first-step/open', { count: 10 })
      const before = await owned()
      const dearest = before[0]?.price ?? 0
      await spend((await balance()) - 20_000 + dearest + 1)
      const had = await account()
      await report('lost')
      const after = await owned()
      expect(before.slice(before.length - after.length)).toEqual(after)
      expect(before.length - after.length).toBe(2)
      const sold = dearest + (before[1]?.price ?? 0)
      expect(await account()).toEqual({
        balance: had.balance + sold - 20_000,
        debt: 0,
        items: after.length,
        worth: had.worth - sold,
      })
      const { entries } = (await fixture.player.get('/api/user/history')).body
      expect(entries.slice(0, 2)).toMatchObject([
        { kind: 'refund', amount: -20_000 },
        { kind: 'reclaim', amount: sold, text: 'Items sold for a refunded deposit' },
      ])
    })

    it('leaves a debt that the next deposits pay first, and freezes withdrawals until then', async () => {
      const { report } = await paid(20)
      await spend(START + 1_500)
      await report('lost')
      expect(await account()).toMatchObject({ balance: 0, debt: 1_500 })
      expect(await frozen()).toEqual(['debt'])
      expect((await notices()).slice(0, 2)).toEqual(['Deposit charged back', 'You owe $15.00'])
      await sendState(await created({ sum: 10 }), PAID)
      expect(await account()).toMatchObject({ balance: 0, debt: 500 })
      expect(await frozen()).toEqual(['debt'])
      await sendState(await created({ sum: 10 }), PAID)
      expect(await account()).toMatchObject({ balance: 500, debt: 0 })
      expect(await frozen()).toEqual([])
      expect((await notices()).slice(0, 2)).toEqual(['Deposit successful', 'Debt paid'])
    })

    it.each([
      ['waits for a person', ['review']],
      ['a person has approved', ['review', 'approved']],
    ])('takes an item whose withdrawal %s before it makes a debt', async (_what, states) => {
      fixture.player = await newTrader(fixture.site)
      const { report } = await paid(5)
      await turnOver(fixture.player)
      await fixture.player.post('/api/case/first-step/open', { count: 5 })
      const ids = (await owned()).map(({ id }) => id)
      const { withdrawals } = (await fixture.player.post('/api/user/items/withdraw', { ids })).body
      for (const { id } of withdrawals) {
        for (const state of states) {
          await fixture.site.db.asOwner(`update withdrawals set state = '${state}' where id = '${id}';
            insert into withdrawal_steps (withdrawal_id, state) values ('${id}', '${state}')`)
        }
      }
      await spend((await account()).balance)
      await report('lost')
      const after = await account()
      expect(after.items === 0 || after.debt === 0).toBe(true)
      const ended = (await fixture.player.get('/api/user/withdrawals')).body.withdrawals
      expect(
        new Set(ended.map(({ state, reason }: { state: string; reason: string }) => `${state} ${reason}`)),
      ).toEqual(new Set(['declined frozen']))
    })

    it('that is won after all pays the debt that it made', async () => {
      const { report } = await paid(20)
      await spend(START + 1_500)
      await report('lost')
      await report('won')
      expect(await account()).toMatchObject({ balance: 500, debt: 0 })
      expect(await frozen()).toEqual([])
    })
  })

  describe('a refund of a part', () => {
    async function code(percent: number): Promise<string> {
      const name = `code-${randomUUID().slice(0, 8)}`
      const promo = { startsAt: null, endsAt: null, steamLevel: 0, depositMin: 0, usesPerPlayer: 1, usesMax: null }
      await createPromo(fixture.site.db, { ...promo, code: name, percent })
      return name
    }
    const part = (minor: number, currency: 'USD' | 'UAH' = 'USD'): PaymentState => ({
      kind: 'partly-refunded',
      refunded: { currency, minor },
    })

    it('takes its share of amount and bonus; several add up, and all of it is a refund', async () => {
      const { id } = await paid(9.99, await code(10))
      expect(await balance()).toBe(START + 999 + 99)
      await sendState(id, part(333))
      expect(await newest()).toMatchObject({ state: 'partly_refunded', returned: 366 })
      expect(await balance()).toBe(START + 666 + 66)
      await sendState(id, part(666))
      await sendState(id, part(333))
      expect(await newest()).toMatchObject({ state: 'partly_refunded', returned: 732 })
      await sendState(id, part(999))
      expect(await newest()).toMatchObject({ state: 'refunded', returned: 1_098 })
      expect(await balance()).toBe(START)
    })

    it('arriving before the payment’s own event counts after it', async () => {
      const id = await created({ sum: 10 })
      await sendState(id, part(400))
      expect(await newest()).toMatchObject({ state: 'created' })
      await sendState(id, PAID)
      expect(await newest()).toMatchObject({ state: 'partly_refunded', returned: 400 })
      expect(await balance()).toBe(START + 600)
    })

    it('that a status request reports counts too', async () => {
      const { id } = await paid(10)
      provider.states.set(`ref-${id}`, { kind: 'paid', paid: { currency: 'USD', minor: 1_000 }, refunded: 250 })
      await sendWebhook({ kind: 'hint', event: randomUUID(), about: { reference: `ref-${id}`, orderId: undefined } })
      expect(await newest()).toMatchObject({ state: 'partly_refunded', returned: 250 })
    })

    it('in another currency takes nothing, and is left to the operator', async () => {
      const { id } = await paid(10)
      await sendState(id, part(400, 'UAH'))
      expect(await newest()).toMatchObject({ state: 'paid', returned: 0 })
      expect(log.join('\n')).toContain('a refund in another currency')
    })
  })

  describe('a warning of fraud', () => {
    const warn = (id: string) => sendState(id, { kind: 'fraud-warning', reason: 'made_with_stolen_card' })

    it('freezes withdrawals and refunds what is unspent', async () => {
      const { id } = await paid(20)
      expect((await warn(id)).status).toBe(200)
      expect(await frozen()).toEqual(['fraud-warning'])
      expect(provider.refunds.at(-1)).toMatchObject({ reference: `ref-${id}`, minor: 2_000, refunded: 0 })
      expect(await newest()).toMatchObject({ state: 'refunded' })
      expect(await balance()).toBe(START)
      await warn(id)
      expect(provider.refunds.filter(({ orderId }) => orderId === id)).toHaveLength(1)
    })

    it('that is delivered again refunds nothing that came later', async () => {
      const { id } = await paid(20)
      await spend(START + 1_000)
      const event = webhookOf(id, { kind: 'fraud-warning', reason: 'misc' })
      await sendWebhook(event)
      expect(await newest()).toMatchObject({ state: 'partly_refunded', returned: 1_000 })
      expect(await account()).toMatchObject({ balance: 0, debt: 0 })
      await sendState(await created({ sum: 5 }), PAID)
      expect((await sendWebhook(event)).status).toBe(200)
      expect(await account()).toMatchObject({ balance: 500, debt: 0 })
      expect(provider.refunds.filter(({ orderId }) => orderId === id)).toHaveLength(1)
    })

    it('freezes even when the provider does not refund, and tries again with the next delivery', async () => {
      const { id } = await paid(20)
      const event = webhookOf(id, { kind: 'fraud-warning', reason: 'misc' })
      provider.down = true
      expect((await sendWebhook(event)).status).toBe(503)
      expect(await frozen()).toEqual(['fraud-warning'])
      provider.down = false
      expect((await sendWebhook(event)).status).toBe(200)
      expect(await newest()).toMatchObject({ state: 'refunded' })
    })
  })

  describe('at the same moment', () => {
    const rounds = byRun(5, 50)

    it(
      'every report of a loss takes once, beside sales and deposits',
      async () => {
        for (let round = 0; round < rounds; round++) {
          fixture.player = await fixture.site.newPlayer()
          const { id } = await paid(50)
          await fixture.player.post('/api/case/first-step/open', { count: 10 })
          const other = await created({ sum: 5 })
          const lost = disputed('lost', { id: `dp_${id}`, minor: 5_000 })
          const answers = await Promise.all([
            ...Array.from({ length: 5 }, () => sendState(id, lost)),
            sendState(id, { kind: 'refunded' }),
            sendState(other, PAID),
            fixture.player.post('/api/user/items/sell', { ids: [], isAll: true }),
            fixture.player.post('/api/case/first-step/open', { count: 1 }),
          ])
          expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
          const orders = (await fixture.player.get('/api/payment/orders')).body.orders as {
            id: string
            returned: number
          }[]
          expect(orders.find((order) => order.id === id)).toMatchObject({ state: 'lost', returned: 5_000 })
        }
      },
      TIMEOUT_MS,
    )

    it(
      'a free case that opens beside its refund is paid for or never opened',
      async () => {
        for (let round = 0; round < rounds; round++) {
          fixture.player = await fixture.site.newPlayer()
          const { id } = await paid(25)
          const [opened] = await Promise.all([
            fixture.player.post('/api/free_case/spark/open'),
            sendState(id, { kind: 'refunded' }),
            fixture.player.post('/api/free_case/comet/open'),
          ])
          expect(opened?.status).toBe(200)
          expect((await owned()).length).toBe(0)
          expect(await account()).toMatchObject({ balance: START, debt: 0 })
        }
      },
      TIMEOUT_MS,
    )

    it(
      'a withdrawal that is requested beside a dispute waits, and its item is there for the loss',
      async () => {
        for (let round = 0; round < rounds; round++) {
          fixture.player = await newTrader(fixture.site)
          const { report } = await paid(5)
          await turnOver(fixture.player)
          await fixture.player.post('/api/case/first-step/open', { count: 5 })
          const ids = (await owned()).map(({ id }) => id)
          await Promise.all([
            report('open'),
            fixture.player.post('/api/user/items/withdraw', { ids }),
            fixture.site.jobs.withdrawals.runOnce(),
          ])
          // What was sent before the dispute is cancelled now.
          fixture.nowMs += 60_000
          await fixture.site.jobs.withdrawals.runOnce()
          await fixture.site.jobs.withdrawals.runOnce()
          const { withdrawals } = (await fixture.player.get('/api/user/withdrawals')).body
          expect(withdrawals).toHaveLength(ids.length)
          for (const one of withdrawals) expect(['requested', 'declined']).toContain(one.state)
          const before = await account()
          await spend(before.balance)
          await report('lost')
          const after = await account()
          expect(after.balance === 0 || after.debt === 0).toBe(true)
          expect(after.items === 0 || after.debt === 0).toBe(true)
        }
      },
      TIMEOUT_MS,
    )
  })
})
