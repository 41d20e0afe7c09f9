// Disputes that the provider reports, in any order and any number.
import { describe, expect, it } from 'vitest'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { disputed, PAID } from '../../support/outside/payment-provider.ts'
import { newTrader, turnOver } from '../../support/players/withdrawals.ts'
import { byRun } from '../../support/runner/long-run.ts'
import { openDisputeFixture, START } from './dispute-fixture.ts'
import { TIMEOUT_MS } from './payment-fixture.ts'

describe.each(SUITE_KINDS)('money that comes back on %s', (kind) => {
  const { fixture, frozen, paid, spend, account, owned, notices } = openDisputeFixture(kind)
  const { created, sendState, balance, newest, log } = fixture

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
